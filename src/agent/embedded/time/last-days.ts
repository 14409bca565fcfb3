import type { DateTime } from 'luxon'
import { clamp, DAYS } from '../../../ranking/limits.ts'
import { daysFrom, named, type Timeframe } from './timeframe.ts'

/** The last days, counted back from now; more than the tool counts are a range of whole days. */
export function lastDays(days: number, today: DateTime): Timeframe {
  const range = daysFrom(today.minus({ days }), today)
  return clamp(days, DAYS) === days ? named(`last_${days}_days`, range) : range
}
