import { describe, expect, it } from 'vitest'
import { referenceIssues } from '../../../src/chat/action/references.ts'

const paths = (schema: Record<string, unknown>) =>
  referenceIssues(schema).map(({ path }) => path.join('/'))

describe('referenceIssues()', () => {
  it.each([
    ['a reference to a definition', { $defs: { a: {} }, properties: { x: { $ref: '#/$defs/a' } } }],
    ['a tree', { properties: { children: { items: { $ref: '#' } } } }],
    ['a reference to a boolean schema', { $defs: { a: true }, items: { $ref: '#/$defs/a' } }],
    ['an escaped name', { $defs: { 'a/b': {} }, items: { $ref: '#/$defs/a~1b' } }],
    ['an $id at the root', { $id: 'https://a.example/' }],
    ['no reference', { type: 'object' }],
  ])('%s has no issue', (_name, schema) => {
    expect(paths(schema)).toEqual([])
  })

  it.each([
    ['another document', { items: { $ref: 'https://a.example/s' } }, ['items/$ref']],
    ['a place that does not exist', { items: { $ref: '#/$defs/a' } }, ['items/$ref']],
    ['a value that is no schema', { enum: [{}], items: { $ref: '#/enum/0' } }, ['items/$ref']],
    ['an inherited property', { items: { $ref: '#/constructor' } }, ['items/$ref']],
    ['a dynamic reference', { items: { $dynamicRef: '#a' } }, ['items']],
    ['an $id below the root', { items: { $id: 'a' } }, ['items/$id']],
    ['a schema that judges a value by itself', { allOf: [{ $ref: '#' }] }, ['']],
    ['a reference to itself', { $defs: { a: { $ref: '#/$defs/a' } } }, ['$defs/a']],
  ])('%s is an issue', (_name, schema, expected) => {
    expect(paths(schema)).toEqual(expected)
  })
})
