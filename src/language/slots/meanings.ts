import { DateTime } from 'luxon'
import type slots from '../../../data/language/slots.json'
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
  minusUnits,
  type Now,
  named,
  parseUnit,
  RELATIVE,
  type Shift,
  type Timeframe,
  TOO_EARLY,
  thisPeriod,
  type Unit,
} from './timeframe.ts'

type Meaning = (captures: Captures, now: Now) => Timeframe | undefined

/** Resolves the matches of the patterns of data/language/slots.json, by pattern name. */
export const MEANINGS: Readonly<Record<keyof typeof slots.times, Meaning>> = {
  none: () => undefined,
  allTime: (_, { today }) => named(ALL_TIME, day(today)),
  future: (_, { today }) => named(FUTURE, day(today)),
  tooEarly: (_, { today }) => named(TOO_EARLY, day(today)),
  today: (_, now) => thisPeriod('day', now),
  yesterday: (_, { today }) => ago(1, 'day', today),
  dateAgo: ({ n, unit = '' }, { today }) => day(minusUnits(today, countOf(n), unit)),
  weekdayAgo: ({ n, unit = '', anyday }, { today, ...now }) => {
    const latest = latestWeekday(anyday, { ...now, today: today.plus({ days: 1 }) })
    return parseUnit(unit) === 'week' ? day(minusUnits(latest, countOf(n), unit)) : undefined
  },
  samePeriod: ({ period = '' }, { today }) =>
    fullUnit(parseUnit(period), today.minus({ years: 1 })),
  thisPeriod: ({ period = '' }, now) => thisPeriod(period, now),
  lastUnits,
  weakUnits: (captures, now) => asWeak(lastUnits(captures, now)),
  ago: ({ n, unit = '' }, { today }) => ago(countOf(n), unit, today),
  recently: (_, { today }) => named('last_7_days', daysFrom(today.minus({ days: 7 }), today)),
  previous,
  before: ({ period = '' }, { today }) => shift(ago(1, period, today), period, -1, true),
  earlier: ({ unit = '' }, { today }) => shift(ago(1, unit, today), unit, -1, false),
  after: ({ unit = '' }, { today }) => shift(named(RELATIVE, day(today)), unit, 1, true),
  oneBefore: (_, { today }) => shift(named(RELATIVE, day(today)), undefined, -1, false),
  oneAfter: (_, { today }) => shift(named(RELATIVE, day(today)), undefined, 1, false),
  beforeLast: ({ n, period, unit = period ?? '' }, { today }) => ago(countOf(n) + 1, unit, today),
  weekdayOfWeek: ({ which, anyday }, { today }) => {
    const weeks = which === 'this' ? 0 : which === 'before' ? 2 : 1
    const monday = today.startOf('week').minus({ weeks })
    return day(monday.plus({ days: weekdayIndex(anyday) }))
  },
  weekday: ({ which, weekday: full, anyday = full }, now) => {
    const isToday = which === 'this' && weekdayIndex(anyday) === now.today.weekday - 1
    return { ...day(isToday ? now.today : latestWeekday(anyday, now)), repeats: 'week' }
  },
  weekdayBack: ({ n, anyday }, now) =>
    day(latestWeekday(anyday, now).minus({ weeks: countOf(n) - 1 })),
  weekendBefore: (_, { today }) => shift(weekend(today.startOf('week')), 'week', -1, false),
  weekendBack: ({ n }, { today }) => weekend(today.startOf('week').minus({ weeks: countOf(n) })),
  weekend: (_, { today }) =>
    weekend(today.minus({ days: (today.weekday + 1) % 7 }).startOf('week')),
  weekOfMonth: ({ nth = '', ...captures }, now) => weekIn(nth, monthIn(captures, now)),
  partOfMonth: ({ part = '', ...captures }, now) => partOf(part, monthIn(captures, now)),
  weekdayOfMonth: ({ nth = '', anyday, which, ...captures }, now) => {
    const { first } = monthIn({ which, ...captures }, now)
    const rule = `${first.month}-${weekdayIndex(anyday) + 1}-${isLast(nth) ? 5 : numberOf(nth)}`
    const found = holidayIn(rule, first.year)
    const isAhead = !which && !captures.year && +found > +now.today
    return day(isAhead ? holidayIn(rule, first.year - 1) : found)
  },
  edgeOf,
  dayOfRelativeMonth: (captures, now) => dateIn(monthIn(captures, now).first, captures.day),
  month: monthIn,
  latestMonth: ({ month = '' }, { today }) => latestMonth(month, today.startOf('month')),
  dayOfMonth: latestDayOfMonth,
  date,
  days: ({ day: from, until, which, ...captures }, now) => {
    const month = monthIn({ which, ...captures }, now)
    const [first, last] = [dateIn(month.first, from), dateIn(month.first, until)]
    if (!first || !last || +first.first > +last.first) return undefined
    const isAhead = !which && !captures.year && +first.first > +now.today
    const years = isAhead ? 1 : 0
    return daysFrom(first.first.minus({ years }), last.first.minus({ years }))
  },
  // A day that does not exist is passed to the tool, which reports it.
  iso: ({ iso = '' }, { today }) => {
    const parsed = DateTime.fromISO(iso, { zone: 'utc' })
    return parsed.isValid ? day(parsed) : named(iso, day(today))
  },
  instants: ({ instant, until }, { today }) =>
    named(`${instant}/${until}`.toUpperCase(), day(today)),
  spoken: ({ day: a = '', month: b = '', year }) => {
    const isMonthFirst = numberOf(b) > 12
    const start = DateTime.utc(Number(year), numberOf(isMonthFirst ? a : b), 1)
    return start.isValid ? dateIn(start, isMonthFirst ? b : a) : undefined
  },
  numeric,
  compact: ({ compact = '' }, now) => {
    const [from, to] = compact.split('-').map((text) => numeric({ numeric: text }, now))
    return from && to && daysFrom(from.first, to.last)
  },
  yearMonth: ({ ym = '' }) => {
    const [a = 0, b = 0] = ym.split(/[-/]/).map(Number)
    return fullUnit('month', DateTime.utc(Math.max(a, b), Math.min(a, b), 1))
  },
  isoWeek,
  weekOf: (captures, now) => {
    const found = captures.holiday
      ? latestHoliday(captures, now)
      : captures.month
        ? date(captures, now)
        : latestDayOfMonth(captures, now)
    if (found && captures.unit === 'weekend') return weekend(found.first.startOf('week'))
    return found && fullUnit('week', found.first)
  },
  quarter: (captures, now) => partOfYear(3, captures, now),
  half: (captures, now) => partOfYear(6, captures, now),
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
  year: ({ year, shift = 0 }) => fullUnit('year', DateTime.utc(Number(year) - Number(shift), 1, 1)),
  holiday: latestHoliday,
  weakToday: (_, now) => asWeak(thisPeriod('day', now)),
  weakPeriod: ({ period, unit = period ?? '' }, now) => asWeak(thisPeriod(unit, now)),
}

