import type { RankingAnswer } from '../api/answers.ts'
import { dateFormat } from '../product/format.ts'
import { addDays, dayIn, isDay, isWeek, lastOfMonth, todayIn, weekOf } from './calendar.ts'

export const ALL_TIME = 'all_time'

/** What the board shows first: a whole week, so that there is always something to see. */
export const DEFAULT_TIMEFRAME = 'last_week'

export const TIMEFRAMES = [
  { name: 'Today', timeframe: 'today' },
  { name: 'Yesterday', timeframe: 'yesterday' },
  { name: 'This week', timeframe: 'this_week' },
  { name: 'Last week', timeframe: 'last_week' },
  { name: 'This month', timeframe: 'this_month' },
  { name: 'All time', timeframe: ALL_TIME },
] as const

/** The name of the timeframe's own tab, if it has one; the service takes `Last-Week` as well. */
export function namedTimeframe(timeframe: string) {
  const plain = plainName(timeframe)
  return TIMEFRAMES.find((named) => named.timeframe === plain)
}

/** What someone can fill in to say which days they mean. */
type CustomKind = 'day' | 'range' | 'week'

export interface CustomFields {
  kind: CustomKind
  day: string
  first: string
  last: string
  week: string
}

/** The fields that say a timeframe; those that cannot say it are empty. */
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

/** The days that a named timeframe means at this moment, to change them from there. */
export function datedTimeframe(timeframe: string, timezone: string): string {
  const today = todayIn(timezone)
  switch (plainName(timeframe)) {
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

/** The days of an answer in words, such as `Mon 16 Nov – Sun 22 Nov 2026`. */
export function windowInWords(answer: RankingAnswer, timezone: string): string {
  if (!('window' in answer)) return 'All time'
  const { window, timeframe } = answer
  const first = new Date(window.postedAfter)
  const isOfInstants = /\dT\d/.test(timeframe)
  const last = new Date(Date.parse(window.postedBefore) - (isOfInstants ? 0 : 1))
  const days = dateFormat(timezone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(isOfInstants && { hour: '2-digit', minute: '2-digit' }),
  })
  const words = days.formatRange(first, last).replaceAll(',', '')
  const isUnderWay = !isOfInstants && dayIn(timezone, last) === todayIn(timezone)
  return isUnderWay ? `${words} so far` : words
}

function plainName(timeframe: string): string {
  return timeframe.trim().toLowerCase().replace(/ +|-/g, '_')
}
