import {
  ALL_TIME,
  type AnsweredWindow,
  type WindowName,
  weekOf,
  windowName,
} from '../../ranking/headline.ts'
import {
  addDays,
  type CalendarSpan,
  isDay,
  type SpanKind,
  spanAround,
  todayIn,
} from './calendar.ts'
import { cityOf, dateFormat } from './format.ts'

/** A complete week, so that the first visit always shows launches. */
export const DEFAULT_TIMEFRAME = 'last_week'

export const TIMEFRAMES = [
  { name: 'Today', timeframe: 'today', kind: 'day', isPast: false },
  { name: 'Yesterday', timeframe: 'yesterday', kind: 'day', isPast: true },
  { name: 'This week', timeframe: 'this_week', kind: 'week', isPast: false },
  { name: 'Last week', timeframe: 'last_week', kind: 'week', isPast: true },
  { name: 'This month', timeframe: 'this_month', kind: 'month', isPast: false },
  { name: 'All time', timeframe: ALL_TIME },
] as const

/** The named timeframe that this is, if any. Like the service it also accepts `Last-Week` and `all`. */
export function namedTimeframe(timeframe: string) {
  const name = normalizeName(timeframe).replace(/^all$/, ALL_TIME)
  return TIMEFRAMES.find((named) => named.timeframe === name)
}

/** The calendar window of a timeframe; undefined for all time and for forms of the service alone. */
export function spanOf(timeframe: string, today: string): CalendarSpan | undefined {
  const [, relation, unit] = /^(this|last)_(week|month|year)$/.exec(normalizeName(timeframe)) ?? []
  if (isSpanKind(unit)) {
    const current = spanAround(today, unit)
    return relation === 'this' ? current : spanAround(addDays(current.first, -1), unit)
  }
  if (normalizeName(timeframe) === 'today') return spanAround(today, 'day')
  if (normalizeName(timeframe) === 'yesterday') return spanAround(addDays(today, -1), 'day')
  return datedSpan(timeframe.trim().toUpperCase())
}

function datedSpan(text: string): CalendarSpan | undefined {
  if (isDay(text)) return spanAround(text, 'day')
  if (isDay(`${text}-01`)) return spanAround(`${text}-01`, 'month')
  if (isDay(`${text}-01-01`)) return spanAround(`${text}-01-01`, 'year')
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(text) ?? []
  if (week) {
    // 4 January is always in the first week.
    const span = spanAround(addDays(`${year}-01-04`, 7 * (Number(week) - 1)), 'week')
    return weekOf(span.first) === text ? span : undefined
  }
  const [first = '', last = ''] = text.split(/\/|\.\./)
  return isDay(first) && isDay(last) && first <= last ? { kind: 'range', first, last } : undefined
}

/** The timeframe that always means this window: `2026-W47`, never `last_week`. */
export function datedTimeframe({ kind, first, last }: CalendarSpan): string {
  switch (kind) {
    case 'day':
      return first
    case 'week':
      return weekOf(first)
    case 'month':
      return first.slice(0, 7)
    case 'year':
      return first.slice(0, 4)
    case 'range':
      return first === last ? first : `${first}/${last}`
  }
}

/** `last_week` where the window is that at present, else its dated form. */
export function shortestTimeframe(span: CalendarSpan, today: string): string {
  const dated = datedTimeframe(span)
  const named = TIMEFRAMES.find(({ timeframe }) => {
    const other = spanOf(timeframe, today)
    return other && datedTimeframe(other) === dated
  })
  return named?.timeframe ?? dated
}

/** What the window of a timeframe is called, before the service has answered it. */
export function windowNames(timeframe: string, span: CalendarSpan | undefined): WindowName {
  if (!span) {
    const title = namedTimeframe(timeframe)?.name ?? 'Launches'
    return { ...nameWindow(undefined), title, full: title }
  }
  const { kind, first, last } = span
  return nameWindow({ from: first, to: last, postedBefore: addDays(last, 1), label: kind })
}

/** `New York time`. */
export function zoneName(timezone: string): string {
  return timezone === 'UTC' ? 'UTC' : `${cityOf(timezone)} time`
}

function isSpanKind(unit: string | undefined): unit is SpanKind {
  return unit === 'week' || unit === 'month' || unit === 'year'
}

function normalizeName(timeframe: string): string {
  return timeframe.trim().toLowerCase().replace(/ +|-/g, '_')
}

/** The calendar window of a timeframe and today, as the service answers them; until then, as the browser has them. */
export function spanIn(timeframe: string, timezone: string, window?: AnsweredWindow | null) {
  const today = (window && todayOf(window)) ?? todayIn(timezone)
  const span = spanOf(timeframe, today)
  if (!span || !window) return { today, span }
  const { kind } = span
  const { from, to } = window
  return {
    today,
    span: kind === 'range' ? { kind, first: from, last: to } : spanAround(from, kind),
  }
}

/** Today in the zone of a window that is relative to it. */
function todayOf({ from, to, label }: AnsweredWindow): string | undefined {
  if (label === 'yesterday') return addDays(from, 1)
  return /^(today|this_\w+|last_\d+_days)$/.test(label) ? to : undefined
}

/** What a window is called, as the reader's English writes its days. Without one it is all time. */
export function nameWindow(window: AnsweredWindow | undefined): WindowName {
  return windowName(window, (options) => dateFormat('UTC', options))
}
