import delay from 'delay'
import { untilAborted } from '../../core/abort.ts'
import { AppError, type ErrorCode } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
import { upstreamReason } from '../../core/upstream/upstream-error.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import {
  type AdmissionOptions,
  type AdmissionState,
  type CallEnd,
  createAdmission,
} from './admission.ts'
import type { Budget } from './budget.ts'

export interface CallPolicyOptions extends AdmissionOptions {
  log: Log
  /** A number from 0 to less than 1. */
  random?: () => number
}

export interface CallPolicyState extends AdmissionState {
  /** When a call last succeeded. */
  lastSuccess: string | null
  /** Whether the last call failed. */
  failing: boolean
  lastFailure: { at: string; code: ErrorCode; reason?: string | undefined } | null
  /** How many products were not what was asked for, and left out. */
  dropped: number
}

type Call<Value> = (signal: AbortSignal) => Promise<Value>

export interface CallPolicy<Value> {
  /**
   * Makes the call, and retries it once after a retryable error. Aborting the signal aborts it.
   *
   * @throws AppError `upstream-unavailable` with `retryAfterMs`, at once, while the upstream may not
   * be called.
   */
  run(call: Call<Value>, signal?: AbortSignal): Promise<Value>
  reportBudget(budget: Budget): void
  reportDropped(count: number): void
  state(): CallPolicyState
}

/**
 * For a call, its retry and the delay between them: more than `requestText` gives one call, and less
 * than the cache lets a caller wait.
 */
const TIMEOUT_MS = 9_500

const MIN_DELAY_MS = 200
const MAX_DELAY_MS = 600

/** With less time left than this a retry is unlikely to finish. */
const MIN_LEFT_MS = 2_000

/**
 * How one upstream is called: budget, cooldown, circuit breaker, timeout and one retry. Equal calls
 * are coalesced by the cache in front.
 *
 * The breaker of cockatiel does not fit: it uses the wall clock, counts every call as a success or a
 * failure, and waits forever for a probe that was lost with its request, as happens on Workers.
 */
export function createCallPolicy<Value>(options: CallPolicyOptions): CallPolicy<Value> {
  const { upstream, log, now, clock, random = Math.random } = options
  const admission = createAdmission(options)
  let lastSuccess: CallPolicyState['lastSuccess'] = null
  let lastFailure: CallPolicyState['lastFailure'] = null
  let failing = false
  let dropped = 0

  const attempt = async (call: () => Promise<Value>, caller?: AbortSignal) => {
    const endCall = admission.begin()
    const startedAt = clock()
    const end = (ending: CallEnd) => {
      endCall(ending)
      record(ending, Math.round(clock() - startedAt))
    }

    try {
      const value = await call()
      lastSuccess = now().toISOString()
      failing = false
      end({ outcome: 'finished' })
      return value
    } catch (error) {
      end(caller?.aborted ? { outcome: 'cancelled' } : { outcome: 'failed', error })
      throw error
    }
  }

  // The request is not logged: it is private.
  const record = (ending: CallEnd, ms: number) => {
    const { outcome } = ending
    const { budgetLeft, pausedUntil } = admission.state()
    const fields = { upstream, outcome, ms, budgetLeft, ...(pausedUntil && { pausedUntil }) }
    if (outcome !== 'failed') return log[pausedUntil ? 'warn' : 'info']('upstream-call', fields)
    const failure = AppError.from(ending.error)
    const { code } = failure
    const reason = upstreamReason(failure)
    lastFailure = { at: now().toISOString(), code, reason }
    failing = true
    log.warn('upstream-call', { ...fields, code, reason })
  }

  // With jitter, so that processes do not all retry at once.
  const retryDelayMs = (error: unknown, endsAt: number) => {
    if (!(error instanceof AppError) || !error.retryable) return undefined
    const delayMs = MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS)
    const hasTime = endsAt - clock() - delayMs >= MIN_LEFT_MS
    return hasTime && admission.waitMs() === 0 ? delayMs : undefined
  }

  return {
    run(call, signal) {
      const endsAt = clock() + TIMEOUT_MS
      return withTimeout({ upstream, timeoutMs: TIMEOUT_MS, signal }, async (limited) => {
        const once = () => attempt(() => untilAborted(call(limited), limited), signal)
        try {
          return await once()
        } catch (error) {
          const delayMs = retryDelayMs(error, endsAt)
          if (delayMs === undefined) throw error
          await delay(delayMs, { signal: limited })
          return once()
        }
      })
    },

    reportBudget: admission.reportBudget,
    reportDropped(count) {
      dropped += count
      log.warn('products-dropped', { upstream, count })
    },
    state: () => ({ ...admission.state(), lastSuccess, failing, lastFailure, dropped }),
  }
}
