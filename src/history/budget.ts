/** The calls that a source allows in a period, in its own units. */
export interface Budget {
  total: number
  periodMs: number
  /** What is left; `null` if that is unknown, as it is after a reset. */
  left(): Promise<number | null>
}

export interface Spending {
  /** Whether one more call is allowed. */
  isAllowed(): Promise<boolean>
}

/** Snapshots take at most this part of the budget, and nothing when less than a quarter is left. */
const SHARE = 1 / 2
const RESERVE = 1 / 4

/**
 * What may be spent in one turn, of which several begin in one period. What others spend meanwhile
 * counts too: they need it.
 */
export function createSpending(budget: Budget | undefined, turnMs: number): Spending {
  if (!budget) return { isAllowed: async () => true }
  const { total, periodMs, left } = budget
  const max = (total * SHARE) / (Math.floor(periodMs / turnMs) + 1)
  let last = Number.NEGATIVE_INFINITY
  let spent = 0
  return {
    async isAllowed() {
      const now = (await left()) ?? total
      spent += Math.max(0, last - now)
      last = now
      return spent < max && now >= total * RESERVE
    },
  }
}
