/** The calls that a source allows in a period, in its own units. */
export interface RecordingBudget {
  total: number
  /** What its last answer left, and until when; `null` where that is not known. */
  left(): Promise<{ left: number; resetsAt: number | null } | null>
}

/** What was spent until an instant at which the budget is whole again. Instants are seconds. */
export interface Spent {
  spent: number
  resetsAt: number
}

/** People get at least four fifths of what they would get alone, and all of it once half is gone. */
const SHARE = 1 / 6
const RESERVE = 1 / 2

/** Allows the calls of one turn. A call costs what the source says; meanwhile people's calls count too. */
export function createSpending(budget: RecordingBudget, before: Spent) {
  let period = before
  let last: number | undefined
  let cost = 1
  return {
    /** Whether one more call is allowed. */
    async isAllowed(): Promise<boolean> {
      const known = await budget.left()
      if (!known) return period.spent < budget.total * SHARE
      const { left, resetsAt } = known
      const until = Math.ceil((resetsAt ?? 0) / 1000)
      // A period that ends minutes later is a different period.
      if (until > period.resetsAt + 60) period = { spent: 0, resetsAt: until }
      if (last !== undefined && last > left) {
        cost = Math.max(cost, last - left)
        period = { ...period, spent: period.spent + last - left }
      }
      last = left
      return period.spent + cost <= budget.total * SHARE && left >= budget.total * RESERVE
    },
    spent: () => period,
  }
}
