import TinyQueue from 'tinyqueue'
import { cartesianTree } from './cartesian-tree.ts'
import type { Work } from './in-slices.ts'
import { rangeMinimum } from './range-minimum.ts'

/** Some of the launches in order of time, and which of them is the best. */
interface Slice {
  from: number
  until: number
  best: number
  rank: number
}

export interface TimeOrder {
  /** When launches were, the first one first. */
  readonly instants: Float64Array
  /** The rank that each of them has. */
  readonly ranks: Int32Array
}

export type BestOfWindow = (limit: number, from: number, until: number) => number[]

/**
 * The lowest ranks of launches in a half-open interval, at most `limit`, the lowest first: in
 * about the same time among a million launches as among few.
 */
export function* bestOfWindow({ instants, ranks }: TimeOrder): Work<BestOfWindow> {
  const bestOf = rangeMinimum(ranks)
  yield
  const { before, after } = yield* cartesianTree(ranks)

  return (limit, from, until) => {
    const top: number[] = []
    const slices = new TinyQueue<Slice>([], (left, right) => left.rank - right.rank)
    // The best of a slice is the tree's child, unless the window cuts that off: then we search.
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
