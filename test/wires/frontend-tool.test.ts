import { describe, expect, it } from 'vitest'
import { FrontendTools } from '../../src/wires/frontend-tool.ts'

const schema = { type: 'object', properties: { text: { type: 'string' } } }
const named = { name: 'showBanner', description: 'Shows it.' }
const tool = { ...named, parameters: schema }
const described = { description: 'Shows it.' }

describe('FrontendTools', () => {
  it.each([
    ['a list', [tool]],
    ['a list as JSON text', JSON.stringify([tool])],
    ['parameters as JSON text', [{ ...named, parameters: JSON.stringify(schema) }]],
    ['the form of OpenAI', [{ type: 'function', function: tool }]],
    ['the form of OpenAI’s responses', [{ type: 'function', ...tool }]],
    ['the form of Anthropic', [{ ...named, input_schema: schema }]],
    ['the form of MCP', [{ ...named, inputSchema: schema }]],
    ['the form of the AI SDK', { showBanner: { ...described, inputSchema: schema } }],
    ['parameters by name', { showBanner: { ...described, parameters: schema } }],
    [
      'a schema beside its validator',
      { showBanner: { ...described, inputSchema: { jsonSchema: schema } } },
    ],
  ])('tools in %s are read', (_name, tools) => {
    expect(FrontendTools.parse(tools)).toEqual({ read: [tool], unread: [] })
  })

  it.each([undefined, null, {}, '{}', '', ' ', 'null'])(
    'the parameters %j take an object without fields',
    (parameters) => {
      expect(FrontendTools.parse([{ name: 'wave', description: null, parameters }])).toEqual({
        read: [{ name: 'wave', description: '', parameters: { type: 'object', properties: {} } }],
        unread: [],
      })
    },
  )

  it.each([undefined, null, [], {}, '', '[]'])('the tools %j are none', (tools) => {
    expect(FrontendTools.parse(tools)).toEqual({ read: [], unread: [] })
  })

  it.each([
    ['a text', ['showBanner'], '0'],
    ['nothing', [null], '0'],
    ['without a name', [described], '0.name'],
    ['with an empty name', { '': {} }, '.name'],
    ['with a name that is a number', [{ name: 7 }], '0.name'],
    ['without a function', [{ type: 'function', function: 'x' }], '0.name'],
    ['whose parameters are a list', [{ ...named, parameters: [] }], '0.parameters'],
    ['whose parameters are no JSON', [{ ...named, parameters: 'text: string' }], '0.parameters'],
    ['with the name of another', [tool, tool], '1.name'],
  ])('a tool %s is left out, and the others are read', (_name, tools, path) => {
    const all = Array.isArray(tools) ? [...tools, { name: 'wave' }] : { ...tools, wave: {} }
    const { read, unread } = FrontendTools.parse(all)
    expect(read.at(-1)?.name).toBe('wave')
    expect(unread.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  it('tools that are no list are left out', () => {
    expect(FrontendTools.parse('showBanner').unread).toHaveLength(1)
    expect(FrontendTools.parse(7).unread).toHaveLength(1)
  })

  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  it.each([
    ['65 tools', Array.from({ length: 65 }, (_, at) => ({ name: `tool${at}` }))],
    ['65 tools by name', Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`t${at}`, {}]))],
    ['100,000 characters', { wave: { description: 'x'.repeat(100_001) } }],
    ['thousands of levels', [{ name: 'x', parameters: JSON.parse(deep) }]],
  ])('%s are invalid', (_name, tools) => {
    expect(FrontendTools.safeParse(tools).success).toBe(false)
  })

  it('parameters as JSON text of thousands of levels are left out', () => {
    expect(FrontendTools.parse([{ name: 'x', parameters: deep }]).unread).toHaveLength(1)
  })
})
