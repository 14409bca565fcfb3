import { describe, expect, it } from 'vitest'
import { runToEnd, sortInSlices } from '../../src/ranking/in-slices.ts'

describe('sortInSlices()', () => {
  it('sortInSlices() sorts like Array.prototype.sort, with pauses', () => {
    const keys = Int32Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 1000)
    const compare = (left: number, right: number) => (keys[left] ?? 0) - (keys[right] ?? 0)
    const places = Array.from(keys.keys())
    const work = sortInSlices(Int32Array.from(places), compare)
    expect(work.next().done).toBe(false)
    expect(Array.from(runToEnd(work))).toEqual(places.toSorted(compare))
  })
})
