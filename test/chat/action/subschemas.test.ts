import { describe, expect, it } from 'vitest'
import { isSchemaObject, subschemas } from '../../../src/chat/action/subschemas.ts'

const A = { type: 'string' }

describe('subschemas()', () => {
  it.each([
    ['properties', { properties: { a: A } }, [[['properties', 'a'], false]]],
    ['a map of definitions', { $defs: { a: A } }, [[['$defs', 'a'], false]]],
    ['items as one schema', { items: A }, [[['items'], false]]],
    [
      'items as a list',
      { items: [A, A] },
      [
        [['items', '0'], false],
        [['items', '1'], false],
      ],
    ],
    ['alternatives, which judge the same value', { anyOf: [A] }, [[['anyOf', '0'], true]]],
    ['a negation, which judges the same value', { not: A }, [[['not'], true]]],
    ['schemas that are mere booleans', { items: true, not: false }, []],
    ['values under other keywords', { default: A, enum: [A], const: A, examples: [A] }, []],
    ['a list where a map should be', { properties: [A] }, []],
    ['nothing', {}, []],
  ])('%s', (_name, schema, expected) => {
    const found = subschemas(schema).map(({ path, isOfSameValue }) => [path, isOfSameValue])
    expect(found).toEqual(expected)
  })
})

describe('isSchemaObject()', () => {
  it.each([
    [{}, true],
    [[], false],
    [true, false],
    [null, false],
  ])('%j', (value, expected) => {
    expect(isSchemaObject(value)).toBe(expected)
  })
})
