import delay from 'delay'
import { untilAborted } from '../../core/abort.ts'
import { AppError } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
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
  /** From 0 up to but not including 1. */
  random?: () => number
}

export interface CallPolicyState extends AdmissionState {
  /** When a call last succeeded. */
  lastSuccess: string | null
}

type Call<Value> = (signal: AbortSignal) => Promise<Value>

export interface CallPolicy<Value> {
  /**
   * Makes the call, and once more where that may well help. Aborting the signal aborts the call.
   *
   * @throws AppError `upstream-unavailable` at once, with the time to come back, while the upstream
   * may not be called.
   */
  run(call: Call<Value>, signal?: AbortSignal): Promise<Value>
  reportBudget(budget: Budget): void
  state(): CallPolicyState
}

/**
 * For a call, its retry and the delay between them: more than `requestText` gives one call, and less
 * than the cache lets a caller wait.
 */
const TIMEOUT_MS = 9_500

const MIN_DELAY_MS = 200
const MAX_DELAY_MS = 600

/** With less time left than this a second call would hardly finish. */
const MIN_LEFT_MS = 2_000

/**
 * How one upstream is called: budget, cooldown, circuit breaker, timeout and one retry. It spares
 * the upstream, and its callers when it fails. Equal calls are coalesced by the cache in front.
 *
 * Not cockatiel: its breaker goes by the wall clock, and knows no call that says nothing about the
 * upstream, nor a probe that was lost together with the request it belonged to, as on Workers.
 */
export function createCallPolicy<Value>(options: CallPolicyOptions): CallPolicy<Value> {
  const { upstream, log, now, clock, random = Math.random } = options
  const admission = createAdmission(options)
  let lastSuccess: string | null = null

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
      end({ outcome: 'finished' })
      return value
    } catch (error) {
      end(caller?.aborted ? { outcome: 'cancelled' } : { outcome: 'failed', error })
      throw error
    }
  }

  // Never the question: it is private.
  const record = (ending: CallEnd, ms: number) => {
    const { outcome } = ending
    const { budgetLeft } = admission.state()
    const fields = { upstream, outcome, ms, budgetLeft }
    if (outcome !== 'failed') return log.info('upstream-call', fields)
    log.warn('upstream-call', { ...fields, code: AppError.from(ending.error).code })
  }

  // Delayed by chance, so that not all processes retry at once.
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
    state: () => ({ ...admission.state(), lastSuccess }),
  }
}
