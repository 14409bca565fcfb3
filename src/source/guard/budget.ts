/** What an upstream says it still allows us. */
export interface Budget {
  limit: number
  remaining: number
  /** How long until it is full again. */
  resetMs: number
}

export interface BudgetOptions {
  now(): Date
  clock(): number
  /** What is never spent, so that no call meets the end of the budget. */
  reserve?: number
  /** What a call is taken to cost as long as the upstream has not said. */
  callCost?: number
}

export interface BudgetGuard {
  report(budget: Budget): void
  /** How long no call may be made; zero when one may be made now. */
  waitMs(): number
  /** Begins a call. What is returned is to be called when it has ended. */
  begin(): () => void
  state(): { budgetLeft: number | null; budgetResetAt: string | null }
}

/** Nobody's budget needs longer, whatever a clock may say. */
const LONGEST_MS = 15 * 60_000

/** Resets are told in whole seconds from now: so far apart they are still the same one. */
const SAME_RESET_MS = 5_000

/** By then a call under way has most probably said what it cost. */
const REPORT_MS = 1_000

/** Keeps calls from being made that the upstream would refuse because its budget is spent. */
export function createBudget(options: BudgetOptions): BudgetGuard {
  const { now, clock, reserve = 200, callCost = 100 } = options
  let reported: { remaining: number; resetAt: number } | undefined
  let reports = 0
  let underWay = 0

  // After its reset a budget is unknown until the next answer.
  const current = () => (reported && clock() < reported.resetAt ? reported : undefined)

  return {
    report({ remaining, resetMs }) {
      const known = current()
      const resetAt = clock() + Math.min(resetMs, LONGEST_MS)
      const isSame = known && Math.abs(known.resetAt - resetAt) < SAME_RESET_MS
      reports += 1
      reported = {
        // Answers can overtake each other, and a budget only shrinks.
        remaining: isSame ? Math.min(known.remaining, remaining) : remaining,
        resetAt,
      }
    },

    waitMs() {
      const known = current()
      if (!known) return 0
      if (known.remaining < reserve) return known.resetAt - clock()
      return known.remaining - underWay * callCost < reserve ? REPORT_MS : 0
    },

    begin() {
      const before = reports
      underWay += 1
      return () => {
        underWay -= 1
        const known = current()
        if (known && reports === before) known.remaining -= callCost
      }
    },

    state() {
      const known = current()
      if (!known) return { budgetLeft: null, budgetResetAt: null }
      const budgetLeft = Math.max(0, known.remaining - underWay * callCost)
      const resetAt = new Date(now().getTime() + known.resetAt - clock())
      return { budgetLeft, budgetResetAt: resetAt.toISOString() }
    },
  }
}
