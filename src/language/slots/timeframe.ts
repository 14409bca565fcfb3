import type { DateTime } from 'luxon'
import { clamp, DAYS } from '../../ranking/limits.ts'

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** A stretch of whole days as a person names it. Dates are those of the zone that was asked for. */
export interface Timeframe {
  /** As the ranking tool spells it; `ALL_TIME` and `FUTURE` are for our own use. */
  text: string
  first: DateTime
  last: DateTime
  /** Said without its year or week, so that the latest past one is meant; a range may move it. */
  repeats?: 'week' | 'month' | 'year'
  /** Only means something where nothing stronger was said: "product of the day". */
  weak?: true
  /** One such unit before what was talked about, where there is something: "the week before". */
  before?: Unit
}

export const ALL_TIME = 'all_time'
export const FUTURE = 'future'

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

export function named(text: string, timeframe: Timeframe): Timeframe {
  return { ...timeframe, text }
}

export function isoDate(date: DateTime): string {
  return date.toFormat('yyyy-MM-dd')
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
  return named(`${from.toISOString()}/${new Date(until).toISOString()}`, daysFrom(today, today))
}

/** The unit that a word means, by its beginning. */
export function unitNamed(word: string): Unit {
  if (word.startsWith('y')) return 'year'
  if (word.startsWith('q')) return 'quarter'
  if (word.startsWith('m')) return 'month'
  return word.startsWith('w') ? 'week' : 'day'
}

export function isBoundless({ text }: Timeframe): boolean {
  return text === ALL_TIME || text === FUTURE
}

/** "The week before", seen from the timeframe that was talked about. */
export function oneBefore(unit: Unit, { first }: Timeframe): Timeframe {
  return whole(unit, first.minus({ [unit]: 1 }))
}

function spell(first: DateTime, last: DateTime): string {
  if (+first === +last) return isoDate(first)
  if (spans('month', first, last)) return first.toFormat('yyyy-MM')
  if (spans('year', first, last)) return first.toFormat('yyyy')
  if (spans('week', first, last)) return first.toFormat("kkkk-'W'WW")
  return `${isoDate(first)}/${isoDate(last)}`
}

function spans(unit: Unit, first: DateTime, last: DateTime): boolean {
  return +first === +first.startOf(unit) && +last === +first.endOf(unit).startOf('day')
}
