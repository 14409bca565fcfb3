import { dateFormat } from './format.ts'

// Days are strings such as `2026-11-20`. Calculations use UTC, where every day has 24 hours.

const DAY_MS = 86_400_000

export type SpanKind = 'day' | 'week' | 'month' | 'year' | 'range'

/** A calendar window, from its first to its last day. */
export interface CalendarSpan {
  kind: SpanKind
  first: string
  last: string
}

export function todayIn(timezone: string): string {
  return dayIn(timezone, new Date())
}

/** The date of an instant in a time zone. */
export function dayIn(timezone: string, instant: Date): string {
  const parts = dateFormat(timezone, ISO_PARTS).formatToParts(instant)
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}

/** Its digits are those of ISO 8601, whatever the reader's locale writes. */
const ISO_PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  calendar: 'iso8601',
  numberingSystem: 'latn',
} as const

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

export function daysOf({ first, last }: CalendarSpan): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/** From 1, Monday, to 7. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/** The window of this kind that a day is in. */
export function spanAround(day: string, kind: SpanKind): CalendarSpan {
  if (kind === 'week') {
    const monday = addDays(day, 1 - weekdayOf(day))
    return { kind, first: monday, last: addDays(monday, 6) }
  }
  if (kind === 'month') {
    const first = `${day.slice(0, 7)}-01`
    // 31 days after the first day is always in the next month.
    return { kind, first, last: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1) }
  }
  if (kind === 'year')
    return { kind, first: `${day.slice(0, 4)}-01-01`, last: `${day.slice(0, 4)}-12-31` }
  return { kind, first: day, last: day }
}

/** The window before (-1) or after (1) one. */
export function adjacentSpan(span: CalendarSpan, step: -1 | 1): CalendarSpan {
  const { kind, first, last } = span
  if (kind !== 'range') return spanAround(step < 0 ? addDays(first, -1) : addDays(last, 1), kind)
  const length = daysOf(span).length * step
  return { kind, first: addDays(first, length), last: addDays(last, length) }
}

/** Whether this is a date that exists: there is no 30 February. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
