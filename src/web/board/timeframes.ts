import type { RankingResponse } from '../api/response-types.ts'
import { dateFormat } from '../product/format.ts'
import { addDays, dayIn, isDay, isWeek, lastOfMonth, todayIn, weekOf } from './calendar.ts'

export const ALL_TIME = 'all_time'

/** A complete week, so that the first visit always shows launches. */
export const DEFAULT_TIMEFRAME = 'last_week'

export const TIMEFRAMES = [
  { name: 'Today', timeframe: 'today' },
  { name: 'Yesterday', timeframe: 'yesterday' },
  { name: 'This week', timeframe: 'this_week' },
  { name: 'Last week', timeframe: 'last_week' },
  { name: 'This month', timeframe: 'this_month' },
  { name: 'All time', timeframe: ALL_TIME },
] as const

/** The named timeframe that this is, if any. Like the service it also accepts `Last-Week`. */
export function namedTimeframe(timeframe: string) {
  const name = normalizeName(timeframe)
  return TIMEFRAMES.find((named) => named.timeframe === name)
}

type CustomKind = 'day' | 'range' | 'week'

/** The fields of the form for a custom timeframe. */
export interface CustomFields {
  kind: CustomKind
  day: string
  first: string
  last: string
  week: string
}

/** The form fields that express a timeframe; empty if they cannot. */
export function customFields(timeframe: string): CustomFields {
  const text = timeframe.trim().toUpperCase()
  const empty: CustomFields = { kind: 'range', day: '', first: '', last: '', week: '' }
  if (isDay(text)) return { ...empty, kind: 'day', day: text }
  if (isWeek(text)) return { ...empty, kind: 'week', week: text }
  if (isDay(`${text}-01`)) return { ...empty, first: `${text}-01`, last: lastOfMonth(text) }
  if (isDay(`${text}-01-01`)) return { ...empty, first: `${text}-01-01`, last: `${text}-12-31` }
  const [first = '', last = ''] = text.split(/\/|\.\./)
  return isDay(first) && isDay(last) ? { ...empty, first, last } : empty
}

/** The current dates of a named timeframe, as a starting point for a custom one. */
export function datedTimeframe(timeframe: string, timezone: string): string {
  const today = todayIn(timezone)
  switch (normalizeName(timeframe)) {
    case 'today':
      return today
    case 'yesterday':
      return addDays(today, -1)
    case 'this_week':
      return weekOf(today)
    case 'this_month':
      return `${today.slice(0, 8)}01/${today}`
    default:
      return weekOf(addDays(today, -7))
  }
}

/** The window of a ranking as text, such as `Mon 16 Nov – Sun 22 Nov 2026`. */
export function formatWindow(response: RankingResponse, timezone: string): string {
  if (!('window' in response)) return 'All time'
  const { window, timeframe } = response
  const first = new Date(window.postedAfter)
  const hasTimes = /\dT\d/.test(timeframe)
  const last = new Date(Date.parse(window.postedBefore) - (hasTimes ? 0 : 1))
  const format = dateFormat(timezone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(hasTimes && { hour: '2-digit', minute: '2-digit' }),
  })
  const range = format.formatRange(first, last).replaceAll(',', '')
  const isInProgress = !hasTimes && dayIn(timezone, last) === todayIn(timezone)
  return isInProgress ? `${range} so far` : range
}

function normalizeName(timeframe: string): string {
  return timeframe.trim().toLowerCase().replace(/ +|-/g, '_')
}
