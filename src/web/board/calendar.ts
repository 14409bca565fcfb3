import { dateFormat } from '../product/format.ts'

// Days are strings such as `2026-11-20`. Calculations use UTC, where every day has 24 hours.

const DAY_MS = 86_400_000

export function todayIn(timezone: string): string {
  return dayIn(timezone, new Date())
}

/** The date of an instant in a time zone. */
export function dayIn(timezone: string, instant: Date): string {
  const parts = dateFormat(timezone, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(instant)
    .map(({ type, value }) => [type, value])
  const { year, month, day } = Object.fromEntries(parts)
  return `${year}-${month}-${day}`
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** The last day of a month such as `2026-11`. */
export function lastOfMonth(month: string): string {
  // 31 days after the first day is always in the next month.
  const next = addDays(`${month}-01`, 31).slice(0, 8)
  return addDays(`${next}01`, -1)
}

/** The ISO 8601 week of a day, such as `2026-W47`. Its year is that of the week's Thursday. */
export function weekOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  const thursday = addDays(day, 3 - weekday)
  const year = thursday.slice(0, 4)
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / DAY_MS
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`
}

/** Whether this is a date that exists: there is no 30 February. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function isWeek(text: string): boolean {
  return /^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/.test(text)
}
