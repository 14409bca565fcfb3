import { DateTime, type DurationLike, type Zone } from 'luxon'
import { startOfDay } from './calendar.ts'
import type { Clock, Stretch } from './stretch.ts'
import { timeframeRefusal } from './timeframe-refusal.ts'

interface Period {
  label: string
  form: RegExp
  length: DurationLike
}

const DAY: Period = { label: 'day', form: /^\d{4}-\d\d-\d\d$/, length: { days: 1 } }

const PERIODS: readonly Period[] = [
  DAY,
  { label: 'week', form: /^\d{4}-w\d\d$/, length: { weeks: 1 } },
  { label: 'month', form: /^\d{4}-\d\d$/, length: { months: 1 } },
  { label: 'year', form: /^\d{4}$/, length: { years: 1 } },
]

/** One period of the calendar by its name: `2026-11-20`, `2026-w47`, `2026-11`, `2026`. */
export function datedTimeframe(text: string, { zone }: Clock): Stretch | undefined {
  const period = PERIODS.find(({ form }) => form.test(text))
  return period && stretchOf(text, period, zone)
}

export function dayTimeframe(text: string, { zone }: Clock): Stretch | undefined {
  return DAY.form.test(text) ? stretchOf(text, DAY, zone) : undefined
}

function stretchOf(text: string, { label, length }: Period, zone: Zone): Stretch {
  const timeframe = text.toUpperCase()
  const first = DateTime.fromISO(timeframe, { zone: 'utc' })
  const from = startOfDay(first, zone)
  const until = startOfDay(first.plus(length), zone)
  // Not so for a day no calendar has, where both are NaN, and one that the zone skipped.
  if (from < until) return { timeframe, label, from, until }
  throw timeframeRefusal(text, 'does not exist in the calendar of that time zone')
}
