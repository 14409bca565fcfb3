import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartesianTree } from '../../src/ranking/cartesian-tree.ts'
import { runToEnd } from '../../src/ranking/in-slices.ts'

describe('cartesianTree()', () => {
  it('names the least of what stands before and after, up to what is less', () => {
    const { before, after } = runToEnd(cartesianTree(Int32Array.of(3, 1, 4, 0, 5, 2)))
    expect([...before]).toEqual([-1, 0, -1, 1, -1, 4])
    expect([...after]).toEqual([-1, 2, -1, 5, -1, -1])
  })

  it('has every index once, least first, in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 200, size: 'max' }), (values) => {
        const { before, after } = runToEnd(cartesianTree(Int32Array.from(values)))
        const walk = (index: number): number[] => {
          if (index < 0) return []
          for (const child of [before[index]!, after[index]!]) {
            if (child >= 0) expect(values[child]).toBeGreaterThan(values[index]!)
          }
          return [...walk(before[index]!), index, ...walk(after[index]!)]
        }
        expect(walk(values.indexOf(Math.min(...values)))).toEqual([...values.keys()])
      }),
    )
  })
})
