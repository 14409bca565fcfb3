import { describe, expect, it } from 'vitest'
import { ClientTools } from '../../src/agent/client-tools.ts'

const schema = { type: 'object', properties: { text: { type: 'string' } } }
const tool = { name: 'showBanner', description: 'Shows it.', parameters: schema }

describe('ClientTools', () => {
  it.each([
    ['an inputSchema', { showBanner: { description: 'Shows it.', inputSchema: schema } }],
    ['parameters', { showBanner: { description: 'Shows it.', parameters: schema } }],
    [
      'a schema beside its validator',
      { showBanner: { description: 'Shows it.', inputSchema: { jsonSchema: schema } } },
    ],
    ['a list', [tool]],
  ])('tools with %s are read', (_name, tools) => {
    expect(ClientTools.parse(tools)).toEqual([tool])
  })

  it('a tool without a description or a schema takes an object without fields', () => {
    expect(ClientTools.parse({ wave: {} })).toEqual([
      { name: 'wave', description: '', parameters: { type: 'object', properties: {} } },
    ])
  })

  it.each([
    ['a text', 'showBanner'],
    ['a tool that is a text', { showBanner: 'text' }],
    ['an empty name', { '': {} }],
    ['65 tools', Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`tool${at}`, {}]))],
    ['100,000 characters', { wave: { description: 'x'.repeat(100_001) } }],
  ])('%s is invalid', (_name, tools) => {
    expect(ClientTools.safeParse(tools).success).toBe(false)
  })
})
