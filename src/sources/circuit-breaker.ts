import { AppError } from '../core/error.ts'

/** The time for a call and its repetition. */
export const CALL_MS = 8_000

/** However long an upstream asks us to wait, the next call is made after this. */
export const MAX_PAUSE_MS = 15 * 60_000

/** Failures in a row after which the upstream is not called for a while, and then by one call. */
const MAX_FAILURES = 5
const MIN_OPEN_MS = 30_000
const MAX_OPEN_MS = 300_000

/** When the upstream may be called next, as it said itself or as its failures did. */
export function createBreaker(clock: () => number) {
  let notBeforeMs = 0
  let failures = 0
  const isBroken = () => failures >= MAX_FAILURES

  const pause = (forMs: number) => {
    notBeforeMs = Math.max(notBeforeMs, clock() + Math.min(forMs, MAX_PAUSE_MS))
  }

  return {
    isBroken,
    pause,
    waitMs: () => Math.max(0, notBeforeMs - clock()),

    passed() {
      failures = 0
    },

    failed(isFault: boolean, isProbe: boolean) {
      // Parallel calls count up to the limit that opens the breaker; then each probe counts.
      if (isFault) failures = isProbe ? failures + 1 : Math.min(failures + 1, MAX_FAILURES)
      if (isBroken()) pause(Math.min(MAX_OPEN_MS, MIN_OPEN_MS * 2 ** (failures - MAX_FAILURES)))
    },

    /** Begins a call, which is a probe if it is alone to find out whether the upstream is back. */
    begin() {
      const isProbe = isBroken()
      // For all others. A probe that is lost with its request, as on Workers, ends with this.
      const probedUntilMs = isProbe ? clock() + CALL_MS : 0
      notBeforeMs = Math.max(notBeforeMs, probedUntilMs)
      const endProbe = () => {
        if (notBeforeMs === probedUntilMs) notBeforeMs = 0
      }
      return { isProbe, endProbe }
    },
  }
}

/**
 * Failures that may pass and unexpected ones are faults of the upstream. A rejected request or an
 * unreadable response may be due to that one question, and a rate limit is no fault.
 */
export function isFault(error: unknown): boolean {
  if (!(error instanceof AppError)) return true
  return error.retryable || error.code === 'upstream-timeout'
}
