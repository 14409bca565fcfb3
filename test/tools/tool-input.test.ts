import { describe, expect, it } from 'vitest'
import { inputSchema, readToolInput } from '../../src/tools/tool-input.ts'
import { testApp } from '../helper/test-services.ts'

const { services } = testApp()
const { tools } = services

/** Every schema in a schema. */
function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [{ ...value }, ...Object.values(value).flatMap(schemasIn)]
}

describe('the schemas of the tools', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'a strict host accepts that of %s',
    (_name, tool) => {
      for (const schema of schemasIn(inputSchema(tool))) {
        expect(schema).not.toHaveProperty('anyOf')
        expect(schema).not.toHaveProperty('oneOf')
        expect(schema).not.toHaveProperty('$schema')
        expect(Array.isArray(schema.type)).toBe(false)
      }
    },
  )

  it('a topic is one text, and null is none', () => {
    const tool = tools.find(({ name }) => name === 'getTopProducts')!
    expect(inputSchema(tool).properties?.topic).toEqual({
      type: 'string',
      maxLength: 100,
      description:
        'Only products of this topic, by its whole name: Artificial Intelligence, not AI.',
    })
    expect(readToolInput(tool, { topic: null })).toEqual({ limit: 3, topic: undefined })
  })
})

describe('an argument that a tool does not know', () => {
  const tool = tools.find(({ name }) => name === 'getTopProductsByTimeframe')!

  it.each([
    [
      { period: 'last_week' },
      'period: not an argument of .*; it takes timeframe, tz, topic, limit, minVotes, maxRank\\.',
    ],
    [{ Topics: 'Games' }, 'it takes topic, timeframe, tz, limit'],
  ])('is an error that names those it takes: %j', (input, message) => {
    expect(() => readToolInput(tool, input)).toThrow(new RegExp(message))
  })

  it('passes if its name begins with an underscore', () => {
    expect(readToolInput(tool, { _meta: 1, limit: 2 })).toMatchObject({ limit: 2 })
  })
})
