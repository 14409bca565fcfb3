import { DateTime } from 'luxon'
import { anyOf, words } from '../wording/words.ts'
import { daysFrom, type Now, type Timeframe, type TimeReader, whole } from './timeframe.ts'

const MONTHS = words('jan feb mar apr may jun jul aug sep oct nov dec')
const NAMES =
  'january february march april may june july august september october november december'
const CLEAR = anyOf(
  `${NAMES.replace('march ', '').replace('may ', '')} jan feb apr jun jul aug sept sep oct nov dec`,
)
const ANY = anyOf(`${NAMES} jan feb mar apr jun jul aug sept sep oct nov dec`)
const YEAR = '(?:19|20)\\d\\d'
const WHICH = `(${YEAR}|(?:last|this|the previous) year)`
const OF_YEAR = `(?:\\.?,? (?:of |in |from )?(?:the year )?${WHICH})`
const NTH = '(1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|last)'
const PART = '(early|mid|middle|late|beginning|start|end|(?:first|second) half)'
const AFTER =
  'in|of|from|for|during|since|until|to|through|and|between|last|this|about|around|over|mid|all|-'

/** Years and the parts of them that have names. */
export const CALENDAR_TIMES: readonly TimeReader[] = [
  {
    pattern: new RegExp(`\\b${NTH} week (?:of|in) (${ANY})${OF_YEAR}?\\b`, 'g'),
    read: ([, nth = '', month = '', year], now) => weekOfMonth(nth, readMonth(month, year, now)),
  },
  {
    pattern: new RegExp(`\\b${PART}(?: of|-| in)?(?: the)? (${ANY})${OF_YEAR}?\\b`, 'g'),
    read: ([, part = '', month = '', year], now) => partOfMonth(part, readMonth(month, year, now)),
  },
  {
    pattern: /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?(last|this|the previous) month\b/g,
    read: ([, day = '', which = ''], { today }) => dayOf(Number(day), which, today),
  },
  {
    pattern: new RegExp(`\\b${WHICH} (${ANY})\\b`, 'g'),
    read: ([, year, month = ''], now) => readMonth(month, year, now),
  },
  {
    pattern: new RegExp(`\\b(${ANY})${OF_YEAR}`, 'g'),
    read: ([, month = '', year], now) => readMonth(month, year, now),
  },
  {
    pattern: new RegExp(`\\b(0?[1-9]|1[0-2])/(${YEAR})\\b`, 'g'),
    read: ([, month, year]) => whole('month', date(Number(year), Number(month))),
  },
  {
    pattern: new RegExp(`\\b(last|past|previous) (${ANY})\\b`, 'g'),
    read: ([, , month = ''], { today }) => latestMonth(month, today.startOf('month')),
  },
  {
    pattern: new RegExp(
      `\\b(?:${CLEAR}|(?<=\\b(?:${AFTER}) )(?:march|mar|may)|^(?:march|may)(?=\\W*$)|(?:march|may)(?= (?:best|top|winner|leader|launch|product)))\\b`,
      'g',
    ),
    read: ([month], now) => readMonth(month, undefined, now),
  },
  {
    pattern: new RegExp(`\\bq([1-4])\\b${OF_YEAR}?|\\b(${YEAR})[ -]?q([1-4])\\b`, 'g'),
    read: ([, first, ofYear, year, second], now) =>
      part(3, Number(first ?? second), year ?? ofYear, now),
  },
  {
    pattern: new RegExp(`\\b${NTH} quarter\\b${OF_YEAR}?`, 'g'),
    read: ([, nth = '', year], now) => part(3, ordinal(nth), year, now),
  },
  {
    pattern: new RegExp(`\\b(?:h([12])|(first|second) half)\\b${OF_YEAR}?`, 'g'),
    read: ([, half, nth = '', year], now) => part(6, Number(half) || ordinal(nth), year, now),
  },
  {
    pattern: new RegExp(`(?<!\\b(?:this|last|past|previous|current|next|per|a|of the) )\\b(?:week|cw|kw|w)(?: number| no\\.?)? ?#?(\\d{1,2})\\b${OF_YEAR}?`, 'g'),
    read: ([, week = '', year], now) => readWeek(Number(week), year, now),
  },
  {
    pattern: new RegExp(`\\b(${YEAR}) ?- ?(${YEAR})\\b`, 'g'),
    read: ([, first, last]) =>
      daysFrom(date(Number(first), 1), date(Number(last), 12).endOf('month').startOf('day')),
  },
  {
    pattern: new RegExp(`(?<![#$/.\\d-])\\b(?:the year )?(${YEAR})\\b(?![-/:%.]?\\d|%)`, 'g'),
    read: ([, year]) => whole('year', date(Number(year), 1)),
  },
  {
    pattern: new RegExp(
      `\\b(?<=\\b(?:in|over|of|during|this|last|past|since|from) (?:the )?)(spring|summer|fall|autumn|winter)\\b${OF_YEAR}?`,
      'g',
    ),
    read: ([, season = '', year], now) => readSeason(season, year, now),
  },
]

