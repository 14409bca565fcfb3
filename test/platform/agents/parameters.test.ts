import { describe, expect, it } from 'vitest'
import { parameterIssues } from '../../../src/platform/agents/parameters.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { WAVE } from '../answers/chat.fixture.ts'

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'

const of = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const places = (parameters: Record<string, unknown>) =>
  parameterIssues(parameters).map(({ path }) => path.join('.'))

function nested(levels: number): Record<string, unknown> {
  let schema: Record<string, unknown> = { type: 'string' }
  for (let level = 0; level < levels; level += 1) schema = { type: 'array', items: schema }
  return of({ deep: schema })
}

describe('the parameters of an action', () => {
  it.each<[string, Record<string, unknown>]>([
    ['none', of({})],
    ['no properties', { type: 'object' }],
    ['every type', of({ a: { type: ['string', 'null'] }, b: { enum: [1] }, c: { const: 2 } })],
    ['nested objects', of({ a: of({ b: { type: 'array', items: { type: 'number' } } }) })],
    ['limits', of({ a: { type: 'string', minLength: 1, pattern: '^[a-z]+$', format: 'uri' } })],
    ['choices', of({ a: { anyOf: [{ type: 'string' }, true] } }, { if: {}, else: of({}) })],
    [
      'a place for others',
      of({ a: { $ref: '#/$defs/a~1b' } }, { $defs: { 'a/b': { type: 'null' } } }),
    ],
    ['another property', of({ a: { type: 'null' }, b: { $ref: '#/properties/a' } })],
    [
      'a ring',
      of({ a: { $ref: '#/definitions/a' } }, { definitions: { a: { $ref: '#/definitions/a' } } }),
    ],
    ['items of draft 7, unsaid', of({ a: { type: 'array', items: [{ type: 'null' }] } })],
    ['a tree', of({ children: { type: 'array', items: { $ref: '#' } } })],
    ['keywords as names', of({ $ref: { type: 'string' }, type: { type: 'string' } })],
    ['schemas as values', of({ a: { type: 'object', default: { $ref: 'x', type: 7 } } })],
    ['unknown keywords', of({ a: { type: 'string', 'x-hint': { type: 7 } } })],
    ['their draft', of({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' })],
    ['draft 7', of({ a: { type: 'array', items: [{ type: 'null' }] } }, { $schema: DRAFT_07 })],
  ])('the parameters of an action may have %s', (_what, parameters) => {
    expect(parameterIssues(parameters)).toEqual([])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no type', { properties: {} }, 'type'],
    ['another type', { type: 'string' }, 'type'],
    ['an unknown type', of({ a: { type: 'text' } }), 'properties.a.type'],
    ['properties that are a list', { type: 'object', properties: [] }, 'properties'],
    ['a property without a type', of({ a: { description: 'x' } }), 'properties.a'],
    ['a property that is true', of({ a: true }), 'properties.a'],
    ['a property that is text', of({ a: 'string' }), 'properties.a'],
    [
      'required that is true',
      of({ a: { type: 'string', required: true } }),
      'properties.a.required',
    ],
    ['a required name twice', of({ a: { type: 'null' } }, { required: ['a', 'a'] }), 'required'],
    ['a required name of nothing', of({}, { required: ['a'] }), 'required'],
    ['a limit below zero', of({ a: { type: 'string', minLength: -1 } }), 'properties.a.minLength'],
    ['a limit in words', of({ a: { type: 'number', maximum: '5' } }), 'properties.a.maximum'],
    ['an empty choice', of({ a: { anyOf: [] } }), 'properties.a.anyOf'],
    ['a pattern that is none', of({ a: { type: 'string', pattern: '(' } }), 'properties.a.pattern'],
    [
      'an item without sense',
      of({ a: { type: 'array', items: [{ type: 'text' }] } }),
      'properties.a.items.0.type',
    ],
    ['a required name that is no list', of({ a: { type: 'null' } }, { required: 'a' }), 'required'],
    ['a condition that is no schema', of({}, { if: 'a' }), 'if'],
    [
      'a name pattern that is none',
      of({}, { patternProperties: { '(': true } }),
      'patternProperties.(',
    ],
    ['another draft', of({}, { $schema: 'http://json-schema.org/draft-04/schema#' }), '$schema'],
    [
      'a deep mistake',
      of({ a: of({ b: { type: 'array', items: { type: 1 } } }) }),
      'properties.a.properties.b.items.type',
    ],
  ])('the parameters of an action must not have %s', (_what, parameters, place) => {
    expect(places(parameters)).toEqual([place])
  })

  it.each([
    'https://example.com/schema',
    '//example.com',
    'other.json#/a',
    '#anchor',
    '#/nowhere',
    '#/required',
    '#/__proto__',
    '#/%',
  ])('the parameters of an action must not refer to %s', ($ref) => {
    const parameters = of({ a: { type: 'object', default: {} }, b: { $ref } }, { required: ['a'] })
    expect(places(parameters)).toEqual(['properties.b.$ref'])
  })

  it('the parameters of an action are limited in depth and size', async () => {
    expect(parameterIssues(nested(20))).toEqual([])
    expect(places(nested(40))).toEqual([''])
    expect(places(of({ a: { type: 'string', description: 'x'.repeat(20_000) } }))).toEqual([''])
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const body = JSON.stringify({ ...WAVE, parameters: 'P' }).replace('"P"', deep)
    const { call } = await testPlatform()
    const answer = await call('POST', '/v3/ai-agents/tools', { body })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'ERR_BAD_REQUEST' } } })
  })

  it('a pattern in the parameters is never run', () => {
    const evil = of({ a: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(60)}!` } })
    expect(parameterIssues(evil)).toEqual([])
  })
})
