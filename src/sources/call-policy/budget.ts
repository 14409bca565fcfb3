/** The remaining budget as an upstream reports it. */
export interface Budget {
  limit: number
  /** Negative if more was spent than there was. */
  remaining: number
  /** How long until it is full again. */
  resetMs: number
}

export interface BudgetOptions {
  now(): Date
  clock(): number
  /** Kept unspent, so that no call exceeds the budget. */
  reserve?: number
  /** The assumed cost of a call until the upstream reports it. */
  callCost?: number
}

interface BudgetTracker {
  report(budget: Budget): void
  /** How long until a call may be made; zero when one may be made now. */
  waitMs(): number
  /** Begins a call. The returned function must be called when it has ended. */
  begin(): () => void
  state(): { budgetLeft: number | null; budgetResetAt: string | null }
}

/** No budget takes longer to reset, whatever the upstream's clock says. */
const MAX_RESET_MS = 15 * 60_000

/** Resets are reported in whole seconds from now. Two that are this close are the same one. */
const SAME_RESET_MS = 5_000

/** By then a pending call has probably reported its cost. */
const REPORT_WAIT_MS = 1_000

/** Prevents calls that the upstream would reject because the budget is spent. */
export function createBudgetTracker(options: BudgetOptions): BudgetTracker {
  const { now, clock, reserve = 200, callCost = 100 } = options
  let reported: { remaining: number; resetAt: number } | undefined
  let reports = 0
  let pending = 0

  // After its reset a budget is unknown until the next response.
  const current = () => (reported && clock() < reported.resetAt ? reported : undefined)

  return {
    report({ remaining, resetMs }) {
      const known = current()
      const resetAt = clock() + Math.min(resetMs, MAX_RESET_MS)
      const isSame = known && Math.abs(known.resetAt - resetAt) < SAME_RESET_MS
      reports += 1
      reported = {
        // Responses can arrive out of order, and a budget only shrinks.
        remaining: isSame ? Math.min(known.remaining, remaining) : remaining,
        resetAt,
      }
    },

    waitMs() {
      const known = current()
      if (!known) return 0
      if (known.remaining < reserve) return known.resetAt - clock()
      return known.remaining - pending * callCost < reserve ? REPORT_WAIT_MS : 0
    },

    begin() {
      const before = reports
      pending += 1
      return () => {
        pending -= 1
        const known = current()
        if (known && reports === before) known.remaining -= callCost
      }
    },

    state() {
      const known = current()
      if (!known) return { budgetLeft: null, budgetResetAt: null }
      const budgetLeft = Math.max(0, known.remaining - pending * callCost)
      const resetAt = new Date(now().getTime() + known.resetAt - clock())
      return { budgetLeft, budgetResetAt: resetAt.toISOString() }
    },
  }
}
