import { DateTime } from 'luxon'
import slots from '../../../data/language/slots.json' with { type: 'json' }
import { ALL_TIME } from '../../ranking/headline.ts'
import { numberOf } from '../normalise/tokens.ts'
import { hoursIn, hoursOf, PARTS_OF_DAY, together } from './parts.ts'
import type { Captures } from './patterns.ts'
import {
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
  parseUnit,
  RELATIVE,
  type Timeframe,
  thisPeriod,
} from './timeframe.ts'

type Meaning = (values: Values, now: Now) => Timeframe | undefined | null

/**
 * The meaning of a match of the patterns of data/language/slots.json; null if it is no time. A date that does not
 * exist ("February 30") makes a timeframe of invalid dates.
 */
export function meaningOf(name: keyof typeof slots.times, captures: Captures, now: Now) {
  return MEANINGS[name](valuesOf(captures, now.today), now)
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** The first and the last day of a part of a month, which may be shorter. */
const PARTS: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(slots.parts))
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ')

type Values = ReturnType<typeof valuesOf>

/** The captures of a match as numbers and units; those of no capture are not to be used. */
function valuesOf(text: Captures, today: DateTime) {
  const number = /\d/.test(text.n ?? '') ? Number(text.n) : 1
  return {
    unit: parseUnit(text.unit),
    // A fortnight counts as two weeks.
    count: text.unit?.startsWith('f') ? 2 * number : number,
    period: parseUnit(text.period),
    year: yearOf(text.year, today),
    month: placeIn(MONTHS, text.month),
    weekday: placeIn(WEEKDAYS, text.anyday ?? text.weekday),
    day: numberOf(text.day),
    nth: numberOf(text.nth),
    text,
  }
}

/** The place from 1, by the first three letters; 0 if there is none. */
function placeIn(names: readonly string[], name = ''): number {
  return names.indexOf(name.slice(0, 3)) + 1
}

/** "2026", "26", "this", "last", "a" or "2" years ago. */
function yearOf(year: string | undefined, today: DateTime): number | undefined {
  if (!year) return undefined
  if (year === 'this') return today.year
  if (year.length < 2 || !/\d/.test(year)) return today.year - (Number(year) || 1)
  return Number(year) + (year.length === 2 ? 2000 : 0)
}

const MEANINGS: Readonly<Record<keyof typeof slots.times, Meaning>> = {
  none: () => null,
  allTime: (_, { today }) => named(ALL_TIME, day(today)),
  several,
  future: (_, { today }) => named(FUTURE, day(today)),
  thisPeriod: ({ period, text }, now) => inPart(thisPeriod(period, now), text, now),
  hours: ({ text }, now) => {
    const { whole: _, ...hours } = hoursOf(partOfDay(hoursIn(text), now), now.today)
    return hours
  },
  weakPeriod: ({ period }, now) => asWeak(thisPeriod(period, now)),
  lastUnits,
  weakUnits: (values, now) => asWeak(lastUnits(values, now)),
  ago: ({ count, unit, text }, now) => inPart(ago(count, unit, now.today), text, now),
  agoToday: ({ count, unit }, { today }) => day(today.minus({ [unit]: count })),
  previous: ({ unit }, { today }) => ({
    ...ago(1, unit, today),
    shift: { unit, by: -1, isWhole: true },
  }),
  oneBefore: (_, { today }) => ({ ...named(RELATIVE, day(today)), shift: { by: -1 } }),
  next: ({ unit, count, text }, { today }) => ({
    ...named(RELATIVE, day(today)),
    shift: text.unit ? { unit, by: count, isWhole: true } : { by: 1 },
  }),
  weekdayOfWeek: ({ count, weekday }, { today }) =>
    day(today.startOf('week').plus({ weeks: -count, days: weekday - 1 })),
  weekday: ({ weekday, count, text }, now) => {
    const { which } = text
    const before = now.today.plus({ days: which === 'this' ? 1 : 0 }).minus({ weeks: count - 1 })
    const found = { ...day(latestWeekday(weekday, before)), repeats: 'week' } as const
    const isPart = !which && count === 1 && !text.part
    return inPart(isPart ? { ...found, part: { weekdays: [weekday, weekday] } } : found, text, now)
  },
  weekdays: (_, { today }) => ({
    ...lasting(today.startOf('week'), { days: 5 }),
    part: { weekdays: [1, 5] },
  }),
  weekendBack: ({ count }, { today }) => weekend(today.minus({ weeks: count })),
  weekend: ({ text: { which } }, { today }) => ({
    ...weekend(today.minus({ days: 5 })),
    ...(!which && { part: { weekdays: [6, 7] } }),
  }),
  month,
  partOfMonth: (values, now) => {
    const { first, last } = month(values, now)
    const [from = 1, to = 31] = PARTS.get(values.text.part ?? '') ?? []
    return daysFrom(
      first.set({ day: from }),
      DateTime.min(first.set({ day: 1 }).plus({ days: to - 1 }), last),
    )
  },
  weekOfMonth: (values, now) => {
    const { first, last } = month(values, now)
    const isLast = /^(?:last|final)$/.test(values.text.nth ?? '')
    return lasting(isLast ? last.minus({ days: 6 }) : first.plus({ weeks: values.nth - 1 }), {
      days: 7,
    })
  },
  weekOf: ({ year, month, day }, now) => fullUnit('week', dated(year, month, day, now).first),
  dayOfMonth,
  date: ({ year, month, day }, now) => dated(year, month, day, now),
  days: ({ year, month, day, text: { until } }, { today }) => {
    const first = dateIn(year, month, day, today)
    const last = DateTime.utc(first.year, first.month, numberOf(until))
    return +first <= +last ? daysFrom(first, last) : undefined
  },
  iso: ({ text: { iso = '' } }) => day(DateTime.fromISO(iso, { zone: 'utc' })),
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
  quarter: (values, now) => partOfYear(3, values, now),
  half: (values, now) => {
    const { year, nth } = values
    const found = partOfYear(6, values, now)
    return year === undefined ? { ...found, part: { half: nth } } : found
  },
  year: ({ year }, { today }) => fullUnit('year', DateTime.utc(year ?? today.year, 1, 1)),
}

