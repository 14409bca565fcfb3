import pRetry from 'p-retry'
import { untilAborted } from '../core/abort.ts'
import { AppError, type ErrorCode } from '../core/error.ts'
import { isoOf } from '../core/instant.ts'
import type { Log } from '../core/log.ts'
import { upstreamReason } from '../core/upstream/upstream-error.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { CALL_MS, createBreaker, isFault, MAX_PAUSE_MS } from './circuit-breaker.ts'

export interface UpstreamCallsOptions {
  /** The name of the upstream in a sentence. */
  upstream: string
  log: Log
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  /** Called when the upstream asks not to be called for a while, or its budget is spent. */
  onPause?(forMs: number): void
}

/** The calls that an upstream still allows, as it reports them. */
export interface Budget {
  /** What it allows in a whole period. */
  total: number
  /** Negative if more was spent than there was. */
  remaining: number
  /** The time until it is full again. */
  resetMs: number
}

type Call<Value> = (signal: AbortSignal) => Promise<Value>

export type UpstreamCalls = ReturnType<typeof createUpstreamCalls>

const MIN_DELAY_MS = 200

/** The part of a budget that stays unspent, and what a call may cost until its answer says so. */
const RESERVE = 200
const CALL_COST = 100

/** A call under way has probably reported what is left after this. */
const REPORT_MS = 1_000

/** Resets are whole seconds from now. Two that are this close are the same one. */
const SAME_RESET_MS = 5_000

/**
 * The calls of one upstream: none before it may be called, which it said itself or its failures did;
 * each within a time limit, with one retry. All durations go by the monotonic clock.
 */
export function createUpstreamCalls(options: UpstreamCallsOptions) {
  const { upstream, log, now, clock, onPause = () => {} } = options
  const breaker = createBreaker(clock)
  const { budget, report } = reportedBudget(clock)
  const outcomes = callOutcomes(now)
  const open = openCalls(clock)

  const waitMs = () => {
    const left = (budget()?.remaining ?? Infinity) - open.count() * CALL_COST
    return Math.max(breaker.waitMs(), left < RESERVE ? REPORT_MS : 0)
  }

  const pauseAll = (forMs: number) => {
    breaker.pause(forMs)
    onPause(Math.min(forMs, MAX_PAUSE_MS))
  }

  const state = () => ({
    ...callState({ known: budget(), waitMs: waitMs(), isBroken: breaker.isBroken() }, now),
    ...outcomes.state(),
  })

  const record = (outcome: Outcome, startedAtMs: number, why = {}) =>
    logCall({ outcome, ms: Math.round(clock() - startedAtMs), ...why }, state(), { upstream, log })

  const failed = (error: unknown, startedAtMs: number, isProbe: boolean) => {
    const failure = AppError.from(error)
    const { code, retryAfterMs = 0 } = failure
    breaker.failed(isFault(error), isProbe)
    if (retryAfterMs > 0) pauseAll(retryAfterMs)
    const reason = upstreamReason(failure)
    outcomes.failed(code, reason)
    record('failed', startedAtMs, { code, reason })
  }

  const attempt = async <Value>(call: Call<Value>, limited: AbortSignal, caller?: AbortSignal) => {
    const retryAfterMs = waitMs()
    if (retryAfterMs > 0) throw notAvailable(upstream, retryAfterMs)
    const startedAtMs = clock()
    const { isProbe, endProbe } = breaker.begin()
    const end = open.begin()
    const release = () => {
      end()
      endProbe()
    }
    try {
      const value = await untilAborted(call(limited), limited).finally(release)
      breaker.passed()
      outcomes.finished()
      record('finished', startedAtMs)
      return value
    } catch (error) {
      if (!caller?.aborted) failed(error, startedAtMs, isProbe)
      else record('cancelled', startedAtMs)
      throw error
    }
  }

  return {
    /**
     * Makes the call, and repeats it once after a failure that may pass.
     *
     * @throws AppError `upstream-unavailable` with `retryAfterMs`, at once, while the upstream may not
     * be called.
     */
    run<Value>(call: Call<Value>, signal?: AbortSignal): Promise<Value> {
      return withTimeout({ upstream, timeoutMs: CALL_MS, signal }, (limited) =>
        pRetry(() => attempt(call, limited, signal), {
          retries: 1,
          minTimeout: MIN_DELAY_MS,
          randomize: true,
          signal: limited,
          shouldRetry: ({ error }) =>
            error instanceof AppError && error.retryable && waitMs() === 0,
        }),
      )
    },

    pause: breaker.pause,
    budget,
    state,

    reportBudget(reported: Budget) {
      if (report(reported) < RESERVE) pauseAll(reported.resetMs)
    },

    reportDropped(count: number) {
      outcomes.dropped(count)
      log.warn('products-dropped', { upstream, count })
    },
  }
}

