import { describe, expect, it } from 'vitest'
import { looseCount, looseId, looseInstant, looseText } from '../../src/sources/loose-field.ts'

describe('looseText', () => {
  it.each([
    [' Kite ', 'Kite'],
    ['a \ud83d b', 'a \ufffd b'],
    ['a\u200db \ud83d\ude80', 'a\u200db \ud83d\ude80'],
    ['', null],
    ['[REDACTED]', null],
    [5, null],
    [null, null],
    [undefined, null],
  ])('%j is read as %j', (value, expected) => {
    expect(looseText(value)).toBe(expected)
  })
})

describe('looseId', () => {
  it.each([
    [17, '17'],
    ['a1', 'a1'],
    [{}, null],
  ])('%j is read as %j', (value, expected) => {
    expect(looseId(value)).toBe(expected)
  })
})

describe('looseCount', () => {
  it.each([
    [0, 0],
    [12, 12],
    [-1, null],
    [1.5, null],
    ['12', null],
    [null, null],
  ])('%j is read as %j', (value, expected) => {
    expect(looseCount(value)).toBe(expected)
  })
})

describe('looseInstant', () => {
  it.each([
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20 08:00:00', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    [1_795_161_600, '2026-11-20T08:00:00.000Z'],
    ['2026-13-40', null],
    ['20 November 2026', null],
    ['12:00', null],
    [Number.NaN, null],
    [undefined, null],
  ])('%j is read as %j', (value, expected) => {
    expect(looseInstant(value)).toBe(expected)
  })
})