const SEASONS = ['spring', 'summer', 'fall', 'autumn', 'winter']
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ')

function asWeak(timeframe: Timeframe | undefined): Timeframe | undefined {
  return timeframe && { ...timeframe, weak: true }
}

function shift(timeframe: Timeframe, unit: string | undefined, by: number, isWhole: boolean) {
  const shift: Shift = { by, isWhole }
  return { ...timeframe, shift: unit === undefined ? shift : { ...shift, unit: parseUnit(unit) } }
}

function countOf(count: string | undefined): number {
  return count === undefined || !/\d/.test(count) ? 1 : Number(count)
}

function previous({ which, unit = '' }: Captures, now: Now): Timeframe {
  const { today } = now
  if (unit.startsWith('f')) return lastDays(14, today)
  if (unit.startsWith('h')) return lastHours(1, now)
  if (unit === 'day' && which === 'last') return lastDays(1, today)
  const timeframe = ago(1, unit, today)
  return which === 'last' ? timeframe : shift(timeframe, unit, -1, true)
}

function lastUnits({ n, unit = '' }: Captures, now: Now): Timeframe | undefined {
  const { today } = now
  const number = countOf(n)
  if (number < 1) return undefined
  if (unit.startsWith('h')) return lastHours(number, now)
  if (unit.startsWith('f')) return lastDays(number * 14, today)
  const period = parseUnit(unit)
  if (period === 'day') return lastDays(number, today)
  if (period === 'week') return lastDays(number * 7, today)
  if (period === 'month' && number === 1) return lastDays(30, today)
  return daysFrom(minusUnits(today, number, unit), today)
}

function weekdayIndex(name = ''): number {
  return WEEKDAYS.indexOf(name.slice(0, 3))
}

/** The latest such weekday before today. */
function latestWeekday(name: string | undefined, { today }: Now): DateTime {
  return today.minus({ days: (today.weekday - 1 - weekdayIndex(name) + 7) % 7 || 7 })
}

function weekend(monday: DateTime): Timeframe {
  return daysFrom(monday.plus({ days: 5 }), monday.plus({ days: 6 }))
}

function latestHoliday({ holiday = '', year }: Captures, { today }: Now): Timeframe {
  const inYear = holidayIn(holiday, yearOf(year, today) ?? today.year)
  return day(!year && +inYear > +today ? holidayIn(holiday, today.year - 1) : inYear)
}

function periodOf(which: string, unit: Unit, today: DateTime): Timeframe {
  return fullUnit(unit, which === 'this' ? today : minusUnits(today.startOf(unit), 1, unit))
}

/** On the weekday, if one is named and the latest year has such a day: "Monday the 23rd". */
function latestDayOfMonth(
  { day: dayText, anyday }: Captures,
  { today }: Now,
): Timeframe | undefined {
  const thisMonth = today.startOf('month')
  const months = Array.from({ length: 12 }, (_, months) => thisMonth.minus({ months }))
  const dates = months.flatMap((month) => dateIn(month, dayText) ?? [])
  const date =
    dates.find(({ first }) => first.weekday === weekdayIndex(anyday) + 1) ??
    dates.find(({ first }) => +first <= +today)
  return date && { ...date, repeats: 'month' }
}

