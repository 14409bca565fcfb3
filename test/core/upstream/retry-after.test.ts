import { describe, expect, it } from 'vitest'
import { retryAfterMs, secondsInMs } from '../../../src/core/upstream/retry-after.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const DAY_MS = 86_400_000

describe('retryAfterMs()', () => {
  it.each([
    ['seconds', '17', 17_000],
    ['blanks around the seconds', ' 17 ', 17_000],
    ['a date', 'Fri, 20 Nov 2026 18:01:00 GMT', 60_000],
    ['a date in the past', 'Fri, 20 Nov 2026 17:00:00 GMT', 0],
    ['more than a day', '999999999', DAY_MS],
    ['a fraction', '1.5', 1_500],
    ['a negative number', '-1', undefined],
    ['a date in another form', '2026-11-20T18:01:00Z', 60_000],
    ['a date that does not exist', 'Fri, 99 Nov 2026 18:01:00 GMT', undefined],
    ['no value', '', undefined],
  ])('%s', (_name, value, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), NOW)).toBe(expected)
  })

  it('a missing header asks for no wait', () => {
    expect(retryAfterMs(new Headers(), NOW)).toBeUndefined()
  })
})

describe('secondsInMs()', () => {
  it.each([
    [3, 3_000],
    ['3', 3_000],
    [0.5, 500],
    [-1, 0],
    [Number.NaN, undefined],
    ['soon', undefined],
    [null, undefined],
  ])('%j', (value, expected) => {
    expect(secondsInMs(value)).toBe(expected)
  })
})
