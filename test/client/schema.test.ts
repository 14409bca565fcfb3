import { describe, expect, it } from 'vitest'
import {
  anything,
  id,
  integer,
  list,
  loose,
  mapOf,
  nullish,
  oneOf,
  optional,
  orNothing,
  parse,
  type Schema,
  strict,
  text,
} from '../../src/client/schema.ts'

const fieldsOf = (schema: Schema<unknown>, value: unknown) =>
  parse(schema, value).issues?.map(({ field }) => field)

describe('parse()', () => {
  it.each<[string, Schema<unknown>, unknown, unknown]>([
    ['an id that is a number', id, 7, '7'],
    ['an integer at its limit', integer(1, 5), 5, 5],
    ['an optional value', optional(text), undefined, undefined],
    ['null where it may be', nullish(text), null, null],
    ['a value that does not hold, left out', orNothing(text), 7, undefined],
    ['an object with more than is read', loose({ a: text }), { a: 'x', b: 1 }, { a: 'x', b: 1 }],
    ['a map', mapOf(id), { a: 1, b: '2' }, { a: '1', b: '2' }],
    ['a list', list(id), [1, '2'], ['1', '2']],
  ])('%s is valid', (_name, schema, value, data) => {
    expect(parse(schema, value)).toEqual({ data })
  })

  it.each<[string, Schema<unknown>, unknown, string[]]>([
    ['a missing field', strict<{ a: string }>({ a: text }), {}, ['a']],
    ['an item of a list', strict<{ a: string[] }>({ a: list(text) }), { a: ['x', 1] }, ['a.1']],
    ['a value of a map', mapOf(text), { key: 1 }, ['key']],
    ['an unknown field', strict<{ a: string }>({ a: text }), { a: 'x', b: 1 }, ['']],
    ['an inherited name', strict<{ a: string }>({ a: text }), { a: 'x', toString: 1 }, ['']],
    ['a text for an object', loose({ a: anything }), 'text', ['']],
    ['a fraction', integer(0), 1.5, ['']],
    ['an integer below its minimum', integer(1), 0, ['']],
    ['another word', oneOf(['a', 'b']), 'c', ['']],
  ])('%s is named by its field', (_name, schema, value, fields) => {
    expect(fieldsOf(schema, value)).toEqual(fields)
  })
})
