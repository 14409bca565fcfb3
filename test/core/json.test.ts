import { describe, expect, it } from 'vitest'
import {
  isDeeperThan,
  isRecord,
  jsonLimitIssue,
  jsonText,
  parseJson,
  tryParseJson,
} from '../../src/core/json.ts'

const ID = '12345678901234567890'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('parseJson()', () => {
  it.each([
    ['null', null],
    ['"text"', 'text'],
    ['{"a":[1,2]}', { a: [1, 2] }],
    ['{"id":12345678901234567890}', { id: '12345678901234567890' }],
    ['[-9007199254740993,9007199254740992]', ['-9007199254740993', 2 ** 53]],
    ['["12345678901234567890","\\"1234567890123456789"]', [ID, '"1234567890123456789']],
    ['[1e300,0.1234567890123456]', [1e300, 0.1234567890123456]],
  ])('%s is parsed to its value', (text, value) => {
    expect(parseJson(text)).toEqual({ value })
  })

  it.each(['', '{', 'undefined', '{"a":1,}', '[01234567890123456789]', '["12345678901234567'])(
    '%j has an issue and no value',
    (text) => {
      expect(parseJson(text)).toEqual({ issue: expect.any(String) })
      expect(tryParseJson(text)).toBeUndefined()
    },
  )

  it('a text over its limits has an issue, whether it is JSON or not', () => {
    expect(parseJson(nested(3), { maxDepth: 2 }).value).toBeUndefined()
    expect(parseJson('[1,2,3', { maxValues: 3 }).issue).toMatch(/3 values/)
  })
})

describe('jsonLimitIssue()', () => {
  it.each([
    ['levels at the limit', nested(2), { maxDepth: 2 }, false],
    ['levels over the limit', nested(3), { maxDepth: 2 }, true],
    ['lists side by side', '[[],[],[]]', { maxDepth: 2 }, false],
    ['values at the limit', '[1,2]', { maxValues: 3 }, false],
    ['values over the limit', '[1,2,3]', { maxValues: 3 }, true],
    ['brackets inside a string', '"[[[[,,,,"', { maxDepth: 1, maxValues: 2 }, false],
    ['an escaped quote inside a string', '"\\"[[,,"', { maxDepth: 1, maxValues: 2 }, false],
    ['an escaped backslash before the end of a string', '["\\\\",[]]', { maxDepth: 1 }, true],
    ['a string without an end', '"[[[[', { maxDepth: 1 }, false],
  ])('%s', (_name, text, limits, isOver) => {
    expect(jsonLimitIssue(text, limits) !== undefined).toBe(isOver)
  })
})

describe('isDeeperThan()', () => {
  it.each([
    [1, 0, false],
    [[], 0, true],
    [[[]], 2, false],
    [{ a: { b: [] } }, 2, true],
    [{ a: null, b: 'text' }, 1, false],
  ])('%j is compared with %i levels', (value, levels, isDeeper) => {
    expect(isDeeperThan(value, levels)).toBe(isDeeper)
  })

  it('a value that is nested thousands deep exhausts no stack', () => {
    expect(isDeeperThan(JSON.parse(nested(5_000)), 4_999)).toBe(true)
  })
})

describe('isRecord()', () => {
  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ['text', false],
    [undefined, false],
  ])('%j', (value, expected) => {
    expect(isRecord(value)).toBe(expected)
  })
})

it.each([
  ['half \ud83d a face', 'half \ufffd a face'],
  ['\\ud83d is written out', '\\ud83d is written out'],
  ['\\\ude00', '\\\ufffd'],
  ['whole \ud83d\ude00', 'whole \ud83d\ude00'],
  ['a\u0085b\u2028c\u2029d\n\r\v\f\x1c\x1d\x1e', 'a\u0085b\u2028c\u2029d\n\r\v\f\x1c\x1d\x1e'],
])('jsonText(%j) is JSON of Unicode on one line', (text, expected) => {
  const json = jsonText({ text })
  expect(JSON.parse(json)).toEqual({ text: expected })
  expect(json).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
})
