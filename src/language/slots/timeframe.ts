import type { DateTime } from 'luxon'
import { clamp, DAYS } from '../../ranking/limits.ts'

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** A stretch of whole days as a person names it. Dates are those of the zone that was asked for. */
export interface Timeframe {
  /** As the ranking tool spells it; those below are for our own use. */
  text: string
  first: DateTime
  last: DateTime
  /** Said without its year or week, so that the latest past one is meant; a range may move it. */
  repeats?: 'week' | 'month' | 'year'
  /** Only means something where nothing stronger was said: "product of the day". */
  weak?: true
  /** Seen from what was talked about, where there is something: "the week before". */
  shift?: Shift
}

/** So many units before or after; the whole unit, where it is not the same stretch moved. */
export interface Shift {
  unit?: Unit
  by: number
  isWhole: boolean
}

export const ALL_TIME = 'all_time'
export const FUTURE = 'future'
/** Before there were launches to rank: "the nineties". */
export const TOO_EARLY = 'too-early'
/** Means nothing unless something was talked about: "the one before". */
export const RELATIVE = 'relative'

const BOUNDLESS = new Set([ALL_TIME, FUTURE, TOO_EARLY, RELATIVE])

/** What English dates are relative to: the date in the zone that was asked for, and the instant. */
export interface Now {
  today: DateTime
  instant: Date
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The days between two, both included, in the shortest spelling that the ranking tool has. */
export function daysFrom(one: DateTime, other: DateTime): Timeframe {
  const [first, last] = +one <= +other ? [one, other] : [other, one]
  return { text: spell(first, last), first, last }
}

export function whole(unit: Unit, date: DateTime): Timeframe {
  return daysFrom(date.startOf(unit), date.endOf(unit).startOf('day'))
}

export function day(date: DateTime): Timeframe {
  return daysFrom(date, date)
}

export function named(text: string, timeframe: Timeframe): Timeframe {
  return { ...timeframe, text }
}

/** The last days, counted back from now; more than the tool counts are a range of whole days. */
export function lastDays(days: number, today: DateTime): Timeframe {
  const range = daysFrom(today.minus({ days }), today)
  return clamp(days, DAYS) === days ? named(`last_${days}_days`, range) : range
}

/** The last hours, as days where they come to whole ones, else from instant to instant. */
export function lastHours(hours: number, { today, instant }: Now): Timeframe {
  if (hours % 24 === 0) return lastDays(hours / 24, today)
  const until = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS
  const from = new Date(until - hours * HOUR_MS)
  return named(`${from.toISOString()}/${new Date(until).toISOString()}`, day(today))
}

/** A unit's stretch that has not ended: until today. */
export function thisPeriod(period: string, { today }: Now): Timeframe {
  const unit = unitNamed(period)
  if (unit === 'day') return named('today', day(today))
  const soFar = daysFrom(today.startOf(unit), today)
  if (unit === 'week') return named('last_7_days', soFar)
  return unit === 'quarter' ? soFar : named(`this_${unit}`, soFar)
}

/** The whole unit, so many of them ago. */
export function ago(count: number, unit: string, today: DateTime): Timeframe {
  if (unit.startsWith('h')) return named('today', day(today))
  if (unit.startsWith('f')) return whole('week', today.minus({ weeks: 2 * count }))
  const period = unitNamed(unit)
  const timeframe = whole(period, back(today, count, unit))
  if (count !== 1 || period === 'quarter') return timeframe
  return named(period === 'day' ? 'yesterday' : `last_${period}`, timeframe)
}

export function back(date: DateTime, count: number, unit: string): DateTime {
  return unit.startsWith('f')
    ? date.minus({ weeks: 2 * count })
    : date.minus({ [unitNamed(unit)]: count })
}

/** The unit that a word means, by its beginning. */
export function unitNamed(word: string): Unit {
  if (word.startsWith('y')) return 'year'
  if (word.startsWith('q')) return 'quarter'
  if (word.startsWith('m')) return 'month'
  return word.startsWith('w') ? 'week' : 'day'
}

export function isBoundless({ text }: Timeframe): boolean {
  return BOUNDLESS.has(text)
}

/** "The week before", "a year earlier", "the one after", seen from what was talked about. */
export function shifted({ unit, by, isWhole }: Shift, from: Timeframe): Timeframe {
  const own = lengthOf(from)
  const moved = { [unit ?? own.unit]: by * (unit ? 1 : own.count) }
  if (unit && isWhole) return whole(unit, from.first.plus(moved))
  const isMonths = +from.first === +from.first.startOf('month') && own.unit !== 'day'
  const last = from.first
    .plus(moved)
    .plus({ [own.unit]: own.count })
    .minus({ days: 1 })
  return daysFrom(from.first.plus(moved), isMonths || !unit ? last : from.last.plus(moved))
}

function lengthOf({ text, first, last }: Timeframe): { unit: Unit; count: number } {
  for (const unit of ['year', 'quarter', 'month', 'week'] as const) {
    if (spans(unit, first, last) || text === `this_${unit}`) return { unit, count: 1 }
  }
  const days = Number(/^last_(\d+)_days$/.exec(text)?.[1] ?? last.diff(first, 'days').days + 1)
  return { unit: 'day', count: days }
}

function spell(first: DateTime, last: DateTime): string {
  if (+first === +last) return isoDate(first)
  if (spans('month', first, last)) return isoDate(first).slice(0, 7)
  if (spans('year', first, last)) return isoDate(first).slice(0, 4)
  if (spans('week', first, last)) return first.toFormat("kkkk-'W'WW")
  return `${isoDate(first)}/${isoDate(last)}`
}

function isoDate(date: DateTime): string {
  return new Date(date.toMillis()).toISOString().slice(0, 10)
}

function spans(unit: Unit, first: DateTime, last: DateTime): boolean {
  return +first === +first.startOf(unit) && +last === +first.endOf(unit).startOf('day')
}
