import { cartesianTree } from './cartesian-tree.ts'
import type { Product } from './product.ts'
import { rangeMinimum } from './range-minimum.ts'
import { rankHeap } from './rank-heap.ts'
import { inRankingOrder, type Launch } from './ranking-order.ts'

export interface Leaderboard {
  /**
   * The best products launched in a half-open stretch of time, best first, at most `limit`.
   * `from` and `until` are milliseconds since the epoch; without them it is all time.
   */
  top(limit: number, from?: number, until?: number): Product[]
}

/** Some of the launches in order of time, and which of them is the best. */
interface Slice {
  from: number
  until: number
  best: number
  rank: number
}

/** An index that answers for any window about as fast among a million products as among few. */
export function createLeaderboard(products: readonly Product[]): Leaderboard {
  const ranking = inRankingOrder(products)
  const allTime = ranking.map(({ product }) => product)
  const { instants, ranks } = inTimeOrder(ranking)
  const bestOf = rangeMinimum(ranks)
  const { before, after } = cartesianTree(ranks)

  return {
    top(limit, from = -Infinity, until = Infinity) {
      if (from === -Infinity && until === Infinity) return allTime.slice(0, limit)

      const top: Product[] = []
      const slices = rankHeap<Slice>()
      // The best of a slice is the tree's child, unless the window cuts that off: then we search.
      const push = (from: number, until: number, child = -1) => {
        if (from >= until) return
        const best = from <= child && child < until ? child : bestOf(from, until)
        slices.push({ from, until, best, rank: ranks[best] ?? 0 })
      }

      push(firstAtOrAfter(instants, from), firstAtOrAfter(instants, until))
      while (top.length < limit) {
        const slice = slices.shift()
        if (!slice) break
        const { best, rank } = slice
        const product = allTime[rank]
        if (product !== undefined) top.push(product)
        if (top.length === limit) return top
        push(slice.from, best, before[best])
        push(best + 1, slice.until, after[best])
      }
      return top
    },
  }
}

/** When each known launch was and what rank it has, the first one first. */
function inTimeOrder(ranking: readonly Launch[]) {
  const instantOf = Float64Array.from(ranking, ({ launched }) => launched)
  const ranks = Int32Array.from(instantOf.keys())
    .filter((rank) => (instantOf[rank] ?? Infinity) < Infinity)
    .sort((left, right) => (instantOf[left] ?? 0) - (instantOf[right] ?? 0))

  const instants = Float64Array.from(ranks, (rank) => instantOf[rank] ?? 0)
  return { instants, ranks }
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
