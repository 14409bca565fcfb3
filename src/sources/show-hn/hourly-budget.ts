import type { Budget } from '../call-policy/call-policy.ts'

export const CALLS_PER_HOUR = 10_000
export const HOUR_MS = 3_600_000

/** The search allows so many calls an hour and reports none, so they are counted here. */
export function hourlyBudget({ clock }: { clock(): number }): () => Budget {
  let remaining = CALLS_PER_HOUR
  let endsAtMs = clock() + HOUR_MS
  return () => {
    if (clock() >= endsAtMs) {
      remaining = CALLS_PER_HOUR
      endsAtMs = clock() + HOUR_MS
    }
    remaining -= 1
    return { remaining, resetMs: endsAtMs - clock() }
  }
}
