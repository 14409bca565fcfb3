import { describe, expect, it } from 'vitest'
import { isClearLead, votesAhead, votesToPass } from '../../src/ranking/place.ts'

describe('votes between two launches', () => {
  it.each([
    [10, 14, 5],
    [10, 10, 1],
    [10, 9, null],
    [null, 9, null],
    [9, null, null],
  ])('with %j votes it takes %3$j more to pass %j', (votes, other, expected) => {
    expect(votesToPass(votes, other)).toBe(expected)
  })

  it.each([
    [14, 10, 4],
    [10, 10, 0],
    [9, 10, null],
    [10, null, null],
  ])('%j votes are %3$j ahead of %j', (votes, other, expected) => {
    expect(votesAhead(votes, other)).toBe(expected)
  })

  it.each([
    [0, 0, false],
    [1, 0, true],
    [110, 100, false],
    [115, 100, true],
    [100, 115, false],
  ])('that %d votes lead %d is clear: %j', (votes, other, expected) => {
    expect(isClearLead(votes, other)).toBe(expected)
  })
})
