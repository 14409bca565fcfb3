import { describe, expect, it } from 'vitest'
import { launchesOf } from '../../src/ranking/launches.ts'
import type { Product } from '../../src/ranking/product.ts'

const product = (fields: Partial<Product>): Product => ({
  ...{ id: '1', name: 'Kite', tagline: null, url: null, votesCount: 1, commentsCount: 2 },
  ...{ launchedAt: '2026-11-20T08:00:00.000Z', topics: [] },
  ...fields,
})

describe('launchesOf()', () => {
  it('a launch has its numbers in columns', () => {
    const given = product({})
    const { length, votes, comments, launched, id, product: at } = launchesOf([given])
    const columns = [votes[0], comments[0], launched[0], id(0)]
    expect(columns).toEqual([1, 2, Date.parse('2026-11-20T08:00:00.000Z'), '1'])
    expect([length, at(0)]).toEqual([1, given])
  })

  it('unknown votes and comments are below any number, and an unknown launch after any instant', () => {
    const unknown = product({ votesCount: null, commentsCount: null, launchedAt: null })
    const { votes, comments, launched } = launchesOf([unknown])
    expect([votes[0], comments[0], launched[0]]).toEqual([-Infinity, -Infinity, Infinity])
  })

  it('a topic has one number in any case, the name it was met with, and its count', () => {
    const { topics } = launchesOf([
      product({ topics: ['AI', 'Design'] }),
      product({ id: '2', topics: ['ai', 'AI'] }),
      product({ id: '3' }),
    ])
    expect([...topics.known.values()]).toEqual([
      { number: 0, name: 'AI', count: 2 },
      { number: 1, name: 'Design', count: 1 },
    ])
    expect(Array.from(topics.begins)).toEqual([0, 2, 3, 3])
    expect(Array.from(topics.numbers)).toEqual([0, 1, 0])
  })

  it('a change to the list that was given changes nothing', () => {
    const given = [product({})]
    const launches = launchesOf(given)
    given.length = 0
    expect(launches.product(0).name).toBe('Kite')
    expect(() => launches.product(1)).toThrow(RangeError)
  })
})
