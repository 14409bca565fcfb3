import { DAY_MS } from '../durations.ts'

/** No upstream means more than this, and a wait must not be endless. */
const MAX_RETRY_AFTER_MS = DAY_MS

/** As HTTP writes it, or ISO 8601. */
const DATE = /^([A-Z][a-z]{2,8}, .+ GMT|\d{4}-\d{2}-\d{2}T.+)$/

/** The wait that `Retry-After` asks for, in milliseconds; undefined if absent or invalid. */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (DATE.test(value)) return bounded(Date.parse(value) - now.getTime())
  return secondsInMs(value)
}

/** Milliseconds of a number of seconds, given as text or as a number. */
export function secondsInMs(value: unknown): number | undefined {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))
  return isNumber ? bounded(Math.ceil(Number(value) * 1000)) : undefined
}

function bounded(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms))
}
