import { DateTime, type Zone } from 'luxon'
import { DAY_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import { dateAt, startOfDay } from './calendar.ts'
import { DAYS } from './limits.ts'

type Unit = 'day' | 'week' | 'month' | 'year'

/** Calendar periods, as they are read and written: `2026-11-20`, `2026-W47`, `2026-11`, `2026`. */
export const PERIODS: ReadonlyArray<{ unit: Unit; form: RegExp; format: string }> = [
  { unit: 'day', form: /^\d{4}-\d\d-\d\d$/, format: 'yyyy-MM-dd' },
  { unit: 'week', form: /^\d{4}-w\d\d$/, format: "kkkk-'W'WW" },
  { unit: 'month', form: /^\d{4}-\d\d$/, format: 'yyyy-MM' },
  { unit: 'year', form: /^\d{4}$/, format: 'yyyy' },
]

/** The periods that are relative to now, by how many before the current one they are. */
const NAMED: ReadonlyMap<string, { unit: Unit; back: 0 | 1 }> = new Map([
  ['today', { unit: 'day', back: 0 }],
  ['yesterday', { unit: 'day', back: 1 }],
  ['this_week', { unit: 'week', back: 0 }],
  ['this_month', { unit: 'month', back: 0 }],
  ['this_year', { unit: 'year', back: 0 }],
  ['last_week', { unit: 'week', back: 1 }],
  ['last_month', { unit: 'month', back: 1 }],
  ['last_year', { unit: 'year', back: 1 }],
])

/** Timeframes relative to now: `last_week`, `last_10_days`. */
export function parseNamedTimeframe(text: string, { zone, now }: ZonedClock): Interval | undefined {
  const timeframe = text.replace(/ +|[_-]/g, '_')
  const days = /^(?:last|past)_(\d+)_days?$/.exec(timeframe)?.[1]
  if (days) return rollingDays(readDays(days, text), now)

  const period = NAMED.get(timeframe)
  if (!period) return undefined
  const { unit, back } = period
  const first = dateAt(now, zone)
    .minus({ [unit]: back })
    .startOf(unit)
  // A day is whole; other periods last until now.
  const isWhole = back > 0 || unit === 'day'
  const until = isWhole ? startOfDay(first.plus({ [unit]: 1 }), zone) : now
  return { timeframe, label: timeframe, unit, from: startOfDay(first, zone), until }
}

/** Days of 24 hours, regardless of daylight saving. */
export function rollingDays(days: number, now: number): Interval {
  const timeframe = `last_${days}_days`
  return { timeframe, label: timeframe, from: now - days * DAY_MS, until: now }
}

function readDays(digits: string, text: string): number {
  const days = Number(digits)
  if (DAYS.min <= days && days <= DAYS.max) return days
  throw timeframeError(text, `must be ${DAYS.min} to ${DAYS.max} days`)
}

/** One calendar period: `2026-11-20`, `2026-w47`, `2026-11`, `2026`. */
export function parseDatedTimeframe(
  text: string,
  { zone }: Pick<ZonedClock, 'zone'>,
): Interval | undefined {
  const period = PERIODS.find(({ form }) => form.test(text))
  if (!period) return undefined
  const { unit } = period
  const timeframe = text.toUpperCase()
  const first = DateTime.fromISO(timeframe, { zone: 'utc' })
  const from = startOfDay(first, zone)
  const until = startOfDay(first.plus({ [unit]: 1 }), zone)
  // False for an invalid date, where both are NaN, and for a day that the zone skipped.
  if (from < until) return { timeframe, label: unit, unit, from, until }
  throw timeframeError(text, 'does not exist in the calendar of this time zone')
}

const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?/
const OFFSET = /z|[+-]([01]\d|2[0-3]):?[0-5]\d/
const INSTANT = new RegExp(`^\\d{4}-\\d\\d-\\d\\dt${TIME.source}(${OFFSET.source})$`)

/** A range of days, to the end of the last one, or of instants. */
export function rangeTimeframe(text: string, clock: ZonedClock): Interval | undefined {
  const [first, last, ...more] = split(text).map((end) => readEnd(end.trim(), clock))
  if (!first || !last || first.label !== last.label || more.length > 0) return undefined
  if (last.from < first.from) throw timeframeError(text, 'ends before it starts')

  const timeframe = `${first.timeframe}/${last.timeframe}`
  return { timeframe, label: 'range', from: first.from, until: last.until }
}

function split(text: string): string[] {
  if (text.startsWith('from:')) return text.slice('from:'.length).split(' to:')
  return text.split(/\/|\.\./)
}

function readEnd(text: string, clock: ZonedClock): Interval | undefined {
  return DAY.test(text) ? parseDatedTimeframe(text, clock) : readInstant(text)
}

function readInstant(text: string): Interval | undefined {
  // An unescaped plus in a URL arrives as a space.
  const iso = text.replace(/ (?=\d\d:?\d\d$)/, '+')
  if (!INSTANT.test(iso)) return undefined

  const instant = DateTime.fromISO(iso, { zone: 'utc' })
  if (!instant.isValid) throw timeframeError(text, 'has a day that does not exist')
  const timeframe = instant.toISO({ suppressMilliseconds: true })
  const at = instant.toMillis()
  return { timeframe, label: 'instant', from: at, until: at }
}

/** A half-open interval of instants, in milliseconds, with its name and label. */
export interface Interval {
  timeframe: string
  label: string
  /** The calendar period that it is. */
  unit?: Unit
  from: number
  until: number
}

/** The clock and the zone to which a timeframe is relative. */
export interface ZonedClock {
  zone: Zone
  now: number
}

/** The accepted forms, for error messages and descriptions. */
export const TIMEFRAME_FORMS =
  'today, yesterday, this_week, this_month, this_year, last_week, last_month, last_year, ' +
  'last_N_days (N from 1 to 31), a day (2026-11-20), a month (2026-11), an ISO week (2026-W47), ' +
  'a year (2026), or a range of days or instants (2026-11-01/2026-11-15)'

const MAX_SHOWN_CHARACTERS = 32

export function timeframeError(text: string, reason: string) {
  const shown = text.slice(0, MAX_SHOWN_CHARACTERS).replace(/[^ -~]/g, '?')
  const rest = text.length > MAX_SHOWN_CHARACTERS ? '…' : ''
  return new AppError('invalid-request', `"${shown}${rest}" ${reason}. Use ${TIMEFRAME_FORMS}.`)
}
