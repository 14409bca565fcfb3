import { DateTime } from 'luxon'
import type { Now, Timeframe, TimeReader } from './timeframe.ts'
import { whole } from './timeframe.ts'

const WHEN = '(?:on|at|over|since|last|this|for|during|around|about) '

/** Days that people call by a name, where a word before them says that a time is meant. */
export const HOLIDAY_TIMES: readonly TimeReader[] = [
  holiday('christmas eve', (year) => DateTime.utc(year, 12, 24)),
  holiday('(?:christmas|xmas)(?: day)?', (year) => DateTime.utc(year, 12, 25)),
  holiday('boxing day', (year) => DateTime.utc(year, 12, 26)),
  holiday('new years? eve', (year) => DateTime.utc(year, 12, 31)),
  holiday('new years?(?: day)?', (year) => DateTime.utc(year, 1, 1)),
  holiday('valentines?(?: day)?', (year) => DateTime.utc(year, 2, 14)),
  holiday('independence day', (year) => DateTime.utc(year, 7, 4)),
  holiday('halloween', (year) => DateTime.utc(year, 10, 31)),
  holiday('thanksgiving', (year) => thanksgiving(year)),
  holiday('black friday', (year) => thanksgiving(year).plus({ days: 1 })),
  holiday('cyber monday', (year) => thanksgiving(year).plus({ days: 4 })),
]

function holiday(name: string, dateIn: (year: number) => DateTime): TimeReader {
  return {
    pattern: new RegExp(`\\b(?<=\\b${WHEN})${name}\\b(?: (\\d{4}))?`, 'g'),
    read: ([, year], { today }) => latest(dateIn, today, year),
  }
}

function latest(dateIn: (year: number) => DateTime, today: Now['today'], year?: string): Timeframe {
  if (year) return whole('day', dateIn(Number(year)))
  const thisYear = dateIn(today.year)
  return whole('day', +thisYear <= +today ? thisYear : dateIn(today.year - 1))
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): DateTime {
  const first = DateTime.utc(year, 11, 1)
  return first.plus({ days: ((4 - first.weekday + 7) % 7) + 21 })
}
