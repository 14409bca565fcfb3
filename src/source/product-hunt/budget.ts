import { secondsInMs } from '../../upstream/retry-after.ts'

/** What is left of the complexity that Product Hunt lets an application ask for. */
export interface Budget {
  limit: number
  /** Below zero when more was spent than there was. */
  remaining: number
  /** How long until it is full again. */
  resetMs: number
}

/** The budget that an answer tells of. One of its numbers alone would not help. */
export function budgetOf(headers: Headers): Budget | undefined {
  const limit = wholeNumber(headers.get('x-rate-limit-limit'))
  const remaining = wholeNumber(headers.get('x-rate-limit-remaining'))
  // Seconds from now, where others send an instant.
  const resetMs = secondsInMs(headers.get('x-rate-limit-reset'))
  if (limit === undefined || remaining === undefined || resetMs === undefined) return undefined
  return { limit, remaining, resetMs }
}

function wholeNumber(text: string | null) {
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : undefined
}
