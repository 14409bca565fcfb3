import type { Clock } from './clock.ts'

/** Limits the rate of calls. Resolves when the next one may be made, and counts it. */
export type Pace = (signal?: AbortSignal) => Promise<void>

interface PaceOptions {
  /** The maximum number of calls in any interval of `everyMs`. */
  calls: number
  everyMs: number
  clock: Clock
}

// No library, because tests replace the clock.
export function createPace({ calls, everyMs, clock }: PaceOptions): Pace {
  /** The times of the last calls, earliest first. */
  const made: number[] = []

  function waitMs() {
    const earliest = made.length < calls ? undefined : made[0]
    if (earliest === undefined) return 0
    // Never longer than `everyMs`, even if the system clock is set back.
    return Math.min(everyMs, earliest + everyMs - clock.now().getTime())
  }

  return async (signal) => {
    signal?.throwIfAborted()
    for (let wait = waitMs(); wait > 0; wait = waitMs()) await clock.sleep(wait, signal)
    made.push(clock.now().getTime())
    if (made.length > calls) made.shift()
  }
}
