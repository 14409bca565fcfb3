import { DateTime } from 'luxon'
import slots from '../../../data/language/slots.json' with { type: 'json' }
import { ORDINALS } from '../normalise/numbers.ts'
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
  type Now,
  named,
  parseUnit,
  RELATIVE,
  type Timeframe,
  TOO_EARLY,
  thisPeriod,
} from './timeframe.ts'

type Meaning = (captures: Captures, now: Now) => Timeframe | undefined

/** Resolves the matches of the patterns of data/language/slots.json, by pattern name. */
export const MEANINGS: Readonly<Record<keyof typeof slots.times, Meaning>> = {
  none: () => undefined,
  allTime: (_, { today }) => named(ALL_TIME, day(today)),
  future: (_, { today }) => named(FUTURE, day(today)),
  tooEarly: (_, { today }) => named(TOO_EARLY, day(today)),
  thisPeriod: ({ period = 'day' }, now) => thisPeriod(parseUnit(period), now),
  weakPeriod: ({ period = 'day' }, now) => asWeak(thisPeriod(parseUnit(period), now)),
  lastUnits,
  weakUnits: (captures, now) => asWeak(lastUnits(captures, now)),
  dateAgo: (captures, { today }) => day(today.minus(lengthOf(captures))),
  earlier: ({ unit }, { today }) => ({
    ...ago(1, parseUnit(unit), today),
    shift: { unit: parseUnit(unit), by: -1, isWhole: false },
  }),
  ago: (captures, { today }) => ago(countOf(captures), parseUnit(captures.unit), today),
  previous: ({ unit }, { today }) => ({
    ...ago(1, parseUnit(unit), today),
    shift: { unit: parseUnit(unit), by: -1, isWhole: true },
  }),
  after: ({ unit }, { today }) => ({
    ...named(RELATIVE, day(today)),
    shift: { unit: parseUnit(unit), by: 1, isWhole: true },
  }),
  oneBefore: (_, { today }) => ({
    ...named(RELATIVE, day(today)),
    shift: { by: -1, isWhole: false },
  }),
  weekdayOfWeek: ({ n, anyday }, { today }) =>
    day(
      today
        .startOf('week')
        .minus({ weeks: Number(n) })
        .plus({ days: weekdayIndex(anyday) }),
    ),
  weekday: ({ which, weekday, anyday = weekday }, { today }) => {
    const before = which === 'this' ? today.plus({ days: 1 }) : today
    return { ...day(latestWeekday(anyday, before)), repeats: 'week' }
  },
  weekdayAgo: ({ anyday, ...captures }, { today }) =>
    day(latestWeekday(anyday, today.plus({ days: 1 })).minus(lengthOf(captures))),
  weekdayBack: ({ n, anyday }, { today }) =>
    day(latestWeekday(anyday, today).minus({ weeks: Number(n) - 1 })),
  weekendBefore: (_, { today }) => ({
    ...weekend(today),
    shift: { unit: 'week', by: -1, isWhole: false },
  }),
  weekendBack: ({ n }, { today }) => weekend(today.minus({ weeks: Number(n) })),
  weekend: (_, { today }) => weekend(today.minus({ days: 5 })),
  partOfMonth: ({ part = '', ...captures }, now) => {
    const { first, last } = periodIn(captures, now)
    const [from, to] = PARTS[part] ?? [1, 10]
    return daysFrom(first.set({ day: from }), to > 28 ? last : first.set({ day: to }))
  },
  partOfPeriod,
  weekdayOfMonth: ({ nth, anyday, month, year }, now) => {
    const rule = [monthNumber(month), weekdayIndex(anyday) + 1, isLast(nth) ? 5 : numberOf(nth)]
    return holiday({ holiday: rule.join('-'), year }, now)
  },
  dayOfRelativeMonth: ({ which, day: text }, { today }) => {
    const { year, month } = which === 'this' ? today : today.minus({ months: 1 })
    return dated(year, month, numberOf(text), today)
  },
  month: periodIn,
  latestMonth: ({ month }, { today }) => {
    const first = DateTime.utc(today.year, monthNumber(month), 1)
    return fullUnit('month', inPast(first, today.minus({ months: 1 })))
  },
  dayOfMonth,
  date,
  days: ({ until, ...captures }, now) => {
    const start = date(captures, now)?.first
    const end = start && dated(start.year, start.month, numberOf(until), now.today)
    return start && end && +start <= +end.first ? daysFrom(start, end.first) : undefined
  },
  // A day that does not exist is passed to the tool, which reports it.
  iso: ({ iso = '' }, { today }) => {
    const parsed = DateTime.fromISO(iso, { zone: 'utc' })
    return parsed.isValid ? day(parsed) : named(iso, day(today))
  },
  instants: ({ instant, until }, { today }) =>
    named(`${instant}/${until}`.toUpperCase(), day(today)),
  spoken: ({ day: a, month: b, year }, now) =>
    numeric({ numeric: `${numberOf(a)}-${numberOf(b)}-${year}` }, { ...now, isDayFirst: true }),
  numeric,
  yearMonth: ({ ym = '' }) => {
    const [a = 0, b = 0] = ym.split(/[-/]/).map(Number)
    return fullUnit('month', DateTime.utc(Math.max(a, b), Math.min(a, b), 1))
  },
  isoWeek,
  weekOf: (captures, now) => {
    const found = (captures.holiday ? holiday : captures.month ? date : dayOfMonth)(captures, now)
    if (found && captures.unit === 'weekend') return weekend(found.first)
    return found && fullUnit('week', found.first)
  },
  quarter: (captures, now) => partOfYear(3, captures, now),
  half: (captures, now) => partOfYear(6, captures, now),
  season: ({ season = '', year }, { today }) => {
    const start = DateTime.utc(yearOf(year, today) ?? today.year, SEASONS.get(season) ?? 1, 1)
    return lasting(year ? start : inPast(start, today), { months: 3 })
  },
  year: periodIn,
  holiday,
}

