import { DateTime } from 'luxon'
import { dateOf, readMonth } from './calendar-words.ts'
import {
  daysFrom,
  lastDays,
  lastHours,
  type Now,
  named,
  type Timeframe,
  unitNamed,
  whole,
} from './timeframe.ts'

/** The named groups of a pattern. */
export type Words = Readonly<Record<string, string | undefined>>

export function day(date: DateTime): Timeframe {
  return whole('day', date)
}

export function isToday(_: Words, { today }: Now): Timeframe {
  return named('today', day(today))
}

export function yesterday(_: Words, { today }: Now): Timeframe {
  return named('yesterday', day(today.minus({ days: 1 })))
}

export function thisPeriod(words: Words, now: Now): Timeframe {
  const { today } = now
  const unit = unitNamed(words.unit ?? '')
  if (unit === 'day') return isToday(words, now)
  const soFar = daysFrom(today.startOf(unit), today)
  if (unit === 'week') return named('last_7_days', soFar)
  return unit === 'quarter' ? soFar : named(`this_${unit}`, soFar)
}

export function lastPeriod({ unit = '' }: Words, { today }: Now): Timeframe {
  return ago(1, unit, today)
}

export function previous({ which, unit = '' }: Words, now: Now): Timeframe {
  const { today } = now
  if (unit === 'fortnight') return lastDays(14, today)
  if (unit === 'hour') return lastHours(1, now)
  if (unit === 'day' && which === 'last') return lastDays(1, today)
  const timeframe = ago(1, unit, today)
  return which === 'last' || which === 'past'
    ? timeframe
    : { ...timeframe, before: unitNamed(unit) }
}

export function lastUnits({ n, unit = '' }: Words, now: Now): Timeframe | undefined {
  const { today } = now
  const number = amount(n)
  if (number < 1) return undefined
  if (unit.startsWith('h')) return lastHours(number, now)
  if (unit.startsWith('f')) return lastDays(number * 14, today)
  const period = unitNamed(unit)
  if (period === 'day') return lastDays(number, today)
  if (period === 'week') return lastDays(number * 7, today)
  if (period === 'month' && number === 1) return lastDays(30, today)
  return daysFrom(today.minus({ [period]: number }), today)
}

export function ago(count: number, unit: string, today: DateTime): Timeframe {
  if (unit === 'hour') return named('today', day(today))
  if (unit === 'fortnight') return whole('week', today.minus({ weeks: 2 * count }))
  const period = unitNamed(unit)
  const timeframe = whole(period, today.minus({ [period]: count }))
  if (count !== 1 || period === 'quarter') return timeframe
  return named(period === 'day' ? 'yesterday' : `last_${period}`, timeframe)
}

export function amount(count: string | undefined): number {
  return count === undefined || !/\d/.test(count) ? 1 : Number(count)
}

export function weakly(timeframe: Timeframe | undefined): Timeframe | undefined {
  return timeframe && { ...timeframe, weak: true }
}

export function weekdayAt(name: string): number {
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(name.slice(0, 3))
}

/** The latest one before today; "this Friday" on a Friday is today. */
export function latestWeekday({ which, weekday = '' }: Words, { today }: Now): Timeframe {
  const sinceThen = (today.weekday - 1 - weekdayAt(weekday) + 7) % 7
  const days = sinceThen === 0 && which !== 'this' ? 7 : sinceThen
  return { ...day(today.minus({ days })), repeats: 'week' }
}

export function weekend(today: DateTime, weeksBack: number): Timeframe {
  const monday = today.startOf('week').minus({ weeks: weeksBack })
  return daysFrom(monday.plus({ days: 5 }), monday.plus({ days: 6 }))
}

export function dayOfYear(
  { year, month = '', day: dayOfMonth }: Words,
  now: Now,
): Timeframe | undefined {
  const { first } = readMonth({ month, year }, now)
  const date = dateOf(first.year, first.month, dayOfMonth)
  if (!date || year) return date
  const earlier = +date.first > +now.today ? dateOf(first.year - 1, first.month, dayOfMonth) : date
  return earlier && { ...earlier, repeats: 'year' }
}

/** With slashes the month comes first, with dots the day, unless that makes no date. */
export function numericDate(words: Words, { today }: Now): Timeframe | undefined {
  const { a = '', b = '', mark, day: written, month } = words
  const year = words.year?.length === 2 ? `20${words.year}` : words.year
  if (month && written) return dateOf(Number(year), Number(month), written)
  const order = mark === '.' || Number(a) > 12 || words.dayFirst ? [b, a] : [a, b]
  const [ofYear = '', ofMonth = ''] = order
  const date = dateOf(Number(year ?? today.year), Number(ofYear), ofMonth)
  if (!date || year || +date.first <= +today)
    return date && !year ? { ...date, repeats: 'year' } : date
  const earlier = dateOf(today.year - 1, Number(ofYear), ofMonth)
  return earlier && { ...earlier, repeats: 'year' }
}

export function weekOf(nth: string, { first, last }: Timeframe): Timeframe | undefined {
  if (nth === 'last' || nth === 'final') return daysFrom(last.minus({ days: 6 }), last)
  const start = first.plus({ weeks: nthOf(nth) - 1 })
  const end = start.plus({ days: 6 })
  return +start <= +last ? daysFrom(start, +end < +last ? end : last) : undefined
}

export function partOf(part: string, { first, last }: Timeframe): Timeframe {
  if (part === 'first half') return daysFrom(first, first.set({ day: 15 }))
  if (part === 'second half') return daysFrom(first.set({ day: 16 }), last)
  if (part.startsWith('mid')) return daysFrom(first.set({ day: 11 }), first.set({ day: 20 }))
  if (part === 'late' || part === 'end') return daysFrom(first.set({ day: 21 }), last)
  return daysFrom(first, first.set({ day: 10 }))
}

/** The nth part of so many months of a year; of the latest year in which it has begun. */
export function partOfYear(months: number, { nth = '', year }: Words, { today }: Now) {
  const number = nth === 'last' || nth === 'final' ? 12 / months : nthOf(nth)
  if (number < 1 || 12 / months < number) return undefined
  const start = DateTime.utc(yearOf(year, today) ?? today.year, 1, 1).plus({
    months: months * (number - 1),
  })
  const first = !year && +start > +today ? start.minus({ years: 1 }) : start
  const last = first.plus({ months }).minus({ days: 1 })
  return daysFrom(first, +first <= +today && +today < +last ? today : last)
}

export function isoWeek({ week, year }: Words, { today }: Now): Timeframe | undefined {
  const weekNumber = Number(week)
  const weekYear = yearOf(year, today) ?? today.weekYear
  const [start, before] = [weekYear, weekYear - 1].map((ofYear) =>
    DateTime.fromObject({ weekYear: ofYear, weekNumber }, { zone: 'utc' }),
  )
  const found = start && (year || +start <= +today) ? start : before
  return found?.isValid ? whole('week', found) : undefined
}

function nthOf(nth: string): number {
  return (
    ['first', 'second', 'third', 'fourth', 'fifth'].indexOf(nth) + 1 ||
    Number.parseInt(nth, 10) ||
    0
  )
}

function yearOf(year: string | undefined, today: DateTime): number | undefined {
  if (!year) return undefined
  if (/\d/.test(year)) return Number(year)
  return year.startsWith('this') ? today.year : today.year - 1
}
