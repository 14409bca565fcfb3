import { AppError } from '../../error.ts'
import { type BreakerState, createBreaker, type Verdict } from './breaker.ts'
import { type Budget, type BudgetOptions, createBudget } from './budget.ts'
import { createPause } from './pause.ts'

export interface GateOptions extends BudgetOptions {
  upstream: string
}

/** How a call ended. One that we gave up ourselves has not failed. */
export type Ending =
  | { outcome: 'finished' }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; error: unknown }

export interface GateState {
  breaker: BreakerState
  budgetLeft: number | null
  budgetResetAt: string | null
}

export interface Gate {
  /** How long no call may be made; zero when one may be made now. */
  waitMs(): number
  /**
   * Lets a call through. What is returned is told how it ended.
   *
   * @throws AppError that says when to come back, while no call may be made.
   */
  enter(): (ending: Ending) => void
  reportBudget(budget: Budget): void
  state(): GateState
}

/** The pause when an upstream has had enough of us and does not say for how long. */
const UNTOLD_PAUSE_MS = 30_000

/** Whether the upstream may be asked now: by its wait, by its budget and by how it has fared. */
export function createGate({ upstream, ...options }: GateOptions): Gate {
  const breaker = createBreaker(options)
  const budget = createBudget(options)
  const pause = createPause(options)

  const waitMs = () => Math.max(pause.waitMs(), budget.waitMs(), breaker.waitMs())

  return {
    waitMs,

    enter() {
      const retryAfterMs = waitMs()
      if (retryAfterMs > 0) {
        const message = `${upstream} cannot be asked right now.`
        throw new AppError('upstream-unavailable', message, { retryAfterMs })
      }
      const spent = budget.begin()
      const judged = breaker.begin()
      return (ending) => {
        spent()
        judged(verdict(ending))
        if (ending.outcome === 'failed') pause.begin(wishedPauseMs(ending.error))
      }
    },

    reportBudget: budget.report,
    state: () => ({ breaker: breaker.state(), ...budget.state() }),
  }
}

/**
 * What may well go better the next time speaks against the upstream, and so does what nobody
 * foresaw. A refusal or an answer that makes no sense may be about the one question; a limit of our
 * rate is no failure.
 */
function verdict(ending: Ending): Verdict {
  if (ending.outcome === 'finished') return 'up'
  if (ending.outcome === 'cancelled') return 'unsure'
  const { error } = ending
  if (!(error instanceof AppError)) return 'down'
  return error.retryable || error.code === 'upstream-timeout' ? 'down' : 'unsure'
}

function wishedPauseMs(error: unknown): number {
  if (!(error instanceof AppError)) return 0
  return error.retryAfterMs ?? (error.code === 'upstream-unavailable' ? UNTOLD_PAUSE_MS : 0)
}
