import type { Product } from './product.ts'

/** The launches of a list that are of interest. What is unknown fits no bound. */
export interface LaunchBounds {
  minVotes?: number | undefined
  maxRank?: number | undefined
}

/** The launches of a ranking within bounds, with their places in it. */
export function placesIn<Launch extends Product>(
  ranking: readonly Launch[],
  { minVotes, maxRank }: LaunchBounds,
): { rank: number; product: Launch }[] {
  const places = ranking.slice(0, maxRank).map((product, index) => ({ rank: index + 1, product }))
  if (minVotes === undefined) return places
  return places.filter(({ product }) => (product.votesCount ?? -1) >= minVotes)
}

/** `first 5`. */
export function firstPlaces(count: number): string {
  return count === 1 ? 'first place' : `first ${count}`
}

// What separates launches that are ranked by votes. `null` is an unknown count or margin.

type Count = number | null

/**
 * How many more votes put a launch ahead of another for sure: one more than makes them level. `null`
 * if the other has fewer votes and stands above all the same, because its source does not rank by votes.
 */
export function votesToPass(votes: Count, other: Count): Count {
  if (votes === null || other === null || other < votes) return null
  return other - votes + 1
}

/** How many votes a launch is ahead of the one below it; `null` if it is not ahead by votes. */
export function votesAhead(votes: Count, other: Count): Count {
  return votes === null || other === null || votes < other ? null : votes - other
}

/** Whether a lead is greater than the noise of both counts, the square root of their sum. */
export function isClearLead(votes: number, other: number): boolean {
  return votes > other && votes - other >= Math.sqrt(votes + other)
}
