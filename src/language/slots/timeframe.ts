import type { DateTime, DurationLikeObject } from 'luxon'
import { HOUR_MS, MINUTE_MS } from '../../core/durations.ts'
import { ALL_TIME } from '../../ranking/headline.ts'
import { clamp, DAYS } from '../../ranking/limits.ts'
import type { Part } from './parts.ts'

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** An interval of whole days. Dates are those of the requested time zone. */
export interface Timeframe {
  /** The syntax of the ranking tool, or one of the constants below. */
  text: string
  first: DateTime
  last: DateTime
  /** Had no year or week, so the latest past one was chosen; as an end of a range it may move. */
  repeats?: 'week' | 'month' | 'year'
  /** Ignored if there is another timeframe: "product of the day". */
  weak?: true
  /** What it is of a longer time: "the best Monday launch this month", "today since noon". */
  part?: Part
  /** The time of which it is a part. */
  whole?: Timeframe
  /** Its days and what they are, if they are not in a row. */
  days?: readonly Timeframe[]
  label?: string
  /** Relative to an earlier timeframe of the message or conversation, if any: "the week before". */
  shift?: Shift
}

export interface Shift {
  /** The length of the timeframe that is shifted, if there is none. */
  unit?: Unit
  by: number
  /** The result is the full calendar unit, not an interval of the same length. */
  isWhole?: true
}

export const FUTURE = 'future'
/** Days that are not in a row: "the last 3 Fridays". */
export const SEVERAL = 'several'
/** Not in the calendar: "February 30". */
export const NO_SUCH_DATE = 'no-such-date'
/** Has no meaning without an earlier timeframe: "the one before". */
export const RELATIVE = 'relative'

const UNITS = ['year', 'quarter', 'month', 'week'] as const

const BOUNDLESS = new Set([ALL_TIME, FUTURE, SEVERAL, NO_SUCH_DATE, RELATIVE])

/** The clock of relative dates: the date in the requested time zone, and the instant. */
export interface Now {
  today: DateTime
  instant: Date
  /** The instant at which clocks of the zone show a time. */
  instantOf(time: DateTime): number
  /** Whether it is of what launched, not of who leads: parts of a day are their hours then. */
  isOfLaunches?: boolean
  /** The order of numeric dates. */
  isDayFirst?: boolean
}

/** The days from one to another, both included and in any order, in the shortest syntax of the tool. */
export function daysFrom(a: DateTime, b: DateTime): Timeframe {
  const [first, last] = +a <= +b ? [a, b] : [b, a]
  return { text: format(first, last), first, last }
}

/** The calendar unit that contains a date. */
export function fullUnit(unit: Unit, date: DateTime): Timeframe {
  return daysFrom(date.startOf(unit), date.endOf(unit).startOf('day'))
}

export function lasting(first: DateTime, length: DurationLikeObject): Timeframe {
  return daysFrom(first, first.plus(length).minus({ days: 1 }))
}

export function day(date: DateTime): Timeframe {
  return daysFrom(date, date)
}

export function named(text: string, timeframe: Timeframe): Timeframe {
  return { ...timeframe, text }
}

/** A rolling window, or a range of whole days if it exceeds the limit of the tool. */
export function lastDays(days: number, today: DateTime): Timeframe {
  const range = daysFrom(today.minus({ days }), today)
  return clamp(days, DAYS) === days ? named(`last_${days}_days`, range) : range
}

/** Whole days if possible, else an interval between two instants. */
export function lastHours(hours: number, { today, instant }: Now): Timeframe {
  if (hours % 24 === 0) return lastDays(hours / 24, today)
  const until = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS
  const from = new Date(until - hours * HOUR_MS)
  return named(`${from.toISOString()}/${new Date(until).toISOString()}`, day(today))
}

/** The length of a time that is until now and at most a day; undefined for any other. */
export function lengthInHours({ text, part }: Timeframe): number | undefined {
  if (part) return undefined
  if (text === 'today' || text === 'last_1_days') return 24
  if (!text.includes('T')) return undefined
  const [from = 0, until = 0] = text.split('/').map((instant) => Date.parse(instant))
  const hours = (until - from) / HOUR_MS
  return hours <= 24 ? hours : undefined
}

/** The current calendar unit until today. */
export function thisPeriod(unit: Unit, { today }: Now): Timeframe {
  if (unit === 'day') return named('today', day(today))
  const soFar = daysFrom(today.startOf(unit), today)
  return unit === 'quarter' ? soFar : named(`this_${unit}`, soFar)
}

/** The calendar unit that was `count` units ago. */
export function ago(count: number, unit: Unit, today: DateTime): Timeframe {
  const timeframe = fullUnit(unit, today.minus({ [unit]: count }))
  if (count !== 1 || unit === 'quarter') return timeframe
  return named(unit === 'day' ? 'yesterday' : `last_${unit}`, timeframe)
}

/** The unit by its first letter, a fortnight as weeks; anything unknown is a day. */
export function parseUnit(word = ''): Unit {
  if (/^[wf]/.test(word)) return 'week'
  return UNITS.find((unit) => unit[0] === word[0]) ?? 'day'
}

export function isBoundless({ text }: Timeframe): boolean {
  return BOUNDLESS.has(text)
}

/** "The week before", "a year earlier", "the one after", relative to `from`. */
export function shifted(shift: Shift, { text, first, last }: Timeframe): Timeframe {
  const { unit, by, isWhole } = shift
  const own = UNITS.find((unit) => spans(unit, first, last) || text === `this_${unit}`)
  const days = Number(/^last_(\d+)_days$/.exec(text)?.[1] ?? last.diff(first, 'days').days + 1)
  const whole = isWhole ? unit : own
  const start = whole && by > 0 ? last : first
  const moved = start.plus({ [unit ?? own ?? 'day']: unit || own ? by : by * days })
  return whole ? fullUnit(whole, moved) : lasting(moved, { days })
}

/** The latest such day of the week before a date. */
export function latestWeekday(weekday: number, before: DateTime): DateTime {
  return before.minus({ days: (before.weekday - weekday + 7) % 7 || 7 })
}

function format(first: DateTime, last: DateTime): string {
  if (+first === +last) return isoDate(first)
  if (spans('month', first, last)) return isoDate(first).slice(0, 7)
  if (spans('year', first, last)) return isoDate(first).slice(0, 4)
  if (spans('week', first, last)) return first.toFormat("kkkk-'W'WW")
  return `${isoDate(first)}/${isoDate(last)}`
}

function isoDate(date: DateTime): string {
  return date.toISODate() ?? ''
}

function spans(unit: Unit, first: DateTime, last: DateTime): boolean {
  return +first === +first.startOf(unit) && +last === +first.endOf(unit).startOf('day')
}