/** The month that a season begins with. */
const SEASONS: ReadonlyMap<string, number> = new Map(Object.entries(slots.seasons))
/** First and last days; of the beginning if not listed. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  first: [1, 15],
  second: [16, 31],
  mid: [11, 20],
  middle: [11, 20],
  late: [21, 31],
  end: [21, 31],
}
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ')

function asWeak(timeframe: Timeframe | undefined): Timeframe | undefined {
  return timeframe && { ...timeframe, weak: true }
}

/** "3", or 1 for "a" and nothing; a fortnight counts as two weeks. */
function countOf({ n = '', unit = '' }: Captures): number {
  const count = /\d/.test(n) ? Number(n) : 1
  return unit.startsWith('f') ? 2 * count : count
}

function lengthOf(captures: Captures) {
  return { [parseUnit(captures.unit)]: countOf(captures) }
}

function lastUnits(captures: Captures, now: Now): Timeframe | undefined {
  const { today } = now
  const count = countOf(captures)
  if (count < 1) return undefined
  if (captures.unit?.startsWith('h')) return lastHours(count, now)
  const unit = parseUnit(captures.unit)
  if (unit === 'day') return lastDays(count, today)
  if (unit === 'week') return lastDays(count * 7, today)
  if (unit === 'month' && count === 1) return lastDays(30, today)
  return daysFrom(today.minus({ [unit]: count }), today)
}

function weekdayIndex(name = ''): number {
  return WEEKDAYS.indexOf(name.slice(0, 3))
}

function latestWeekday(name: string | undefined, before: DateTime): DateTime {
  return before.minus({ days: (before.weekday - 1 - weekdayIndex(name) + 7) % 7 || 7 })
}

/** The Saturday and Sunday of a week. */
function weekend(date: DateTime): Timeframe {
  return lasting(date.startOf('week').plus({ days: 5 }), { days: 2 })
}

/** A day of this year, or else of the year before. */
function inPast(date: DateTime, today: DateTime): DateTime {
  return +date > +today ? date.minus({ years: 1 }) : date
}

/** A date, if it exists: the latest one if no year is given. */
function dated(year: number | undefined, month: number, date: number, today: DateTime) {
  const found = DateTime.utc(year ?? today.year, month, date)
  if (!found.isValid) return undefined
  return year ? day(found) : { ...day(inPast(found, today)), repeats: 'year' as const }
}

function date({ day: text, month, year }: Captures, { today }: Now): Timeframe | undefined {
  return dated(yearOf(year, today), monthNumber(month), numberOf(text), today)
}

/** On the weekday, if one is named and the latest year has such a day: "Monday the 23rd". */
function dayOfMonth({ day: text, anyday }: Captures, { today }: Now): Timeframe | undefined {
  const months = Array.from({ length: 12 }, (_, months) => today.minus({ months }))
  const dates = months.flatMap(({ year, month }) => dated(year, month, numberOf(text), today) ?? [])
  const found =
    dates.find(({ first }) => first.weekday === weekdayIndex(anyday) + 1) ??
    dates.find(({ first }) => +first <= +today)
  return found && { ...found, repeats: 'month' }
}

