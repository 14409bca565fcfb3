import type { Clock } from './clock.ts'

/** A rate limiter for the calls of one kind. */
export interface Pace {
  /** Resolves when a call may be made, and counts the call. */
  turn(signal?: AbortSignal): Promise<void>
  /** Allows no calls for this long. */
  pause(ms: number): void
}

interface PaceDeps {
  /** The maximum number of calls in any interval of `everyMs`. */
  calls: number
  everyMs: number
  clock: Clock
}

// No library, because the platform can ask for a pause, and tests replace the clock.
export function createPace({ calls, everyMs, clock }: PaceDeps): Pace {
  /** The times of the last calls, earliest first. */
  const made: number[] = []
  let pausedUntil = 0

  function waitMs() {
    const now = clock.now().getTime()
    const earliest = made.length < calls ? undefined : made[0]
    // Never longer than `everyMs`, even if the system clock is set back.
    const full = earliest === undefined ? 0 : Math.min(everyMs, earliest + everyMs - now)
    return Math.max(full, pausedUntil - now)
  }

  return {
    async turn(signal) {
      signal?.throwIfAborted()
      for (let wait = waitMs(); wait > 0; wait = waitMs()) await clock.sleep(wait, signal)
      made.push(clock.now().getTime())
      if (made.length > calls) made.shift()
    },

    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now().getTime() + ms)
    },
  }
}
