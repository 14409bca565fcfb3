import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import {
  Id,
  Metadata,
  Name,
  Seconds,
  StoredText,
  sizeIssue,
  Tags,
  WebAddress,
} from '../../src/platform/field.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

describe('fields of the platform', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['an id in small letters', Id, 'Ann-1_x', 'ann-1_x'],
    ['a name without blanks around it', Name, ' Ann ', 'Ann'],
    ['words as they came', StoredText, ' a\n', ' a\n'],
    ['seconds as a number', Seconds, 1_700_000_000, 1_700_000_000],
    ['seconds as ten digits', Seconds, '1700000000', 1_700_000_000],
    ['an http address', WebAddress, 'http://a.example/x', 'http://a.example/x'],
    ['metadata of ten levels', Metadata, nested(10), nested(10)],
    ['metadata of 250 values', Metadata, { a: Array(248).fill(1) }, { a: Array(248).fill(1) }],
    ['25 tags', Tags, Array(25).fill('a'), Array(25).fill('a')],
  ])('%s is taken', (_name, schema, value, expected) => {
    expect(schema.parse(value)).toEqual(expected)
  })

  it.each<[string, z.ZodType, unknown]>([
    ['a blank name', Name, ' '],
    ['a zero character', StoredText, 'a\0b'],
    ['half of a surrogate pair', StoredText, 'a\uD800'],
    ['milliseconds', Seconds, 1_700_000_000_000],
    ['negative seconds', Seconds, -1],
    ['seconds as nine digits', Seconds, '170000000'],
    ['an address with a password', WebAddress, 'https://a:b@c.example/'],
    ['an address of another protocol', WebAddress, 'ftp://a.example/'],
    ['a long address', WebAddress, `https://a.example/${'x'.repeat(2_048)}`],
    ['metadata of eleven levels', Metadata, nested(11)],
    ['metadata of 251 values', Metadata, { a: Array(249).fill(1) }],
    ['metadata of 6 KB', Metadata, { a: 'x'.repeat(6 * 1024) }],
    ['26 tags', Tags, Array(26).fill('a')],
  ])('%s is invalid', (_name, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

describe('an id', () => {
  it.each([
    ...['', ' ', 'a b', 'a/b', 'a.b', 'a,b', "a'", 'a;b', 'a%', 'a\0', 'a\n', '../a', 'user/a/b'],
    ...['\u00e9', '\uff21', '\u212a', '\u017f', '\u0130', 'a\u0301', '\u0430', '\u{1f44d}'],
    ...['a\ud800', 'x'.repeat(101)],
  ])('%j is none', (text) => {
    expect(Id.safeParse(text).success).toBe(false)
  })
})

describe('sizeIssue()', () => {
  it('bytes are counted, not characters', () => {
    expect(sizeIssue('üü', { maxBytes: 6 })).toBeUndefined()
    expect(sizeIssue('üüü', { maxBytes: 6 })).toMatch(/6 bytes/)
  })
})