/** Slashes are month first, dots are day first, unless that is not a date or a future one. */
function numeric({ numeric = '' }: Captures, { today, isDayFirst }: Now): Timeframe | undefined {
  const [a = 0, b = 0, c] = numeric.split(/[-/.]/).map(Number)
  if (a > 999) return dated(a, b, c ?? 0, today)
  const year = c !== undefined && c < 100 ? 2000 + c : c
  const isAhead = year !== undefined && +DateTime.utc(year, a, b) > +today
  return numeric.includes('.') || (b <= 12 && (isDayFirst || a > 12 || isAhead))
    ? dated(year, b, a, today)
    : dated(year, a, b, today)
}

/** "The first three weeks of October", "the second week of May", "the last 10 days of 2025". */
function partOfPeriod({ nth, ...captures }: Captures, now: Now): Timeframe {
  const { first, last } = periodIn(captures, now)
  const length = lengthOf(captures)
  if (isLast(nth)) return daysFrom(last.plus({ days: 1 }).minus(length), last)
  return lasting(first.plus({ [parseUnit(captures.unit)]: numberOf(nth) - 1 }), length)
}

/** A month by name and year, a year, or this or the last month, week or the like. */
function periodIn({ which, period = 'month', month, year }: Captures, { today }: Now): Timeframe {
  const unit = parseUnit(period)
  if (which) return fullUnit(unit, which === 'this' ? today : today.minus({ [unit]: 1 }))
  const ofYear = yearOf(year, today) ?? today.year
  if (!month) return fullUnit('year', DateTime.utc(ofYear, 1, 1))
  const first = DateTime.utc(ofYear, monthNumber(month), 1)
  if (year) return fullUnit('month', first)
  return { ...fullUnit('month', inPast(first, today)), repeats: 'year' }
}

function monthNumber(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

/** The nth quarter or half (`months` long) of a year: by default the latest that has begun. */
function partOfYear(months: number, { nth = '', year }: Captures, { today }: Now) {
  const number = isLast(nth) ? 12 / months : numberOf(nth.replace(/^[qh]/, ''))
  if (!(number >= 1 && number <= 12 / months)) return undefined
  const start = DateTime.utc(yearOf(year, today) ?? today.year, 1 + months * (number - 1), 1)
  const { first, last } = lasting(year ? start : inPast(start, today), { months })
  return daysFrom(first, +first <= +today && +today < +last ? today : last)
}

/** "2026-w45", "w45", "45". */
function isoWeek({ week = '', year }: Captures, { today }: Now): Timeframe | undefined {
  const [, ofYear = year, weekNumber] = /^(?:(\d{4})-)?\D*(\d+)$/.exec(week) ?? []
  const weekYear = yearOf(ofYear, today) ?? today.weekYear
  const [found, before] = [weekYear, weekYear - 1].map((weekYear) =>
    DateTime.fromObject({ weekYear, weekNumber: Number(weekNumber) }, { zone: 'utc' }),
  )
  const latest = !ofYear && found && +found > +today ? before : found
  return latest?.isValid ? fullUnit('week', latest) : undefined
}

function holiday({ holiday = '', year }: Captures, { today }: Now): Timeframe {
  const inYear = holidayIn(holiday, yearOf(year, today) ?? today.year)
  return day(!year && +inYear > +today ? holidayIn(holiday, today.year - 1) : inYear)
}

/**
 * `month-day`, or `month-weekday-nth+days`: "11-4-4+1" is the day after the fourth Thursday of
 * November. An nth of 5 is the last one, even if there are only four.
 */
function holidayIn(holiday: string, year: number): DateTime {
  const [month = 1, date = 1, nth, after = 0] = holiday.split(/[-+]/).map(Number)
  if (nth === undefined) return DateTime.utc(year, month, date)
  const first = DateTime.utc(year, month, 1)
  const found = first.plus({ days: ((date - first.weekday + 7) % 7) + 7 * (nth - 1) })
  return (found.month > month ? found.minus({ weeks: 1 }) : found).plus({ days: after })
}

function isLast(nth = ''): boolean {
  return /^(?:last|final|closing)$/.test(nth)
}

/** "3", "3rd", "third"; otherwise NaN. */
function numberOf(text = ''): number {
  const ordinal = ORDINALS.indexOf(text)
  return ordinal > 0 ? ordinal : Number.parseInt(text, 10)
}

/** "2026", "26", "this", "last", "a" or "2" years ago. */
function yearOf(year: string | undefined, today: DateTime): number | undefined {
  if (!year) return undefined
  if (year === 'this') return today.year
  if (year.length < 2 || !/\d/.test(year)) return today.year - (Number(year) || 1)
  return Number(year) + (year.length === 2 ? 2000 : 0)
}
