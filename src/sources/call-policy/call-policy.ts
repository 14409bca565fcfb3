import delay from 'delay'
import * as z from 'zod'
import { untilAborted } from '../../core/abort.ts'
import { AppError, type ErrorCode } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
import { upstreamReason } from '../../core/upstream/upstream-error.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import { BreakerSnapshot, type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'

export interface CallPolicyOptions {
  upstream: string
  log: Log
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  /** A number from 0 to less than 1. */
  random?: () => number
  /** Called with what the policy knows of the upstream, before and after each call. */
  onChange?: ((known: KnownPolicy) => void) | undefined
}

/** What a call policy knows of its upstream, with durations from an instant. */
const KnownPolicy = z.object({
  /** The policy that says it. */
  from: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** Its calls under way. */
  pending: z.number().min(0),
  budget: z.object({ remaining: z.number(), resetMs: z.number() }).optional(),
  pausedMs: z.number().min(0),
  breaker: BreakerSnapshot,
})

type KnownPolicy = z.infer<typeof KnownPolicy>

/** The calls that an upstream still allows, as it reports them. */
export interface Budget {
  /** Negative if more was spent than there was. */
  remaining: number
  /** The time until it is full again. */
  resetMs: number
}

export interface CallPolicyState {
  breaker: BreakerState
  budgetLeft: number | null
  budgetResetAt: string | null
  /** Until when the upstream is not called; `null` if it is. */
  pausedUntil: string | null
  /** The instant of the last success. */
  lastSuccess: string | null
  /** Whether the last call failed. */
  failing: boolean
  lastFailure: { at: string; code: ErrorCode; reason?: string | undefined } | null
  /** The number of products that were left out, because nobody had asked for them. */
  dropped: number
}

export interface CallPolicy {
  /**
   * Makes the call, and retries it once after a retryable error. Aborting the signal aborts it.
   *
   * @throws AppError `upstream-unavailable` with `retryAfterMs`, at once, while the upstream may not
   * be called.
   */
  run<Value>(call: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value>
  reportBudget(budget: Budget): void
  reportDropped(count: number): void
  /** Adds what another policy of the same upstream knew. Anything else is ignored. */
  adopt(known: unknown): void
  state(): CallPolicyState
}

/**
 * The time for a call, its retry and the delay between them: more than `requestText` gives one call, and less
 * than the cache lets a caller wait.
 */
const TIMEOUT_MS = 9_500

const MIN_DELAY_MS = 200
const MAX_DELAY_MS = 600

/** With less time left than this a retry is unlikely to finish. */
const MIN_LEFT_MS = 2_000

/** However long an upstream asks us to wait, the next call is made after this. */
const MAX_PAUSE_MS = 15 * 60_000

/** The part of a budget that stays unspent, so that no call exceeds it. */
const RESERVE = 200

/** The assumed cost of a call until the upstream reports it, which it probably has after the wait. */
const CALL_COST = 100
const REPORT_WAIT_MS = 1_000

/** A call is over by then, even if its process has died. */
const MAX_PENDING_MS = 15_000

/** Resets are reported in whole seconds from now. Two that are this close are the same one. */
const SAME_RESET_MS = 5_000

/**
 * The rules by which one upstream is called: not while it asked us to wait, its budget is spent or its circuit
 * breaker is open; within a timeout, with one retry. The cache in front coalesces equal calls.
 *
 * cockatiel does not fit: its breaker uses the wall clock, counts every call as a success or a
 * failure, and waits forever for a probe that was lost with its request, as happens on Workers.
 */
export function createCallPolicy(options: CallPolicyOptions): CallPolicy {
  const { upstream, log, now, clock, random = Math.random, onChange = () => {} } = options
  const id = crypto.randomUUID()
  const breaker = createCircuitBreaker({ clock })
  let pausedUntilMs = 0
  let reported: { remaining: number; resetAtMs: number } | undefined
  let reports = 0
  let pending = 0
  const pendingElsewhere = new Map<string, { calls: number; untilMs: number }>()
  let changedAt = 0
  let lastSuccess: CallPolicyState['lastSuccess'] = null
  let lastFailure: CallPolicyState['lastFailure'] = null
  let failing = false
  let dropped = 0

  // After its reset a budget is unknown until the next response.
  const budget = () => (reported && clock() < reported.resetAtMs ? reported : undefined)

  const allPending = () =>
    [...pendingElsewhere.values()]
      .filter(({ untilMs }) => clock() < untilMs)
      .reduce((sum, { calls }) => sum + calls, pending)

  const budgetWaitMs = () => {
    const { remaining = Infinity, resetAtMs = 0 } = budget() ?? {}
    if (remaining < RESERVE) return resetAtMs - clock()
    return remaining - allPending() * CALL_COST < RESERVE ? REPORT_WAIT_MS : 0
  }

  const beginSpending = () => {
    const reportsBefore = reports
    pending += 1
    return () => {
      pending -= 1
      const known = budget()
      if (known && reports === reportsBefore) known.remaining -= CALL_COST
    }
  }

  const waitMs = () => Math.max(0, pausedUntilMs - clock(), budgetWaitMs(), breaker.waitMs())

  const state = () => {
    const known = budget()
    const wait = waitMs()
    const instantIn = (ms: number) => new Date(now().getTime() + ms).toISOString()
    return {
      breaker: breaker.state(),
      budgetLeft: known ? Math.max(0, known.remaining - allPending() * CALL_COST) : null,
      budgetResetAt: known ? instantIn(known.resetAtMs - clock()) : null,
      pausedUntil: wait > 0 ? instantIn(wait) : null,
      lastSuccess,
      failing,
      lastFailure,
      dropped,
    }
  }

  const announce = () => {
    const known = budget()
    changedAt = now().getTime()
    onChange({
      from: id,
      at: changedAt,
      pending,
      ...(known && { budget: { remaining: known.remaining, resetMs: known.resetAtMs - clock() } }),
      pausedMs: Math.max(0, pausedUntilMs - clock()),
      breaker: breaker.snapshot(),
    })
  }

  const reportBudget = ({ remaining, resetMs }: Budget) => {
    const known = budget()
    const resetAtMs = clock() + Math.min(resetMs, MAX_PAUSE_MS)
    const isSame = known && Math.abs(known.resetAtMs - resetAtMs) < SAME_RESET_MS
    // Responses can arrive out of order, and a budget only shrinks.
    reported = { remaining: isSame ? Math.min(known.remaining, remaining) : remaining, resetAtMs }
  }

  // The request is not logged: it is private.
  const record = (outcome: 'finished' | 'cancelled' | 'failed', startedAtMs: number, why = {}) => {
    const { budgetLeft, pausedUntil } = state()
    const ms = Math.round(clock() - startedAtMs)
    const fields = {
      upstream,
      outcome,
      ms,
      budgetLeft,
      ...(pausedUntil && { pausedUntil }),
      ...why,
    }
    log[pausedUntil || outcome === 'failed' ? 'warn' : 'info']('upstream-call', fields)
  }

  const attempt = async <Value>(call: () => Promise<Value>, caller?: AbortSignal) => {
    const retryAfterMs = waitMs()
    if (retryAfterMs > 0) {
      const message = `${upstream} is not available right now.`
      throw new AppError('upstream-unavailable', message, { retryAfterMs })
    }
    const endCall = breaker.begin()
    const startedAtMs = clock()
    const spend = beginSpending()
    announce()
    try {
      const value = await call().finally(spend)
      endCall('success')
      lastSuccess = now().toISOString()
      failing = false
      record('finished', startedAtMs)
      return value
    } catch (error) {
      if (caller?.aborted) {
        endCall('unknown')
        record('cancelled', startedAtMs)
        throw error
      }
      endCall(isFailureOfUpstream(error) ? 'failure' : 'unknown')
      const failure = AppError.from(error)
      const { code, retryAfterMs = 0 } = failure
      const reason = upstreamReason(failure)
      pausedUntilMs = Math.max(pausedUntilMs, clock() + Math.min(retryAfterMs, MAX_PAUSE_MS))
      lastFailure = { at: now().toISOString(), code, reason }
      failing = true
      record('failed', startedAtMs, { code, reason })
      throw error
    } finally {
      announce()
    }
  }

  // With jitter, so that processes do not all retry at once.
  const retryDelayMs = (error: unknown, endsAtMs: number) => {
    if (!(error instanceof AppError) || !error.retryable) return undefined
    const delayMs = MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS)
    const hasTime = endsAtMs - clock() - delayMs >= MIN_LEFT_MS
    return hasTime && waitMs() === 0 ? delayMs : undefined
  }

