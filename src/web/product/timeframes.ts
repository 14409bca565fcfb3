import {
  addDays,
  isDay,
  type Span,
  type SpanKind,
  spanAround,
  todayIn,
  weekOf,
} from './calendar.ts'
import { cityOf, formatCount } from './format.ts'
import { rangeText } from './window-name.ts'

export const ALL_TIME = 'all_time'

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

/** The named timeframe that this is, if any. Like the service it also accepts `Last-Week`. */
export function namedTimeframe(timeframe: string) {
  const name = normalizeName(timeframe)
  return TIMEFRAMES.find((named) => named.timeframe === name)
}

/** The calendar window of a timeframe; undefined for all time and for forms of the service alone. */
export function spanOf(timeframe: string, timezone: string): Span | undefined {
  const [, relation, unit] = /^(this|last)_(week|month|year)$/.exec(normalizeName(timeframe)) ?? []
  const today = todayIn(timezone)
  if (isSpanKind(unit)) {
    const current = spanAround(today, unit)
    return relation === 'this' ? current : spanAround(addDays(current.first, -1), unit)
  }
  if (normalizeName(timeframe) === 'today') return spanAround(today, 'day')
  if (normalizeName(timeframe) === 'yesterday') return spanAround(addDays(today, -1), 'day')
  return datedSpan(timeframe.trim().toUpperCase())
}

function datedSpan(text: string): Span | undefined {
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
export function datedTimeframe({ kind, first, last }: Span): string {
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
export function shortestTimeframe(span: Span, timezone: string): string {
  const dated = datedTimeframe(span)
  const named = TIMEFRAMES.find(({ timeframe }) => {
    const other = spanOf(timeframe, timezone)
    return other && datedTimeframe(other) === dated
  })
  return named?.timeframe ?? dated
}

interface WindowNames {
  /** What is large. */
  title: string
  /** The days, where the title does not name them. */
  days: string | undefined
  /** Names the window without its surroundings, as in a list of tabs. */
  full: string
}

/** A window in words: `Week 47`, `November 16–22`, `Week 47, 2026`. */
export function windowNames(timeframe: string, span: Span | undefined): WindowNames {
  if (!span) {
    const title = namedTimeframe(timeframe)?.name ?? timeframe.slice(0, 40).replaceAll('_', ' ')
    return { title, days: undefined, full: title }
  }
  const { kind, first, last } = span
  const year = first.slice(0, 4)
  const text = (options: Intl.DateTimeFormatOptions) =>
    rangeText(new Date(first), new Date(last), 'UTC', options)
  const days = text({ day: 'numeric', month: 'long' })
  const isThisYear = year === String(new Date().getFullYear())
  switch (kind) {
    case 'day':
      return {
        title: days,
        days: text({ weekday: 'long', ...(!isThisYear && { year: 'numeric' }) }),
        full: text({ day: 'numeric', month: 'long', year: 'numeric' }),
      }
    case 'week': {
      const [weekYear, week] = weekOf(first).split('-W')
      const title = `Week ${formatCount(Number(week))}`
      const dated = isThisYear ? days : text({ day: 'numeric', month: 'long', year: 'numeric' })
      return { title, days: dated, full: `${title}, ${weekYear}` }
    }
    case 'month': {
      const full = text({ month: 'long', year: 'numeric' })
      const title = isThisYear ? text({ month: 'long' }) : full
      return { title, days: undefined, full }
    }
    case 'year':
      return { title: year, days: undefined, full: year }
    case 'range':
      return {
        title: days,
        days: year === last.slice(0, 4) && !isThisYear ? year : undefined,
        full: text({ day: 'numeric', month: 'long', year: 'numeric' }),
      }
  }
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