/** A part of a day: of what launched its hours, else the day, of which a later message may ask them. */
function inPart(time: Timeframe, { part = '' }: Captures, now: Now): Timeframe {
  const hours = PARTS_OF_DAY.get(part)
  if (!hours) return time
  const its = partOfDay(hours, now)
  return now.isOfLaunches ? hoursOf(its, time.first) : { ...time, part: its }
}

function partOfDay(hours: readonly [number, number], { instantOf, instant }: Now) {
  return { hours, instantOf, now: instant.getTime() }
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

/** The latest such days or weekends. */
function several({ count, weekday }: Values, { today }: Now): Timeframe | undefined {
  const { first, last } =
    weekday > 0 ? day(latestWeekday(weekday, today)) : weekend(today.minus({ weeks: 1 }))
  const days = Array.from({ length: Math.min(count, MAX_SEVERAL) }, (_, at) => {
    const weeks = count - 1 - at
    return daysFrom(first.minus({ weeks }), last.minus({ weeks }))
  })
  const label = weekday > 0 ? first.toFormat("cccc's'") : 'weekends'
  return together(days, daysFrom(first.minus({ weeks: count }), today), label)
}

/** More than any that are put together. */
const MAX_SEVERAL = 9

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

function month({ month, year }: Values, { today }: Now): Timeframe {
  const found = fullUnit('month', dateIn(year, month, 1, today))
  return year === undefined ? { ...found, repeats: 'year' } : found
}

/** The nth quarter or half (`months` long) of a year: by default the latest that has begun. */
function partOfYear(months: number, { nth, year }: Values, { today }: Now): Timeframe {
  const start = 1 + months * ((nth || 12 / months) - 1)
  const { first, last } = lasting(dateIn(year, start, 1, today), { months })
  return daysFrom(first, +first <= +today && +today < +last ? today : last)
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

/** "2026-w45", "w45", "45". */
function isoWeek({ year, text: { week = '' } }: Values, { today }: Now): Timeframe {
  const [, ofYear, weekNumber] = /^(?:(\d{4})-)?\D*(\d+)$/.exec(week) ?? []
  const start = inYear(yearOf(ofYear, today) ?? year, today, (weekYear) =>
    DateTime.fromObject({ weekYear, weekNumber: Number(weekNumber) }, { zone: 'utc' }),
  )
  return fullUnit('week', start)
}