type Outcome = 'finished' | 'cancelled' | 'failed'

interface LoggedCall {
  outcome: Outcome
  ms: number
}

/** The request is not logged: it is private. */
function logCall(
  { outcome, ...call }: LoggedCall,
  { budgetLeft, pausedUntil }: Pick<ReturnType<typeof callState>, 'budgetLeft' | 'pausedUntil'>,
  { upstream, log }: Pick<UpstreamCallsOptions, 'upstream' | 'log'>,
) {
  const level = pausedUntil || outcome === 'failed' ? 'warn' : 'info'
  const paused = pausedUntil ? { pausedUntil } : {}
  log[level]('upstream-call', { upstream, outcome, budgetLeft, ...paused, ...call })
}

function notAvailable(upstream: string, retryAfterMs: number) {
  const message = `${upstream} is not available right now.`
  return new AppError('upstream-unavailable', message, { retryAfterMs })
}

interface CallState {
  known: Budget | undefined
  waitMs: number
  isBroken: boolean
}

/** Whether the upstream may be called now, for the status. */
function callState({ known, waitMs, isBroken }: CallState, now: () => Date) {
  const instantIn = (ms: number) => isoOf(now().getTime() + ms)
  const whileFailing = waitMs > 0 ? ('open' as const) : ('half-open' as const)
  return {
    breaker: isBroken ? whileFailing : ('closed' as const),
    budgetLeft: known ? Math.max(0, known.remaining) : null,
    budgetResetAt: known ? instantIn(known.resetMs) : null,
    pausedUntil: waitMs > 0 ? instantIn(waitMs) : null,
  }
}

/** How the last calls ended, for the status. */
function callOutcomes(now: () => Date) {
  let lastSuccess: string | null = null
  let lastFailure: { at: string; code: ErrorCode; reason?: string | undefined } | null = null
  let failing = false
  let dropped = 0
  return {
    state: () => ({ lastSuccess, failing, lastFailure, dropped }),

    finished() {
      failing = false
      lastSuccess = now().toISOString()
    },

    failed(code: ErrorCode, reason: string | undefined) {
      failing = true
      lastFailure = { at: now().toISOString(), code, reason }
    },

    dropped(count: number) {
      dropped += count
    },
  }
}

/** The calls that are made beside each other. */
function openCalls(clock: () => number) {
  let open: readonly { sinceMs: number }[] = []
  return {
    count() {
      // A call that is lost with its request, as on Workers, ends with its time.
      open = open.filter(({ sinceMs }) => clock() - sinceMs < CALL_MS)
      return open.length
    },

    /** Returns what ends it. */
    begin() {
      const own = { sinceMs: clock() }
      open = [...open, own]
      return () => {
        open = open.filter((other) => other !== own)
      }
    },
  }
}

/** What the upstream has said that it still allows. */
function reportedBudget(clock: () => number) {
  let reported: { total: number; remaining: number; resetAtMs: number } | undefined
  return {
    /** Nothing if that is unknown, as it is after a reset. */
    budget(): Budget | undefined {
      const resetMs = (reported?.resetAtMs ?? 0) - clock()
      return reported && resetMs > 0 ? { ...reported, resetMs } : undefined
    },

    /** What is left. Answers can arrive out of order, and a budget only shrinks. */
    report({ total, remaining, resetMs }: Budget): number {
      const resetAtMs = clock() + Math.min(resetMs, MAX_PAUSE_MS)
      const isSame = reported && Math.abs(reported.resetAtMs - resetAtMs) < SAME_RESET_MS
      const left = isSame ? Math.min(reported?.remaining ?? remaining, remaining) : remaining
      reported = { total, remaining: left, resetAtMs }
      return left
    },
  }
}