/** "The first three weeks of October", "the last 10 days of 2025". */
function edgeOf({ edge = '', n, unit = '', ...captures }: Captures, now: Now) {
  const { period = 'year', which, month, year } = captures
  const whole = month
    ? monthIn(captures, now)
    : which
      ? periodOf(which, parseUnit(period), now.today)
      : fullUnit('year', DateTime.utc(Number(year), 1, 1))
  const isEnd = /^(?:last|final|closing)$/.test(edge)
  const by = { [parseUnit(unit)]: countOf(n) }
  const first = isEnd ? whole.last.plus({ days: 1 }).minus(by) : whole.first
  return daysFrom(first, isEnd ? whole.last : first.plus(by).minus({ days: 1 }))
}

/** A month by name and year, or this or the last one. */
function monthIn({ which, month = '', year }: Captures, { today }: Now): Timeframe {
  if (which) return periodOf(which, 'month', today)
  const number = yearOf(year, today)
  if (number === undefined)
    return { ...latestMonth(month, today.plus({ days: 1 })), repeats: 'year' }
  return fullUnit('month', DateTime.utc(number, monthNumber(month), 1))
}

/** The latest month of that name that began before the date. */
function latestMonth(name: string, before: DateTime): Timeframe {
  const month = before.startOf('year').set({ month: monthNumber(name) })
  return fullUnit('month', +month < +before ? month : month.minus({ years: 1 }))
}

function monthNumber(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

/** A day of a month, if it exists. */
function dateIn({ year, month }: DateTime, dayText: string | undefined): Timeframe | undefined {
  const date = DateTime.utc(year, month, numberOf(dayText ?? ''))
  return date.isValid ? day(date) : undefined
}

function date(captures: Captures, now: Now): Timeframe | undefined {
  const { first } = monthIn(captures, now)
  const found = dateIn(first, captures.day)
  if (!found || captures.year) return found
  const earlier =
    +found.first > +now.today ? dateIn(first.minus({ years: 1 }), captures.day) : found
  return earlier && { ...earlier, repeats: 'year' }
}

/** Slashes are month first, dots are day first, unless that is not a date or a future one. */
function numeric(
  { numeric: text = '', dayFirst }: Captures,
  { today }: Now,
): Timeframe | undefined {
  const [a = 0, b = 0, c] = /^\d{8}$/.test(text)
    ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number)
    : text.split(/[-/.]/).map(Number)
  if (a > 999) return dateIn(DateTime.utc(a, b, 1), String(c))
  const year = c === undefined ? today.year : c < 100 ? 2000 + c : c
  const isAhead = c !== undefined && b <= 12 && +DateTime.utc(year, a, b) > +today
  const isDayFirst = text.includes('.') || a > 12 || isAhead || dayFirst !== undefined
  const [month, dayText] = isDayFirst ? [b, String(a)] : [a, String(b)]
  if (month < 1 || month > 12) return undefined
  const found = dateIn(DateTime.utc(year, month, 1), dayText)
  if (!found || c !== undefined) return found
  const earlier = +found.first > +today ? dateIn(DateTime.utc(year - 1, month, 1), dayText) : found
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

/** The nth quarter or half (`months` long) of a year: by default the latest that has begun. */
function partOfYear(months: number, { nth = '', year }: Captures, { today }: Now) {
  const number = isLast(nth) ? 12 / months : numberOf(nth.replace(/^[qh]/, ''))
  if (!(number >= 1 && number <= 12 / months)) return undefined
  const startOf = (inYear: number) => DateTime.utc(inYear, 1 + months * (number - 1), 1)
  const start = startOf(yearOf(year, today) ?? today.year)
  const first = !year && +start > +today ? startOf(today.year - 1) : start
  const last = first.plus({ months }).minus({ days: 1 })
  return daysFrom(first, +first <= +today && +today < +last ? today : last)
}

function isoWeek({ isoweek, week = '', weekno, year }: Captures, { today }: Now) {
  const [ofYear, number = ''] = isoweek?.split('-w') ?? [year, weekno?.replace(/\D/g, '') ?? week]
  const weekYear = yearOf(ofYear, today) ?? today.weekYear
  const [start, before] = [weekYear, weekYear - 1].map((weekYear) =>
    DateTime.fromObject({ weekYear, weekNumber: Number(number) }, { zone: 'utc' }),
  )
  const found = start && (ofYear || +start <= +today) ? start : before
  return found?.isValid ? fullUnit('week', found) : undefined
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

function isLast(nth: string): boolean {
  return nth === 'last' || nth === 'final'
}

/** "3", "3rd", "third"; otherwise NaN. */
function numberOf(text: string): number {
  const ordinal = ORDINALS.indexOf(text)
  return ordinal > 0 ? ordinal : Number.parseInt(text, 10)
}

function yearOf(year: string | undefined, today: DateTime): number | undefined {
  if (!year) return undefined
  if (/\d/.test(year)) return Number(year) + (year.length === 2 ? 2000 : 0)
  return year === 'this' ? today.year : today.year - 1
}
