// What separates launches that are ranked by votes. `null` is a count or a margin that nobody knows.

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
