import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeMinimum } from '../../src/ranking/range-minimum.ts'

describe('rangeMinimum()', () => {
  it('the minimum of every range is found', () => {
    const value = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
    const values = fc.uniqueArray(value, { minLength: 1, maxLength: 300, size: 'max' })
    fc.assert(
      fc.property(values, (list) => {
        const minimum = rangeMinimum(Int32Array.from(list))
        for (let from = 0; from < list.length; from += 7) {
          for (let until = from + 1; until <= list.length; until += 1) {
            expect(list[minimum(from, until)]).toBe(Math.min(...list.slice(from, until)))
          }
        }
      }),
      { numRuns: 10 },
    )
  })

  it('the minimum is found in ranges of whole blocks', () => {
    const values = Int32Array.from({ length: 5000 }, (_, index) => (index * 7919) % 5003)
    const minimum = rangeMinimum(values)
    for (let until = 1; until <= values.length; until += 13) {
      for (const from of [0, until >> 2, until >> 1, until - 1]) {
        expect(values[minimum(from, until)]).toBe(Math.min(...values.subarray(from, until)))
      }
    }
  })
})
