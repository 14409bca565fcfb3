import { DateTime } from 'luxon'
import slots from '../../../data/language/slots.json' with { type: 'json' }
import type { Captures } from './patterns.ts'
import {
  ALL_TIME,
  ago,
  day,
  daysFrom,
  FUTURE,
  fullUnit,
  lastDays,
  lastHours,
  lasting,
  latestWeekday,
  type Now,
  named,
  RELATIVE,
  type Shift,
  type Timeframe,
  thisPeriod,
} from './timeframe.ts'
import { numberOf, type Values, valuesOf, yearOf } from './values.ts'

type Meaning = (values: Values, now: Now) => Timeframe | undefined

/**
 * The meaning of a match of the patterns of data/language/slots.json. A date that does not exist
 * ("February 30") makes a timeframe of invalid dates.
 */
export function meaningOf(name: keyof typeof slots.times, captures: Captures, now: Now) {
  return MEANINGS[name](valuesOf(captures, now.today), now)
}

const MEANINGS: Readonly<Record<keyof typeof slots.times, Meaning>> = {
  none: () => undefined,
  allTime: (_, { today }) => named(ALL_TIME, day(today)),
  future: (_, { today }) => named(FUTURE, day(today)),
  thisPeriod: ({ period }, now) => thisPeriod(period, now),
  weakPeriod: ({ period }, now) => asWeak(thisPeriod(period, now)),
  lastUnits,
  weakUnits: (values, now) => asWeak(lastUnits(values, now)),
  dateAgo: ({ length }, { today }) => day(today.minus(length)),
  ago: ({ count, unit }, { today }) => ago(count, unit, today),
  earlier: ({ unit }, { today }) => relative(ago(1, unit, today), { unit, by: -1 }),
  previous: ({ unit }, { today }) => relative(ago(1, unit, today), { unit, by: -1, isWhole: true }),
  after: ({ unit }, { today }) => relativeOnly(today, { unit, by: 1, isWhole: true }),
  oneBefore: (_, { today }) => relativeOnly(today, { by: -1 }),
  weekdayOfWeek: ({ count, weekday }, { today }) =>
    day(today.startOf('week').plus({ weeks: -count, days: weekday - 1 })),
  weekday: ({ weekday, text: { which } }, { today }) => {
    const before = which === 'this' ? today.plus({ days: 1 }) : today
    return { ...day(latestWeekday(weekday, before)), repeats: 'week' }
  },
  weekendBack: ({ count }, { today }) => weekend(today.minus({ weeks: count })),
  weekend: (_, { today }) => weekend(today.minus({ days: 5 })),
  partOfMonth: (values, now) => {
    const { first, last } = periodIn(values, now)
    const [from = 1, to = 31] = PARTS.get(values.text.part ?? '') ?? []
    return daysFrom(first.set({ day: from }), DateTime.min(first.plus({ days: to - 1 }), last))
  },
  partOfPeriod,
  month: periodIn,
  dayOfMonth,
  date,
  days: (values, now) => {
    const { first } = date(values, now)
    const last = DateTime.utc(first.year, first.month, numberOf(values.text.until))
    return +first <= +last ? daysFrom(first, last) : undefined
  },
  iso: ({ text: { iso = '' } }) => day(DateTime.fromISO(iso, { zone: 'utc' })),
  instants: ({ text: { instant, until } }, { today }) =>
    named(`${instant}/${until}`.toUpperCase(), day(today)),
  numeric: ({ text: { numeric = '' } }, now) => {
    const [a = 0, b = 0, c] = numeric.split(/[-/.]/).map(Number)
    if (a > 999) return dated(a, b, c ?? 0, now)
    const year = c !== undefined && c < 100 ? 2000 + c : c
    return numeric.includes('.') ? dated(year, b, a, now) : numericDate(a, b, year, now)
  },
  yearMonth: ({ text: { ym = '' } }) => {
    const [a = 0, b = 0] = ym.split(/[-/]/).map(Number)
    return fullUnit('month', DateTime.utc(Math.max(a, b), Math.min(a, b), 1))
  },
  isoWeek,
  weekOf: (values, now) => {
    const found = values.month > 0 ? date(values, now) : dayOfMonth(values, now)
    if (found && values.text.unit === 'weekend') return weekend(found.first)
    return found && fullUnit('week', found.first)
  },
  quarter: (values, now) => partOfYear(3, values, now),
  half: (values, now) => partOfYear(6, values, now),
  year: periodIn,
}

/** The first and the last day of a part of a month, which may be shorter. */
const PARTS: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(slots.parts))

/** A time that the one before it moves, if there is one. */
function relative(alone: Timeframe, shift: Shift): Timeframe {
  return { ...alone, shift }
}

