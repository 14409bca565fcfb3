import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartesianTree } from '../../src/ranking/cartesian-tree.ts'
import { runToEnd } from '../../src/ranking/in-slices.ts'

describe('cartesianTree()', () => {
  it("each node's children are the minima before and after it", () => {
    const { before, after } = runToEnd(cartesianTree(Int32Array.of(3, 1, 4, 0, 5, 2)))
    expect([...before]).toEqual([-1, 0, -1, 1, -1, 4])
    expect([...after]).toEqual([-1, 2, -1, 5, -1, -1])
  })

  it('a Cartesian tree contains every index once, the minimum at the top', () => {
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