function dayOf(day: number, which: string, today: DateTime): Timeframe | undefined {
  const month = today.startOf('month').minus({ months: which === 'this' ? 0 : 1 })
  return day <= (month.daysInMonth ?? 0) ? whole('day', month.set({ day })) : undefined
}

function readMonth(name: string, year: string | undefined, { today }: Now): Timeframe {
  if (year) return whole('month', date(readYear(year, today), monthOf(name)))
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

function weekOfMonth(nth: string, { first, last }: Timeframe): Timeframe {
  if (nth === 'last') return daysFrom(last.minus({ days: 6 }), last)
  const start = first.plus({ weeks: ordinal(nth) - 1 })
  const end = start.plus({ days: 6 })
  return daysFrom(start, +end < +last ? end : last)
}

function partOfMonth(part: string, { first, last }: Timeframe): Timeframe {
  if (part === 'first half') return daysFrom(first, first.set({ day: 15 }))
  if (part === 'second half') return daysFrom(first.set({ day: 16 }), last)
  if (part.startsWith('mid')) return daysFrom(first.set({ day: 11 }), first.set({ day: 20 }))
  if (part === 'late' || part === 'end') return daysFrom(first.set({ day: 21 }), last)
  return daysFrom(first, first.set({ day: 10 }))
}

/** The nth part of so many months of a year; of the latest year in which it has begun. */
function part(months: number, nth: number, year: string | undefined, { today }: Now) {
  if (nth < 1 || 12 / months < nth) return undefined
  const start = date(year ? readYear(year, today) : today.year, (nth - 1) * months + 1)
  const first = !year && +start > +today ? start.minus({ years: 1 }) : start
  const last = first.plus({ months }).minus({ days: 1 })
  const begun = +first <= +today && +today < +last
  return daysFrom(first, begun ? today : last)
}

function readWeek(week: number, year: string | undefined, { today }: Now): Timeframe | undefined {
  const weekYear = year ? readYear(year, today) : today.weekYear
  const start = DateTime.fromObject({ weekYear, weekNumber: week }, { zone: 'utc' })
  if (!start.isValid) return undefined
  if (year || +start <= +today) return whole('week', start)
  return readWeek(week, String(weekYear - 1), { today, instant: today.toJSDate() })
}

const SEASONS = new Map([
  ['spring', 3],
  ['summer', 6],
  ['fall', 9],
  ['autumn', 9],
  ['winter', 12],
])

/** Three months of the north; the latest that have begun. */
function readSeason(season: string, year: string | undefined, { today }: Now): Timeframe {
  const month = SEASONS.get(season) ?? 1
  const start = date(year ? readYear(year, today) : today.year, month)
  const first = !year && +start > +today ? start.minus({ years: 1 }) : start
  return daysFrom(first, first.plus({ months: 3 }).minus({ days: 1 }))
}

function readYear(year: string, today: DateTime): number {
  if (/\d/.test(year)) return Number(year)
  return year.startsWith('this') ? today.year : today.year - 1
}

function ordinal(nth: string): number {
  const at = words('first second third fourth fifth').indexOf(nth)
  return at < 0 ? Number.parseInt(nth, 10) || 0 : at + 1
}

function date(year: number, month: number): DateTime {
  return DateTime.utc(year, month, 1)
}
