import { DateTime } from 'luxon'
import type slots from '../../../data/language/slots.json'
import { ORDINALS } from '../normalise/numbers.ts'
import type { Words } from './patterns.ts'
import {
  ALL_TIME,
  ago,
  back,
  day,
  daysFrom,
  FUTURE,
  lastDays,
  lastHours,
  type Now,
  named,
  RELATIVE,
  type Shift,
  type Timeframe,
  TOO_EARLY,
  thisPeriod,
  unitNamed,
  whole,
} from './timeframe.ts'

type Meaning = (words: Words, now: Now) => Timeframe | undefined

/** What the patterns of data/language/slots.json mean, by their names. */
export const MEANINGS: Readonly<Record<keyof typeof slots.times, Meaning>> = {
  none: () => undefined,
  allTime: (_, { today }) => named(ALL_TIME, day(today)),
  future: (_, { today }) => named(FUTURE, day(today)),
  tooEarly: (_, { today }) => named(TOO_EARLY, day(today)),
  today: (_, now) => thisPeriod('day', now),
  yesterday: (_, { today }) => ago(1, 'day', today),
  beforeYesterday: (_, { today }) => ago(2, 'day', today),
  dateAgo: ({ n, unit = '' }, { today }) => day(back(today, amount(n), unit)),
  weekdayAgo: ({ n, unit = '', anyday }, now) =>
    unitNamed(unit) === 'week' ? day(back(weekday(anyday, now), amount(n), unit)) : undefined,
  thisPeriod: ({ period = '' }, now) => thisPeriod(period, now),
  lastPeriod: ({ period = '' }, { today }) => ago(1, period, today),
  lastUnits,
  weakUnits: (words, now) => weakly(lastUnits(words, now)),
  ago: ({ n, unit = '' }, { today }) => ago(amount(n), unit, today),
  recently: (_, { today }) => named('last_7_days', daysFrom(today.minus({ days: 7 }), today)),
  previous,
  before: ({ period = '' }, { today }) => shift(ago(1, period, today), period, -1, true),
  earlier: ({ unit = '' }, { today }) => shift(ago(1, unit, today), unit, -1, false),
  after: ({ unit = '' }, { today }) => shift(named(RELATIVE, day(today)), unit, 1, true),
  oneBefore: (_, { today }) => shift(named(RELATIVE, day(today)), undefined, -1, false),
  oneAfter: (_, { today }) => shift(named(RELATIVE, day(today)), undefined, 1, false),
  beforeLast: ({ n, period, unit = period ?? '' }, { today }) => ago(amount(n) + 1, unit, today),
  weekdayOfWeek: ({ which, anyday }, { today }) => {
    const monday = today.startOf('week').minus({ weeks: which === 'this' ? 0 : 1 })
    return day(monday.plus({ days: weekdayAt(anyday) }))
  },
  weekday: ({ which, weekday: full, anyday = full }, now) => {
    const isToday = which === 'this' && weekdayAt(anyday) === now.today.weekday - 1
    return { ...day(isToday ? now.today : weekday(anyday, now)), repeats: 'week' }
  },
  weekdayBeforeLast: ({ anyday }, now) => day(weekday(anyday, now).minus({ weeks: 1 })),
  weekendBack: ({ n }, { today }) => weekend(today.startOf('week').minus({ weeks: amount(n) })),
  weekend: (_, { today }) =>
    weekend(today.minus({ days: (today.weekday + 1) % 7 }).startOf('week')),
  weekOfMonth: ({ nth = '', ...words }, now) => weekIn(nth, monthIn(words, now)),
  weekOfThisMonth: ({ nth = '', ...words }, now) => weekIn(nth, relativeMonth(words, now)),
  partOfMonth: ({ part = '', ...words }, now) => partOf(part, monthIn(words, now)),
  dayOfRelativeMonth: (words, now) => dateIn(relativeMonth(words, now).first, words.day),
  lastDayOf: (words, now) => day(monthIn(words, now).last),
  lastDayOfRelative: ({ unit = 'month' }, { today }) => day(ago(1, unit, today).last),
  month: monthIn,
  latestMonth: ({ month = '' }, { today }) => latestMonth(month, today.startOf('month')),
  dayOfMonth: ({ day: written }, { today }) => {
    const months = [0, 1, 2].map((months) => today.startOf('month').minus({ months }))
    const dates = months.flatMap((month) => dateIn(month, written) ?? [])
    const date = dates.find(({ first }) => +first <= +today)
    return date && { ...date, repeats: 'month' }
  },
  date,
  days: ({ day: from, until, which, ...words }, now) => {
    const month = which ? relativeMonth({ which }, now) : monthIn(words, now)
    const [first, last] = [dateIn(month.first, from), dateIn(month.first, until)]
    if (!first || !last) return undefined
    const isAhead = !which && !words.year && +first.first > +now.today
    const years = isAhead ? 1 : 0
    return daysFrom(first.first.minus({ years }), last.first.minus({ years }))
  },
  // A day that does not exist is left to the tool, which says so.
  iso: ({ iso = '' }, { today }) => {
    const parsed = DateTime.fromISO(iso, { zone: 'utc' })
    return parsed.isValid ? day(parsed) : named(iso, day(today))
  },
  instants: ({ instant, until }, { today }) =>
    named(`${instant}/${until}`.toUpperCase(), day(today)),
  numeric,
  compact: ({ compact = '' }, now) => {
    const [from, to] = compact.split('-').map((text) => numeric({ numeric: text }, now))
    return from && to && daysFrom(from.first, to.last)
  },
  yearMonth: ({ ym = '' }) => {
    const [a = 0, b = 0] = ym.split(/[-/]/).map(Number)
    return whole('month', DateTime.utc(Math.max(a, b), Math.min(a, b), 1))
  },
  isoWeek,
  weekOf: (words, now) => {
    const found = words.holiday ? latestHoliday(words, now) : date(words, now)
    return found && whole('week', found.first)
  },
  quarter: (words, now) => partOfYear(3, words, now),
  half: (words, now) => partOfYear(6, words, now),
  season: ({ season = '', year }, { today }) => {
    const month = SEASONS.indexOf(season) < 3 ? SEASONS.indexOf(season) * 3 + 3 : 9
    const start = DateTime.utc(
      yearOf(year, today) ?? today.year,
      season === 'winter' ? 12 : month,
      1,
    )
    const first = !year && +start > +today ? start.minus({ years: 1 }) : start
    return daysFrom(first, first.plus({ months: 3 }).minus({ days: 1 }))
  },
  year: ({ year }) => whole('year', DateTime.utc(Number(year), 1, 1)),
  holiday: latestHoliday,
  weakToday: (_, now) => weakly(thisPeriod('day', now)),
  weakPeriod: ({ period, unit = period ?? '' }, now) => weakly(thisPeriod(unit, now)),
}

