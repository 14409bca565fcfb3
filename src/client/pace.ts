import type { Clock } from './clock.ts'

/** Keeps calls of one kind under a rate. */
export interface Pace {
  /** Resolves when a call may be made, and counts it. */
  turn(signal?: AbortSignal): Promise<void>
  /** The platform wants no call for so long. */
  pause(ms: number): void
}

interface PaceDeps {
  /** At most so many calls in any stretch of `everyMs`. */
  calls: number
  everyMs: number
  clock: Clock
}

// Our own, as what limits us says on the way how long to pause, and tests bring their own time.
export function createPace({ calls, everyMs, clock }: PaceDeps): Pace {
  /** When the last calls were made, the earliest first. */
  const made: number[] = []
  let pausedUntil = 0

  function waitMs() {
    const now = clock.now().getTime()
    const earliest = made.length < calls ? undefined : made[0]
    // A system clock that is set back must not hold us longer than the limit itself can.
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
