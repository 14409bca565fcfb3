import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankHeap } from '../../src/ranking/rank-heap.ts'

describe('rankHeap()', () => {
  it('an empty heap returns nothing', () => {
    expect(rankHeap().shift()).toBeUndefined()
  })

  it('a heap returns its minimum at any time', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat()), { maxLength: 100, size: 'max' }), (steps) => {
        const heap = rankHeap()
        const sorted: number[] = []
        for (const rank of steps) {
          if (rank === null) expect(heap.shift()?.rank).toBe(sorted.shift())
          else {
            heap.push({ rank })
            sorted.push(rank)
            sorted.sort((left, right) => left - right)
          }
        }
      }),
    )
  })
})
