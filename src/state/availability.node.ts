import type { Log } from '../core/log.ts'
import { NO_UPSTREAM, type PartStatus } from '../core/status.ts'

/** A caller waits no longer for one reply. */
const MAX_WAIT_MS = 200

/**
 * Nobody waits for a server that takes longer, until it is quick again: a reader may need several
 * replies, one after the other.
 */
const SLOW_MS = 100

const PROBE_INTERVAL_MS = 250

const SLOW = 'slow'
const TIMED_OUT = 'timed out'
const CLOSED = 'connection closed'

/** A server that serves again is not blamed for these. */
const PASSING = new Set([SLOW, TIMED_OUT, CLOSED])

interface AvailabilityDeps {
  log: Log
  now(): Date
  /** A call that fails unless the server can serve. */
  probe(): Promise<unknown>
  /** Why a call failed, in words for the log. */
  reasonOf(error: unknown): string
}

export interface Availability {
  /** Resolves after the first probe. */
  checked: Promise<void>
  /**
   * The value of a call, or undefined if it fails: at once while the server is away. A call that has an
   * `onLate` is still made until a probe has failed, and nobody waits for it.
   */
  call<Value>(
    work: () => Promise<Value>,
    onLate?: (value: Value) => void,
  ): Promise<Value | undefined>
  /** The connection is closed, so that the server is away. */
  onClosed(): void
  status(): PartStatus
  stop(): void
}

/**
 * Decides whether a server is called. It is away at first, and whenever a call fails or is slow, until a
 * probe succeeds. A lapse that the first probe ends is not reported.
 */
export function createAvailability(deps: AvailabilityDeps): Availability {
  const { log, now, probe, reasonOf } = deps
  let isAvailable = false
  let isStopped = false
  let reported: 'available' | 'away' | undefined
  let reportedCall: string | undefined
  let lastSuccess: Date | undefined
  let lastFailure: PartStatus['lastFailure'] = null

  const leave = (reason: string) => {
    lastFailure = { at: now().toISOString(), code: 'unavailable', reason }
    if (!isAvailable) return
    isAvailable = false
    void check(reason)
  }

  const arrive = () => {
    isAvailable = true
    lastSuccess = now()
    if (reported !== 'available') log.info('redis-available')
    reported = 'available'
  }

  /** A server that can serve may still refuse one call. */
  const reportCall = (reason: string) => {
    if (PASSING.has(reason) || reason === reportedCall) return
    reportedCall = reason
    log.warn('redis-call-failed', { reason })
  }

  const check = async (leftFor?: string): Promise<void> => {
    try {
      let isSlow = false
      await inTime(probe(), () => {
        isSlow = true
      })
      if (isSlow) throw new Error(SLOW)
      if (isStopped) return
      arrive()
      if (leftFor !== undefined) reportCall(leftFor)
    } catch (error) {
      if (isStopped) return
      const reason = reasonOf(error)
      lastFailure = { at: now().toISOString(), code: 'unavailable', reason }
      if (reported !== 'away') log.warn('redis-away', { reason })
      reported = 'away'
      setTimeout(check, PROBE_INTERVAL_MS).unref()
    }
  }

  const checked = check()

  return {
    checked,

    async call(work, onLate) {
      const isLapse = !isAvailable && reported === 'available'
      if (isLapse && onLate) work().then(onLate, () => {})
      if (!isAvailable) return undefined
      const reply = work()
      try {
        const value = await inTime(reply, () => leave(SLOW))
        lastSuccess = now()
        return value
      } catch (error) {
        leave(reasonOf(error))
        if (onLate) reply.then(onLate, () => {})
        return undefined
      }
    },

    onClosed: () => leave(CLOSED),

    status: () => ({
      ...NO_UPSTREAM,
      serves: 'redis',
      lastSuccess: lastSuccess?.toISOString() ?? null,
      failing: !isAvailable,
      lastFailure,
    }),

    stop() {
      isStopped = true
      isAvailable = false
    },
  }
}

/** The reply, or an error when it takes too long. */
function inTime<Value>(reply: Promise<Value>, onSlow: () => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const slow = late(SLOW_MS, onSlow)
    const timeout = late(MAX_WAIT_MS, () => reject(new Error(TIMED_OUT)))
    const settled = () => {
      slow.cancel()
      timeout.cancel()
    }
    reply.finally(settled).then(resolve, reject)
  })
}

/** A timer that reads first what has already arrived: a process that is late must not blame the server. */
function late(ms: number, then: () => void) {
  let isCancelled = false
  const timer = setTimeout(() => {
    setImmediate(() => {
      if (!isCancelled) then()
    })
  }, ms)
  return {
    cancel() {
      isCancelled = true
      clearTimeout(timer)
    },
  }
}