  return {
    run(call, signal) {
      const endsAtMs = clock() + TIMEOUT_MS
      return withTimeout({ upstream, timeoutMs: TIMEOUT_MS, signal }, async (limited) => {
        const once = () => attempt(() => untilAborted(call(limited), limited), signal)
        try {
          return await once()
        } catch (error) {
          const delayMs = retryDelayMs(error, endsAtMs)
          if (delayMs === undefined) throw error
          await delay(delayMs, { signal: limited })
          return once()
        }
      })
    },

    reportBudget(reportedNow) {
      reports += 1
      reportBudget(reportedNow)
    },

    reportDropped(count) {
      dropped += count
      log.warn('products-dropped', { upstream, count })
    },

    adopt(other) {
      const { data: known } = KnownPolicy.safeParse(other)
      if (!known || known.from === id) return
      const ageMs = Math.max(0, now().getTime() - known.at)
      const left = (ms: number) => Math.max(0, ms - ageMs)
      const untilMs = clock() + left(MAX_PENDING_MS)
      if (known.pending > 0) pendingElsewhere.set(known.from, { calls: known.pending, untilMs })
      else pendingElsewhere.delete(known.from)
      const { remaining = 0, resetMs = 0 } = known.budget ?? {}
      if (left(resetMs) > 0) reportBudget({ remaining, resetMs: left(resetMs) })
      pausedUntilMs = Math.max(
        pausedUntilMs,
        clock() + Math.min(left(known.pausedMs), MAX_PAUSE_MS),
      )
      if (known.at < changedAt) return
      const { openForMs, probingForMs, ...rest } = known.breaker
      breaker.adopt({ ...rest, openForMs: left(openForMs), probingForMs: left(probingForMs) })
    },

    state,
  }
}

/**
 * Retryable and unexpected errors count against the upstream. A rejected request or an unreadable
 * response may be due to that one question, and a rate limit is not a failure.
 */
function isFailureOfUpstream(error: unknown): boolean {
  if (!(error instanceof AppError)) return true
  return error.retryable || error.code === 'upstream-timeout'
}
