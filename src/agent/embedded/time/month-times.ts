import { DateTime } from 'luxon'
import { words } from '../wording/words.ts'
import { readers, type TimeReader } from './time-reader.ts'
import { daysFrom, type Now, type Timeframe, whole } from './timeframe.ts'
import { OF_YEAR, ordinalOf, readYear, WHICH_YEAR } from './year-named.ts'

const MONTHS = words('jan feb mar apr may jun jul aug sep oct nov dec')
const CLEAR = [
  'january|february|april|june|july|august|september|october|november|december',
  'jan|feb|apr|jun|jul|aug|sept|sep|oct|nov|dec',
].join('|')
const MONTH = `(?<month>${CLEAR}|march|may)`
const NTH = '(?<nth>1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|last)'
const PART = '(?<part>early|mid|middle|late|beginning|start|end|first_half|second_half)'
const BEFORE =
  'in|of|from|for|during|since|until|to|through|and|between|last|this|about|around|over|mid|all|-'

/** Months, the weeks and parts of them, and their days by number. */
export const MONTH_TIMES: readonly TimeReader[] = [
  ...readers(`${NTH} week of|in ${MONTH}${OF_YEAR}`, ({ nth = '', month = '', year }, now) =>
    weekOf(nth, readMonth(month, year, now)),
  ),
  ...readers(
    `
      ${PART} [of|in] [the] ${MONTH}${OF_YEAR}
      ${PART}-${MONTH}${OF_YEAR}
    `,
    ({ part = '', month = '', year }, now) => partOf(part, readMonth(month, year, now)),
  ),
  ...readers(
    '[the] (?<day>\\d{1,2})(st|nd|rd|th)? [of] (?<which>last|this|the_previous) month',
    ({ day, which }, { today }) => dayOf(Number(day), which, today),
  ),
  ...readers(
    `
      ${WHICH_YEAR} ${MONTH}
      ${MONTH}${OF_YEAR.slice(0, -1)}
    `,
    ({ month = '', year }, now) => readMonth(month, year, now),
  ),
  ...readers('(?<month>0?[1-9]|1[0-2])/(?<year>(19|20)\\d\\d)', ({ month, year }) =>
    whole('month', DateTime.utc(Number(year), Number(month), 1)),
  ),
  ...readers(`last|past|previous ${MONTH}`, ({ month = '' }, { today }) =>
    latestMonth(month, today.startOf('month')),
  ),
  // "May" and "march" are words of other meanings too.
  ...readers(
    `
      (?<month>${CLEAR})
      (?<=(${BEFORE})_)(?<month>march|mar|may)
      ^ (?<month>march|may)(?=\\W*$)
      (?<month>march|may)(?=_(best|top|winner|leader|launch|product))
    `,
    ({ month = '' }, now) => readMonth(month, undefined, now),
  ),
]

function readMonth(name: string, year: string | undefined, { today }: Now): Timeframe {
  if (year) return whole('month', DateTime.utc(readYear(year, today), monthOf(name), 1))
  return { ...latestMonth(name, today.plus({ days: 1 })), repeats: 'year' }
}

/** The latest month of that name that began before a date. */
function latestMonth(name: string, before: DateTime): Timeframe {
  const month = before.startOf('year').set({ month: monthOf(name) })
  return whole('month', +month < +before ? month : month.minus({ years: 1 }))
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

function weekOf(nth: string, { first, last }: Timeframe): Timeframe | undefined {
  if (nth === 'last') return daysFrom(last.minus({ days: 6 }), last)
  const start = first.plus({ weeks: ordinalOf(nth) - 1 })
  const end = start.plus({ days: 6 })
  return +start <= +last ? daysFrom(start, +end < +last ? end : last) : undefined
}

function partOf(part: string, { first, last }: Timeframe): Timeframe {
  if (part === 'first half') return daysFrom(first, first.set({ day: 15 }))
  if (part === 'second half') return daysFrom(first.set({ day: 16 }), last)
  if (part.startsWith('mid')) return daysFrom(first.set({ day: 11 }), first.set({ day: 20 }))
  if (part === 'late' || part === 'end') return daysFrom(first.set({ day: 21 }), last)
  return daysFrom(first, first.set({ day: 10 }))
}

function dayOf(day: number, which: string | undefined, today: DateTime): Timeframe | undefined {
  const month = today.startOf('month').minus({ months: which === 'this' ? 0 : 1 })
  return day <= (month.daysInMonth ?? 0) ? whole('day', month.set({ day })) : undefined
}
