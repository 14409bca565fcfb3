import { DateTime } from 'luxon'
import { ORDINALS } from '../normalise/numbers.ts'
import { daysFrom, type Now, type Timeframe, whole } from './timeframe.ts'

type Words = Readonly<Record<string, string | undefined>>

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const SEASONS: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  fall: 9,
  autumn: 9,
  winter: 12,
}

const HOLIDAYS: readonly (readonly [RegExp, (year: number) => DateTime])[] = [
  [/eve/, (year) => DateTime.utc(year, 12, 24)],
  [/christmas|xmas/, (year) => DateTime.utc(year, 12, 25)],
  [/boxing/, (year) => DateTime.utc(year, 12, 26)],
  [/new/, (year) => DateTime.utc(year, 1, 1)],
  [/valentine/, (year) => DateTime.utc(year, 2, 14)],
  [/independence/, (year) => DateTime.utc(year, 7, 4)],
  [/halloween/, (year) => DateTime.utc(year, 10, 31)],
  [/thanksgiving/, thanksgiving],
  [/black/, (year) => thanksgiving(year).plus({ days: 1 })],
  [/cyber/, (year) => thanksgiving(year).plus({ days: 4 })],
]

export function readMonth({ month = '', year }: Words, { today }: Now): Timeframe {
  const number = yearNamed(year, today)
  if (number !== undefined) return whole('month', DateTime.utc(number, monthNumber(month), 1))
  return { ...latestMonth(month, today.plus({ days: 1 })), repeats: 'year' }
}

/** The latest month of that name that began before a date. */
export function latestMonth(name: string, before: DateTime): Timeframe {
  const month = before.startOf('year').set({ month: monthNumber(name) })
  return whole('month', +month < +before ? month : month.minus({ years: 1 }))
}

/** A day of a month, if the month has it. */
export function dateOf(
  year: number,
  month: number,
  day: string | undefined,
): Timeframe | undefined {
  const ordinal = ORDINALS.indexOf(day ?? '')
  const date = DateTime.utc(year, month, ordinal > 0 ? ordinal : Number.parseInt(day ?? '', 10))
  return date.isValid ? whole('day', date) : undefined
}

/** Three months of the north; the latest that have begun. */
export function seasonOf({ season = '', year }: Words, { today }: Now): Timeframe {
  const start = DateTime.utc(yearNamed(year, today) ?? today.year, SEASONS[season] ?? 1, 1)
  const first = !year && +start > +today ? start.minus({ years: 1 }) : start
  return daysFrom(first, first.plus({ months: 3 }).minus({ days: 1 }))
}

/** A day that people call by a name: the latest, unless a year is said. */
export function holidayIn(
  name: string,
  year: string | undefined,
  today: DateTime,
): Timeframe | undefined {
  const isNewYearsEve = name.startsWith('new') && name.endsWith('eve')
  const dateIn = isNewYearsEve
    ? (ofYear: number) => DateTime.utc(ofYear, 12, 31)
    : HOLIDAYS.find(([pattern]) => pattern.test(name))?.[1]
  if (!dateIn) return undefined
  const named = yearNamed(year, today)
  if (named !== undefined) return whole('day', dateIn(named))
  const thisYear = dateIn(today.year)
  return whole('day', +thisYear <= +today ? thisYear : dateIn(today.year - 1))
}

function yearNamed(year: string | undefined, today: DateTime): number | undefined {
  if (!year) return undefined
  if (/\d/.test(year)) return Number(year)
  return year.startsWith('this') ? today.year : today.year - 1
}

function monthNumber(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): DateTime {
  const first = DateTime.utc(year, 11, 1)
  return first.plus({ days: ((4 - first.weekday + 7) % 7) + 21 })
}
