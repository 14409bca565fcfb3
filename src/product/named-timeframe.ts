import type { DateTime } from 'luxon'
import { DAY_MS, dateAt, startOfDay } from './calendar.ts'
import { DAYS } from './limits.ts'
import type { Clock, Stretch } from './stretch.ts'
import { timeframeRefusal } from './timeframe-refusal.ts'

/** Without a date after it, a period lasts until now. */
interface Period {
  first: DateTime
  next?: DateTime
}

const PERIODS: ReadonlyMap<string, (today: DateTime) => Period> = new Map([
  ['today', (today) => ({ first: today, next: today.plus({ days: 1 }) })],
  ['yesterday', (today) => ({ first: today.minus({ days: 1 }), next: today })],
  ['this_week', (today) => ({ first: today.startOf('week') })],
  ['this_month', (today) => ({ first: today.startOf('month') })],
  ['this_year', (today) => ({ first: today.startOf('year') })],
  ['last_week', (today) => previous('week', today)],
  ['last_month', (today) => previous('month', today)],
  ['last_year', (today) => previous('year', today)],
])

/** Timeframes in words, which mean something else tomorrow: `last_week`, `last_10_days`. */
export function namedTimeframe(text: string, { zone, now }: Clock): Stretch | undefined {
  const timeframe = text.replace(/ +|[_-]/g, '_')
  const days = /^(?:last|past)_(\d+)_days?$/.exec(timeframe)?.[1]
  if (days) return lastDays(readDays(days, text), now)

  const period = PERIODS.get(timeframe)?.(dateAt(now, zone))
  if (!period) return undefined
  const from = startOfDay(period.first, zone)
  const until = period.next ? startOfDay(period.next, zone) : now
  return { timeframe, label: timeframe, from, until }
}

/** Days of 24 hours, whatever the clocks did. */
export function lastDays(days: number, now: number): Stretch {
  const timeframe = `last_${days}_days`
  return { timeframe, label: timeframe, from: now - days * DAY_MS, until: now }
}

function readDays(digits: string, text: string): number {
  const days = Number(digits)
  if (DAYS.least <= days && days <= DAYS.most) return days
  throw timeframeRefusal(text, `is not between ${DAYS.least} and ${DAYS.most} days`)
}

function previous(unit: 'week' | 'month' | 'year', today: DateTime): Period {
  const next = today.startOf(unit)
  return { first: next.minus({ days: 1 }).startOf(unit), next }
}
