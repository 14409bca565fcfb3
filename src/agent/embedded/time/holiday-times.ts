import { DateTime } from 'luxon'
import { readers, type TimeReader } from './time-reader.ts'
import { type Now, type Timeframe, whole } from './timeframe.ts'

const HOLIDAYS: readonly (readonly [string, (year: number) => DateTime])[] = [
  ['christmas_eve', (year) => DateTime.utc(year, 12, 24)],
  ['(christmas|xmas)(_day)?', (year) => DateTime.utc(year, 12, 25)],
  ['boxing_day', (year) => DateTime.utc(year, 12, 26)],
  ['new_years?_eve', (year) => DateTime.utc(year, 12, 31)],
  ['new_years?_day', (year) => DateTime.utc(year, 1, 1)],
  ['valentines?(_day)?', (year) => DateTime.utc(year, 2, 14)],
  ['independence_day', (year) => DateTime.utc(year, 7, 4)],
  ['halloween', (year) => DateTime.utc(year, 10, 31)],
  ['thanksgiving', thanksgiving],
  ['black_friday', (year) => thanksgiving(year).plus({ days: 1 })],
  ['cyber_monday', (year) => thanksgiving(year).plus({ days: 4 })],
]
const BEFORE = 'on|at|over|since|last|this|for|during|around|about'
const AFTER = 'best|top|winners?|launches|leaders?'

/** Days that people call by a name, where a word beside them says that a time is meant. */
export const HOLIDAY_TIMES: readonly TimeReader[] = HOLIDAYS.flatMap(([name, dateIn]) =>
  readers(
    `
      (?<=(${BEFORE})_)${name}(_(?<year>\\d{4}))?
      ${name}(_(?<year>\\d{4}))?(?=_(${AFTER}))
    `,
    ({ year }, { today }) => latest(dateIn, today, year),
  ),
)

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
