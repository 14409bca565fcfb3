import { Chrono, casual, type ParsedResult, type Parser } from 'chrono-node/en'
import { DateTime } from 'luxon'
import { anyOf } from '../wording/words.ts'
import { daysFrom, type Now, type Timeframe } from './timeframe.ts'

type Components = ParsedResult['start']

export interface Found {
  index: number
  length: number
  timeframe: Timeframe
}

const MONTH = anyOf(`
  jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)?
  oct(?:ober)? nov(?:ember)? dec(?:ember)?
`)
const DAY = '(?:\\d|first|second|third|\\w+th\\b)'

/** What a date cannot do without: chrono is only asked where it stands. */
const DATE = new RegExp(
  `${DAY}\\S* (?:of )?${MONTH}\\b|\\b${MONTH}[.,]? +(?:the )?${DAY}|\\d[/.-]\\d`,
)

const EACH_DATE = new RegExp(DATE, 'g')

/** More than anybody asks about at once, and chrono takes its time over each. */
const MAX_DATES = 24

/** Ratios, and words whose meaning is not chrono's to tell. */
const NO_DATE = /\b(?:24\/7|50\/50|ago|last|past|this|today|yesterday|tomorrow|next|now)\b/g

/** Chrono only knows the shortest of these. */
const TO = /\b(?:through|thru|until|till)\b/g

const NOTHING = /(?!)/

const chrono = new Chrono({ ...casual, parsers: casual.parsers.map(withoutAmounts) })

const DOTTED = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\d.])/g

/** Dates with a day and a month in them, in every way English writes them. */
export function englishDates(text: string, now: Now): Found[] {
  if (!DATE.test(text)) return []
  // The wall clock of the zone as if it were UTC, so that no other zone can move a date.
  const reference = { instant: now.today.set({ hour: 12 }).toJSDate(), timezone: 0 }

  return chrono
    .parse(forChrono(upToLastDate(text)), reference)
    .filter(({ start, end, text }) => isDate(start) && isReal(end ?? start) && DATE.test(text))
    .map(({ index, text, start, end }) => {
      return { index, length: text.length, timeframe: toTimeframe(start, end ?? start, now) }
    })
}

/**
 * Amounts of time ("3 days later") are read elsewhere, and chrono's patterns of them take V8 some
 * 70 ms each to compile, in the middle of a question.
 */
function withoutAmounts(parser: Parser): Parser {
  return {
    pattern(context) {
      const pattern = parser.pattern(context)
      return pattern.source.includes('minute') ? NOTHING : pattern
    },
    extract: (context, match) => parser.extract(context, match),
  }
}

function upToLastDate(text: string): string {
  const beyond = [...text.matchAll(EACH_DATE)].at(MAX_DATES)
  return beyond ? text.slice(0, beyond.index) : text
}

/** In a form that chrono reads as it is meant: with dots the day comes first. */
function forChrono(text: string): string {
  const dates = text
    .replace(NO_DATE, (word) => '|'.repeat(word.length))
    .replace(TO, (word) => 'to'.padEnd(word.length))
  const plain = dates.replace(new RegExp(`(${MONTH}) the (?=\\d)`, 'g'), '$1     ')
  return plain.replace(DOTTED, (all, day: string, month: string, year: string) =>
    `${month}/${day}/${year}`.padEnd(all.length),
  )
}

function isDate(start: Components): boolean {
  return start.isCertain('day') && start.isCertain('month')
}

/** Chrono takes "October 31st to February 45" at its word. */
function isReal(end: Components): boolean {
  return toDate(end).isValid
}

function toTimeframe(start: Components, end: Components, { today }: Now): Timeframe {
  const [first, last] = [toDate(start), toDate(end)]
  if (start.isCertain('year')) return daysFrom(first, last)

  const latest = end.isCertain('year') ? last.year : latestYear(first, today)
  const years = latest - first.year
  if (end.isCertain('year')) return daysFrom(first.plus({ years }), last)
  return { ...daysFrom(first.plus({ years }), last.plus({ years })), repeats: 'year' }
}

/** The year in which a day of the year last came: this one, today included, or the one before. */
function latestYear(date: DateTime, today: DateTime): number {
  return +date.set({ year: today.year }) <= +today ? today.year : today.year - 1
}

function toDate(components: Components): DateTime {
  const [year, month, day] = [
    components.get('year'),
    components.get('month'),
    components.get('day'),
  ]
  return DateTime.utc(year ?? 0, month ?? 1, day ?? 1)
}