/** A time that means nothing without one before it. */
function relativeOnly(today: DateTime, shift: Shift): Timeframe {
  return relative(named(RELATIVE, day(today)), shift)
}

function asWeak(timeframe: Timeframe | undefined): Timeframe | undefined {
  return timeframe && { ...timeframe, weak: true }
}

function lastUnits({ unit, count, text }: Values, now: Now): Timeframe | undefined {
  const { today } = now
  if (count < 1) return undefined
  if (text.unit?.startsWith('h')) return lastHours(count, now)
  if (unit === 'day') return lastDays(count, today)
  if (unit === 'week') return lastDays(count * 7, today)
  if (unit === 'month' && count === 1) return lastDays(30, today)
  return daysFrom(today.minus({ [unit]: count }), today)
}

/** The Saturday and Sunday of a week. */
function weekend(date: DateTime): Timeframe {
  return lasting(date.startOf('week').plus({ days: 5 }), { days: 2 })
}

/** Leap days are this many years apart at most. */
const MAX_YEARS = 8

/** A date of a year: without one, of the latest year in which it exists and has come. */
function inYear(
  year: number | undefined,
  today: DateTime,
  dateOf: (year: number) => DateTime,
): DateTime {
  if (year !== undefined) return dateOf(year)
  // The first ISO week of the next year may have begun.
  const years = Array.from({ length: MAX_YEARS + 2 }, (_, at) => today.year + 1 - at)
  const dates = years.map(dateOf)
  return dates.find((date) => +date <= +today) ?? DateTime.invalid('no such date')
}

function dateIn(year: number | undefined, month: number, date: number, today: DateTime): DateTime {
  return inYear(year, today, (year) => DateTime.utc(year, month, date))
}

function dated(year: number | undefined, month: number, date: number, { today }: Now): Timeframe {
  const found = day(dateIn(year, month, date, today))
  return year === undefined ? { ...found, repeats: 'year' } : found
}

function date({ year, month, day }: Values, now: Now): Timeframe {
  return dated(year, month, day, now)
}

/** On the weekday, if one is named and the latest year has such a day: "Monday the 23rd". */
function dayOfMonth({ day: date, weekday }: Values, { today }: Now): Timeframe | undefined {
  const months = Array.from({ length: 12 }, (_, months) => today.minus({ months }))
  const dates = months.map(({ year, month }) => DateTime.utc(year, month, date))
  const found =
    dates.find((date) => date.weekday === weekday) ?? dates.find((date) => +date <= +today)
  return found && { ...day(found), repeats: 'month' }
}

/** Month first, unless the day is known to be first, or that is not a date or a future one. */
function numericDate(a: number, b: number, year: number | undefined, now: Now): Timeframe {
  const isAhead = year !== undefined && +DateTime.utc(year, a, b) > +now.today
  const isDayFirst = b <= 12 && (now.isDayFirst || a > 12 || isAhead)
  return isDayFirst ? dated(year, b, a, now) : dated(year, a, b, now)
}

/** "The first three weeks of October", "the second week of May", "the last 10 days of 2025". */
function partOfPeriod(values: Values, now: Now): Timeframe {
  const { unit, length, nth, isLast } = values
  const { first, last } = periodIn(values, now)
  if (isLast) return daysFrom(last.plus({ days: 1 }).minus(length), last)
  return lasting(first.plus({ [unit]: nth - 1 }), length)
}

/** A month by name and year, a year, or this or the last month, week or the like. */
function periodIn({ period, month, year, text: { which } }: Values, { today }: Now): Timeframe {
  if (which) return fullUnit(period, which === 'this' ? today : today.minus({ [period]: 1 }))
  if (month === 0) return fullUnit('year', DateTime.utc(year ?? today.year, 1, 1))
  const found = fullUnit('month', dateIn(year, month, 1, today))
  return year === undefined ? { ...found, repeats: 'year' } : found
}

/** The nth quarter or half (`months` long) of a year: by default the latest that has begun. */
function partOfYear(months: number, { nth, isLast, year }: Values, { today }: Now): Timeframe {
  const month = 1 + (isLast ? 12 - months : months * (nth - 1))
  const { first, last } = lasting(dateIn(year, month, 1, today), { months })
  return daysFrom(first, +first <= +today && +today < +last ? today : last)
}

/** "2026-w45", "w45", "45". */
function isoWeek({ year, text: { week = '' } }: Values, { today }: Now): Timeframe {
  const [, ofYear, weekNumber] = /^(?:(\d{4})-)?\D*(\d+)$/.exec(week) ?? []
  const start = inYear(yearOf(ofYear, today) ?? year, today, (weekYear) =>
    DateTime.fromObject({ weekYear, weekNumber: Number(weekNumber) }, { zone: 'utc' }),
  )
  return fullUnit('week', start)
}