const SEASONS = ['spring', 'summer', 'fall', 'autumn', 'winter']
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ')

function weakly(timeframe: Timeframe | undefined): Timeframe | undefined {
  return timeframe && { ...timeframe, weak: true }
}

function shift(alone: Timeframe, unit: string | undefined, by: number, isWhole: boolean) {
  const shift: Shift = { by, isWhole }
  return { ...alone, shift: unit === undefined ? shift : { ...shift, unit: unitNamed(unit) } }
}

function amount(count: string | undefined): number {
  return count === undefined || !/\d/.test(count) ? 1 : Number(count)
}

function previous({ which, unit = '' }: Words, now: Now): Timeframe {
  const { today } = now
  if (unit.startsWith('f')) return lastDays(14, today)
  if (unit.startsWith('h')) return lastHours(1, now)
  if (unit === 'day' && which === 'last') return lastDays(1, today)
  const timeframe = ago(1, unit, today)
  return which === 'last' ? timeframe : shift(timeframe, unit, -1, true)
}

function lastUnits({ n, unit = '' }: Words, now: Now): Timeframe | undefined {
  const { today } = now
  const number = amount(n)
  if (number < 1) return undefined
  if (unit.startsWith('h')) return lastHours(number, now)
  if (unit.startsWith('f')) return lastDays(number * 14, today)
  const period = unitNamed(unit)
  if (period === 'day') return lastDays(number, today)
  if (period === 'week') return lastDays(number * 7, today)
  if (period === 'month' && number === 1) return lastDays(30, today)
  return daysFrom(back(today, number, unit), today)
}

function weekdayAt(name = ''): number {
  return WEEKDAYS.indexOf(name.slice(0, 3))
}

/** The latest one before today. */
function weekday(name: string | undefined, { today }: Now): DateTime {
  return today.minus({ days: (today.weekday - 1 - weekdayAt(name) + 7) % 7 || 7 })
}

function weekend(monday: DateTime): Timeframe {
  return daysFrom(monday.plus({ days: 5 }), monday.plus({ days: 6 }))
}

function latestHoliday({ holiday = '', year }: Words, { today }: Now): Timeframe {
  const inYear = holidayIn(holiday, yearOf(year, today) ?? today.year)
  return day(!year && +inYear > +today ? holidayIn(holiday, today.year - 1) : inYear)
}

function relativeMonth({ which }: Words, { today }: Now): Timeframe {
  return whole('month', today.startOf('month').minus({ months: which === 'this' ? 0 : 1 }))
}

function monthIn({ month = '', year }: Words, { today }: Now): Timeframe {
  const number = yearOf(year, today)
  if (number === undefined)
    return { ...latestMonth(month, today.plus({ days: 1 })), repeats: 'year' }
  return whole('month', DateTime.utc(number, monthNumber(month), 1))
}

/** The latest month of that name that began before a date. */
function latestMonth(name: string, before: DateTime): Timeframe {
  const month = before.startOf('year').set({ month: monthNumber(name) })
  return whole('month', +month < +before ? month : month.minus({ years: 1 }))
}

