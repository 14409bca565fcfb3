import TinyQueue from 'tinyqueue'
import { cartesianTree } from './cartesian-tree.ts'
import type { Work } from './in-slices.ts'
import { rangeMinimum } from './range-minimum.ts'

/** A range of the launches in time order, with the best of them. */
interface Slice {
  from: number
  until: number
  best: number
  rank: number
}

export interface TimeOrder {
  /** The instants of the launches, ascending. */
  readonly instants: Float64Array
  /** The rank of each of them. */
  readonly ranks: Int32Array
}

export type BestOfWindow = (limit: number, from: number, until: number) => number[]

/**
 * The lowest ranks of the launches in a half-open interval, ascending, at most `limit`. A query takes
 * about as long for a million launches as for a few.
 */
export function* bestOfWindow({ instants, ranks }: TimeOrder): Work<BestOfWindow> {
  const bestOf = rangeMinimum(ranks)
  yield
  const { before, after } = yield* cartesianTree(ranks)

  return (limit, from, until) => {
    const top: number[] = []
    const slices = new TinyQueue<Slice>([], (left, right) => left.rank - right.rank)
    // The best of a slice is the child in the tree, unless that is outside of the window.
    const push = (from: number, until: number, child = -1) => {
      if (from >= until) return
      const best = from <= child && child < until ? child : bestOf(from, until)
      slices.push({ from, until, best, rank: ranks[best] ?? 0 })
    }

    push(firstAtOrAfter(instants, from), firstAtOrAfter(instants, until))
    while (top.length < limit) {
      const slice = slices.pop()
      if (!slice) break
      const { best, rank } = slice
      top.push(rank)
      if (top.length === limit) return top
      push(slice.from, best, before[best])
      push(best + 1, slice.until, after[best])
    }
    return top
  }
}

function firstAtOrAfter(instants: Float64Array, instant: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? Infinity) < instant) low = middle + 1
    else high = middle
  }
  return low
}
