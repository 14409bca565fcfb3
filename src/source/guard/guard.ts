import { AppError } from '../../error.ts'
import type { Log } from '../../log.ts'
import { untilAborted } from '../../until-aborted.ts'
import { withTimeLimit } from '../../upstream/time-limit.ts'
import type { Budget } from './budget.ts'
import { createFlights } from './flight.ts'
import { createGate, type Ending, type GateOptions, type GateState } from './gate.ts'
import { withRetry } from './retry.ts'

export interface GuardOptions extends GateOptions {
  log: Log
  /** From 0 to 1, 1 left out. */
  random?: () => number
}

export interface GuardState extends GateState {
  /** When a call last succeeded. */
  lastSuccess: string | null
}

export interface Guard<Value> {
  /**
   * Makes the call, unless one for an equal key is under way or the upstream may not be asked now.
   *
   * @throws AppError `upstream-unavailable` at once while it may not, with the time to come back.
   */
  run(
    key: string,
    call: (signal: AbortSignal) => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value>
  reportBudget(budget: Budget): void
  state(): GuardState
}

/** A call, its retry and the pause between them: nobody waits longer than this. */
const TIMEOUT_MS = 9_500

/** Spares one upstream, and its callers when it fails. */
export function createGuard<Value>(options: GuardOptions): Guard<Value> {
  const { upstream, log, now, clock, random = Math.random } = options
  const flights = createFlights<Value>({ clock })
  const gate = createGate(options)
  let lastSuccess: string | null = null

  const once = async (call: () => Promise<Value>, isCancelled: () => boolean) => {
    const leave = gate.enter()
    const begunAt = clock()
    const end = (ending: Ending) => {
      leave(ending)
      record(ending, Math.round(clock() - begunAt))
    }

    try {
      const value = await call()
      lastSuccess = now().toISOString()
      end({ outcome: 'finished' })
      return value
    } catch (error) {
      end(isCancelled() ? { outcome: 'cancelled' } : { outcome: 'failed', error })
      throw error
    }
  }

  // Never the question: it is somebody's.
  const record = (ending: Ending, ms: number) => {
    const { outcome } = ending
    const { budgetLeft } = gate.state()
    const fields = { upstream, outcome, ms, budgetLeft }
    if (outcome !== 'failed') return log.info('upstream-call', fields)
    log.warn('upstream-call', { ...fields, code: AppError.from(ending.error).code })
  }

  const fly = (call: (signal: AbortSignal) => Promise<Value>, flight: AbortSignal) => {
    const endsAt = clock() + TIMEOUT_MS
    const mayCall = () => gate.waitMs() === 0
    return withTimeLimit({ upstream, timeoutMs: TIMEOUT_MS, signal: flight }, (signal) => {
      const attempt = () =>
        once(
          () => untilAborted(call(signal), signal),
          () => flight.aborted,
        )
      return withRetry(attempt, { clock, random, endsAt, mayCall, signal })
    })
  }

  return {
    run: (key, call, signal) => flights.join(key, (flight) => fly(call, flight), signal),
    reportBudget: gate.reportBudget,
    state: () => ({ ...gate.state(), lastSuccess }),
  }
}
