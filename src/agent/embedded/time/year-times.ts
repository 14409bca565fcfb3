import { DateTime } from 'luxon'
import { readers, type TimeReader } from './time-reader.ts'
import { daysFrom, type Now, type Timeframe, whole } from './timeframe.ts'
import { OF_YEAR, ordinalOf, readYear } from './year-named.ts'

const YEAR = '(19|20)\\d\\d'
const NTH = '(?<nth>1st|2nd|3rd|4th|first|second|third|fourth)'
const NOT_NUMBERED = 'this|last|past|previous|current|next|per|a|of_the'
const BEFORE_SEASON = 'in|over|of|during|this|last|past|since|from'
const SEASONS = new Map([
  ['spring', 3],
  ['summer', 6],
  ['fall', 9],
  ['autumn', 9],
  ['winter', 12],
])

/** Years, and the parts of them that are no months. */
export const YEAR_TIMES: readonly TimeReader[] = [
  ...readers(
    `
      (?<year>${YEAR})[_-]?q(?<nth>[1-4])
      q(?<nth>[1-4])${OF_YEAR}
      ${NTH} quarter${OF_YEAR}
    `,
    ({ nth = '', year }, now) => partOf({ months: 3, nth: ordinalOf(nth), year }, now),
  ),
  ...readers(
    `
      h(?<nth>[12])${OF_YEAR}
      ${NTH} half${OF_YEAR}
    `,
    ({ nth = '', year }, now) => partOf({ months: 6, nth: ordinalOf(nth), year }, now),
  ),
  ...readers(
    `(?<!(${NOT_NUMBERED})_)(week|cw|kw|w)(_(number|no[.]?))?_?#?(?<week>\\d{1,2})${OF_YEAR}`,
    ({ week, year }, now) => readWeek(Number(week), year, now),
  ),
  ...readers(`(?<first>${YEAR})_?-_?(?<last>${YEAR})`, ({ first, last }) =>
    daysFrom(january(Number(first)), january(Number(last) + 1).minus({ days: 1 })),
  ),
  ...readers(`(?<![#$/.\\d-])(the_year_)?(?<year>${YEAR})(?![-/:%.]?\\d|%)`, ({ year }) =>
    whole('year', january(Number(year))),
  ),
  ...readers(
    `(?<=(${BEFORE_SEASON})_(the_)?)(?<season>${[...SEASONS.keys()].join('|')})${OF_YEAR}`,
    ({ season = '', year }, now) => readSeason(season, year, now),
  ),
]

interface Part {
  months: number
  nth: number
  year: string | undefined
}

/** The nth part of so many months of a year; of the latest year in which it has begun. */
function partOf({ months, nth, year }: Part, { today }: Now): Timeframe | undefined {
  if (nth < 1 || 12 / months < nth) return undefined
  const start = january(year ? readYear(year, today) : today.year).plus({
    months: months * (nth - 1),
  })
  const first = !year && +start > +today ? start.minus({ years: 1 }) : start
  const last = first.plus({ months }).minus({ days: 1 })
  const isRunning = +first <= +today && +today < +last
  return daysFrom(first, isRunning ? today : last)
}

function readWeek(weekNumber: number, year: string | undefined, { today }: Now) {
  const weekYear = year ? readYear(year, today) : today.weekYear
  const [start, before] = [weekYear, weekYear - 1].map((weekYear) =>
    DateTime.fromObject({ weekYear, weekNumber }, { zone: 'utc' }),
  )
  const week = start && (year || +start <= +today) ? start : before
  return week?.isValid ? whole('week', week) : undefined
}

/** Three months of the north; the latest that have begun. */
function readSeason(season: string, year: string | undefined, { today }: Now): Timeframe {
  const month = SEASONS.get(season) ?? 1
  const start = january(year ? readYear(year, today) : today.year).set({ month })
  const first = !year && +start > +today ? start.minus({ years: 1 }) : start
  return daysFrom(first, first.plus({ months: 3 }).minus({ days: 1 }))
}

function january(year: number): DateTime {
  return DateTime.utc(year, 1, 1)
}
