import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packWeights, unpackWeights } from '../../../src/language/intent/weight-coding.ts'

const step = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -31, max: 31 }))

describe('the coding of weights', () => {
  it('packed weights are unpacked unchanged', () => {
    const matrix = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 60 }))
      .chain(([size, rows]) => {
        const steps = fc.array(step, { minLength: size * rows, maxLength: size * rows })
        return fc.record({ size: fc.constant(size), rows: fc.constant(rows), steps })
      })
    void fc.assert(
      fc.property(matrix, ({ size, rows, steps }) => {
        const weights = Int8Array.from(steps)
        expect(unpackWeights(packWeights(weights.slice(), size), size, rows)).toEqual(weights)
      }),
    )
  })

  it('rows of zeros take next to nothing', () => {
    expect(packWeights(new Int8Array(10_000), 10).length).toBeLessThan(100)
  })
})
