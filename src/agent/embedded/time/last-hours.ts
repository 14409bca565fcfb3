import { lastDays } from './last-days.ts'
import { daysFrom, type Now, named, type Timeframe } from './timeframe.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The last hours, as days where they come to whole ones, else from instant to instant. */
export function lastHours(hours: number, { today, instant }: Now): Timeframe {
  if (hours % 24 === 0) return lastDays(hours / 24, today)
  const until = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS
  const from = new Date(until - hours * HOUR_MS)
  return named(`${from.toISOString()}/${new Date(until).toISOString()}`, daysFrom(today, today))
}
