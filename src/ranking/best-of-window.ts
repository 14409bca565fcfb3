import { firstIndex } from './binary-search.ts'
import type { Work } from './in-slices.ts'

export type BestOfWindow = (limit: number, from: number, until: number) => number[]

/** How many launches a block has. */
const BLOCK = 1_024

/**
 * Finds the best launches of a half-open interval, as ranks in ascending order. The launches are in
 * order of time, in blocks that are also kept in order of rank: of a block inside the interval only
 * the first few are looked at, and at most two blocks are cut by its ends.
 */
export function* bestOfWindow(instants: Float64Array, ranks: Int32Array): Work<BestOfWindow> {
  const sortedBlocks = ranks.slice()
  for (let from = 0; from < ranks.length; from += BLOCK) {
    sortedBlocks.subarray(from, from + BLOCK).sort()
    yield
  }

  return (limit, from, until) => {
    const end = firstAtOrAfter(instants, until)
    const best = lowest(limit)
    let at = firstAtOrAfter(instants, from)
    while (at < end) {
      const next = Math.min(end, at - (at % BLOCK) + BLOCK)
      const isWhole = next - at === BLOCK
      const block = (isWhole ? sortedBlocks : ranks).subarray(at, next)
      for (const rank of block) {
        const isAmongBest = best.offer(rank)
        if (isWhole && !isAmongBest) break
      }
      at = next
    }
    return best.ranks
  }
}

/** Collects the lowest of the ranks that are offered, in ascending order. */
function lowest(limit: number) {
  const ranks: number[] = []

  return {
    ranks,
    offer(rank: number): boolean {
      if (ranks.length >= limit && rank >= (ranks.at(-1) ?? 0)) return false
      let at = ranks.length
      while (at > 0 && rank < (ranks[at - 1] ?? 0)) at -= 1
      ranks.splice(at, 0, rank)
      if (ranks.length > limit) ranks.pop()
      return true
    },
  }
}

function firstAtOrAfter(instants: Float64Array, instant: number): number {
  return firstIndex(instants.length, (index) => (instants[index] ?? Infinity) >= instant)
}
