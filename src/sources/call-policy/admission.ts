import { AppError } from '../../core/error.ts'
import { type Budget, type BudgetOptions, createBudgetTracker } from './budget.ts'
import { type BreakerState, type CallOutcome, createCircuitBreaker } from './circuit-breaker.ts'

export interface AdmissionOptions extends BudgetOptions {
  upstream: string
}

/** How a call ended. A cancelled call has not failed. */
export type CallEnd =
  | { outcome: 'finished' }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; error: unknown }

export interface AdmissionState {
  breaker: BreakerState
  budgetLeft: number | null
  budgetResetAt: string | null
  /** Until when the upstream is not called; `null` if it is. */
  pausedUntil: string | null
}

interface Admission {
  /** How long until a call may be made; zero when one may be made now. */
  waitMs(): number
  /**
   * Begins a call. The returned function must be called with how it ended.
   *
   * @throws AppError with `retryAfterMs` while no call may be made.
   */
  begin(): (ending: CallEnd) => void
  reportBudget(budget: Budget): void
  state(): AdmissionState
}

/** However long an upstream asks us to wait, the next call is made after this. */
const MAX_COOLDOWN_MS = 15 * 60_000

/** Decides by cooldown, budget and circuit breaker whether the upstream may be called. */
export function createAdmission({ upstream, ...options }: AdmissionOptions): Admission {
  const { now, clock } = options
  const breaker = createCircuitBreaker(options)
  const budget = createBudgetTracker(options)
  let cooldownUntil = 0

  const waitMs = () => Math.max(0, cooldownUntil - clock(), budget.waitMs(), breaker.waitMs())

  return {
    waitMs,

    begin() {
      const retryAfterMs = waitMs()
      if (retryAfterMs > 0) {
        const message = `${upstream} is not available right now.`
        throw new AppError('upstream-unavailable', message, { retryAfterMs })
      }
      const spend = budget.begin()
      const endCall = breaker.begin()
      return (ending) => {
        spend()
        endCall(outcomeOf(ending))
        if (ending.outcome !== 'failed') return
        cooldownUntil = Math.max(cooldownUntil, clock() + cooldownMs(ending.error))
      }
    },

    reportBudget: budget.report,
    state() {
      const wait = waitMs()
      const pausedUntil = wait > 0 ? new Date(now().getTime() + wait).toISOString() : null
      return { breaker: breaker.state(), ...budget.state(), pausedUntil }
    },
  }
}

/**
 * Retryable and unexpected errors count against the upstream. A rejected request or an unreadable
 * response may be due to that one question, and a rate limit is not a failure.
 */
function outcomeOf(ending: CallEnd): CallOutcome {
  if (ending.outcome === 'finished') return 'success'
  if (ending.outcome === 'cancelled') return 'unknown'
  const { error } = ending
  if (!(error instanceof AppError)) return 'failure'
  return error.retryable || error.code === 'upstream-timeout' ? 'failure' : 'unknown'
}

function cooldownMs(error: unknown): number {
  const { retryAfterMs = 0 } = AppError.from(error)
  return Math.min(retryAfterMs, MAX_COOLDOWN_MS)
}