function monthNumber(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

/** A day of a month, if the month has it. */
function dateIn({ year, month }: DateTime, written: string | undefined): Timeframe | undefined {
  const date = DateTime.utc(year, month, numberOf(written ?? ''))
  return date.isValid ? day(date) : undefined
}

function date(words: Words, now: Now): Timeframe | undefined {
  const { first } = monthIn(words, now)
  const found = dateIn(first, words.day)
  if (!found || words.year) return found
  const earlier = +found.first > +now.today ? dateIn(first.minus({ years: 1 }), words.day) : found
  return earlier && { ...earlier, repeats: 'year' }
}

/** With slashes the month comes first, with dots the day, unless that makes no date. */
function numeric({ numeric: text = '', dayFirst }: Words, { today }: Now): Timeframe | undefined {
  const [a = 0, b = 0, c] = /^\d{8}$/.test(text)
    ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number)
    : text.split(/[-/.]/).map(Number)
  if (a > 999) return dateIn(DateTime.utc(a, b, 1), String(c))
  const isDayFirst = text.includes('.') || a > 12 || dayFirst !== undefined
  const [month, written] = isDayFirst ? [b, String(a)] : [a, String(b)]
  if (month < 1 || month > 12) return undefined
  const year = c === undefined ? today.year : c < 100 ? 2000 + c : c
  const found = dateIn(DateTime.utc(year, month, 1), written)
  if (!found || c !== undefined) return found
  const isAhead = +found.first > +today
  const earlier = isAhead ? dateIn(DateTime.utc(year - 1, month, 1), written) : found
  return earlier && { ...earlier, repeats: 'year' }
}

function weekIn(nth: string, { first, last }: Timeframe): Timeframe | undefined {
  if (isLast(nth)) return daysFrom(last.minus({ days: 6 }), last)
  const start = first.plus({ weeks: numberOf(nth) - 1 })
  const end = start.plus({ days: 6 })
  return +start <= +last ? daysFrom(start, +end < +last ? end : last) : undefined
}

function partOf(part: string, { first, last }: Timeframe): Timeframe {
  if (part === 'first') return daysFrom(first, first.set({ day: 15 }))
  if (part === 'second') return daysFrom(first.set({ day: 16 }), last)
  if (part.startsWith('mid')) return daysFrom(first.set({ day: 11 }), first.set({ day: 20 }))
  if (part === 'late' || part === 'end') return daysFrom(first.set({ day: 21 }), last)
  return daysFrom(first, first.set({ day: 10 }))
}

/** The nth part of so many months of a year; of the latest year in which it has begun. */
function partOfYear(months: number, { nth = '', year }: Words, { today }: Now) {
  const number = isLast(nth) ? 12 / months : numberOf(nth.replace(/^[qh]/, ''))
  if (!(number >= 1 && number <= 12 / months)) return undefined
  const startOf = (inYear: number) => DateTime.utc(inYear, 1 + months * (number - 1), 1)
  const start = startOf(yearOf(year, today) ?? today.year)
  const first = !year && +start > +today ? startOf(today.year - 1) : start
  const last = first.plus({ months }).minus({ days: 1 })
  return daysFrom(first, +first <= +today && +today < +last ? today : last)
}

function isoWeek({ isoweek, week = '', weekno, year }: Words, { today }: Now) {
  const [ofYear, number = ''] = isoweek?.split('-w') ?? [year, weekno?.replace(/\D/g, '') ?? week]
  const weekYear = yearOf(ofYear, today) ?? today.weekYear
  const [start, before] = [weekYear, weekYear - 1].map((weekYear) =>
    DateTime.fromObject({ weekYear, weekNumber: Number(number) }, { zone: 'utc' }),
  )
  const found = start && (ofYear || +start <= +today) ? start : before
  return found?.isValid ? whole('week', found) : undefined
}

/** "12-25", or "11-4-4+1": one day after the fourth Thursday of November; of five the last. */
function holidayIn(holiday: string, year: number): DateTime {
  const [month = 1, date = 1, nth, after = 0] = holiday.split(/[-+]/).map(Number)
  if (nth === undefined) return DateTime.utc(year, month, date)
  const first = DateTime.utc(year, month, 1)
  const found = first.plus({ days: ((date - first.weekday + 7) % 7) + 7 * (nth - 1) })
  return (found.month > month ? found.minus({ weeks: 1 }) : found).plus({ days: after })
}

function isLast(nth: string): boolean {
  return nth === 'last' || nth === 'final'
}

/** "3", "3rd", "third"; not a number where it is none. */
function numberOf(written: string): number {
  const ordinal = ORDINALS.indexOf(written)
  return ordinal > 0 ? ordinal : Number.parseInt(written, 10)
}

function yearOf(year: string | undefined, today: DateTime): number | undefined {
  if (!year) return undefined
  if (/\d/.test(year)) return Number(year)
  return year === 'this' ? today.year : today.year - 1
}
