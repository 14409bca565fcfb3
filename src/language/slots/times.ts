import { DateTime } from 'luxon'
import slots from '../../../data/language/slots.json' with { type: 'json' }
import { type Token, textBetween } from '../normalise/tokens.ts'
import { meaningOf } from './meanings.ts'
import { partOf } from './parts.ts'
import { createPatterns, longest, type Span } from './patterns.ts'
import {
  day,
  daysFrom,
  FUTURE,
  isBoundless,
  NO_SUCH_DATE,
  type Now,
  named,
  shifted,
  type Timeframe,
} from './timeframe.ts'

/** More than any real question has; bounds the time spent on resolving them. */
const MAX_TIMES = 24

const match = createPatterns(slots.times, slots.macros, slots.words)

/** Shows that the day comes first in numeric dates. */
const DAY_FIRST =
  /^(?:european|british|uk|dd\/mm.*|(?:1[3-9]|2\d|3[01])[/-]\d{1,2}(?:[/-]\d{2,4})?)$/

/** Of what launched "this morning" is the hours, of who leads it is now. */
const LAUNCHED = /^(?:launch(?:ed|es)?|came|come|released|new|live)$/

/** Patterns of which a match is a date, even if there is none such. */
const DATES = new Set(['date', 'iso', 'isoWeek'])

/**
 * The timeframes of a message, in order of position. Of overlapping matches the longest wins.
 * @param taken by token, whether another slot has claimed it
 */
export function findTimes(
  tokens: readonly Token[],
  taken: readonly boolean[],
  now: Now,
): Span<Timeframe>[] {
  const isDayFirst = tokens.some(({ text }) => DAY_FIRST.test(text))
  const isOfLaunches = tokens.some(({ text }) => LAUNCHED.test(text))
  const isNone = ({ name }: { name: string }) => Number(name === 'none')
  const matches = match(tokens).sort((a, b) => isNone(a) - isNone(b))
  const found = longest(matches, taken, ({ name, captures }) => {
    const value = meaningOf(name, captures, { ...now, isDayFirst, isOfLaunches })
    if (!value || isInCalendar(value)) return value
    return DATES.has(name) ? named(NO_SUCH_DATE, day(now.today)) : undefined
  }).slice(0, MAX_TIMES)
  const joined = joinRanges(tokens, found, now)
  return parted(tokens, resolved(joined)).map((span) => ({
    ...span,
    value: asFuture(span.value, now),
  }))
}

/** Times of a list, none of which limits the other. */
const LISTED = /\b(?:and|or|vs|versus|than|with|to|against)\b|&/

/** Where a clause ends, days of the week limit nothing: "we launched Monday, who leads this month?" */
function partBeside({ part }: Timeframe, whole: Timeframe, gap: string) {
  return part && 'weekdays' in part && /[.,;:!?]/.test(gap) ? undefined : partOf(part, whole)
}

/** Of two times beside each other, both are the part that one is of the other: "today since noon". */
function parted(tokens: readonly Token[], times: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  const both = times.slice(1).map((b, at) => {
    const a = times[at] ?? b
    const gap = textBetween(tokens, a.to, b.from)
    if (LISTED.test(gap)) return undefined
    return partBeside(a.value, b.value, gap) ?? partBeside(b.value, a.value, gap)
  })
  return times.map((span, at) => ({ ...span, value: both[at] ?? both[at - 1] ?? span.value }))
}

/** Shifts a time relative to the one before it: "last week and the week before". */
function resolved(times: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  return times.map((span, at) => {
    const before = times[at - 1]?.value
    const { shift } = span.value
    const isRelative = shift && before && !before.shift && !isBoundless(before)
    return isRelative ? { ...span, value: shifted(shift, before) } : span
  })
}

/** A time that has yet to begin has no ranking, unless it depends on another time. */
function asFuture(time: Timeframe, { today }: Now): Timeframe {
  const isAhead = +time.first > +today && !time.shift && !isBoundless(time)
  return isAhead ? named(FUTURE, time) : time
}

/** ISO dates need four-digit years: "the past million days" starts before them. */
function isInCalendar({ first, last }: Timeframe): boolean {
  return 1000 <= first.year && last.year <= 9999
}

/** The first year of ranges without a start: "until yesterday". */
const FIRST_YEAR = 2000

const FILLER = '(?: (?:the|on|up|including|,|:|about|around|of|in|date|=|\\.))'
const TO = '(?: (?:to|until|till|through|thru|-|start|(?:and )?(?:end|ending)))'
const TO_GAP = new RegExp(`^${FILLER}*${TO}(?:${FILLER}|${TO}| and including)*$`)
const AND_GAP = new RegExp(`^${FILLER}*(?: (?:and|&)${FILLER}*)+$`)
const FROM = leadPattern('from|between|starting|beginning')
const SINCE = leadPattern('since|starting|from|beginning')
const BOUND = /(?<! am| are) (?:after|following|until|till|before|up to)(?: the)?$/
const ONWARDS =
  /^(?:(?: (?:on|onwards?|later|so|until|till|to|up|and|far))* (?:on|onwards?|later|far)| (?:up )?(?:until|till|to) (?:now|date)| and up)(?= |$)/

function leadPattern(words: string): RegExp {
  return new RegExp(` (?:${words})(?:${FILLER}| (?:${words}))*$`)
}

/** Merges the ends of a range ("from Monday to Wednesday") and completes an open one. */
function joinRanges(
  tokens: readonly Token[],
  found: readonly Span<Timeframe>[],
  now: Now,
): Span<Timeframe>[] {
  const all: Span<Timeframe>[] = []
  for (let at = 0; at < found.length; at += 1) {
    const [span, next] = [found[at], found[at + 1]]
    if (!span) continue
    const range = next && closedRange(tokens, span, next)
    all.push(range ?? openRange(tokens, span, now))
    if (range) at += 1
  }
  return all
}

/** The words from one token to another, each after a space. */
function wordsBetween(tokens: readonly Token[], from: number, to?: number): string {
  const text = textBetween(tokens, from, to)
  return text === '' ? '' : ` ${text}`
}

/** The words of a text that match. */
function matched(text: string, pattern: RegExp): string[] {
  return pattern.exec(text)?.[0].trim().split(' ') ?? []
}

function closedRange(tokens: readonly Token[], a: Span<Timeframe>, b: Span<Timeframe>) {
  if (isBoundless(a.value) || isBoundless(b.value)) return undefined
  const lead = matched(wordsBetween(tokens, 0, a.from), FROM)
  const gap = wordsBetween(tokens, a.to, b.from)
  const isBetween = lead.includes('between') && AND_GAP.test(gap)
  if (!isBetween && !TO_GAP.test(gap)) return undefined
  return { from: a.from - lead.length, to: b.to, value: rangeOf(a.value, b.value) }
}

/** Without a year or week, the ends are the latest ones that are in order. */
function rangeOf(a: Timeframe, b: Timeframe): Timeframe {
  const gapIn = (unit: NonNullable<Timeframe['repeats']>) => ({
    [unit]: Math.max(0, Math.ceil(a.first.diff(b.last, unit).as(unit))),
  })
  const isSameMonth = b.repeats === 'year' && a.first.hasSame(b.first, 'month')
  const first = a.repeats && !b.repeats ? a.first.minus(gapIn(a.repeats)) : a.first
  const last = b.repeats && !isSameMonth ? b.last.plus(gapIn(b.repeats)) : b.last
  const range = daysFrom(first, last)
  return a.repeats && a.repeats === b.repeats ? { ...range, repeats: a.repeats } : range
}

/** A range without an end lasts until today: "since Monday", "from Monday on", "11/03 until now". */
function openRange(tokens: readonly Token[], span: Span<Timeframe>, { today }: Now) {
  const { from, to, value } = span
  if (isBoundless(value)) return span
  const before = wordsBetween(tokens, 0, from)
  const lead = matched(before, SINCE)
  const onwards = matched(wordsBetween(tokens, to), ONWARDS)
  const isOpen = onwards.length > 0 && (lead.length > 0 || /\d/.test(tokens[from]?.text ?? ''))
  if (+value.last < +today && (isOpen || lead.includes('since'))) {
    const range = until(value.first, today)
    return { from: from - lead.length, to: to + onwards.length, value: range }
  }
  const bound = matched(before, BOUND)
  const range = bound[0] && boundedRange(bound[0], value, today)
  return range ? { from: from - bound.length, to, value: range } : span
}

/** "After Monday", "until May", "before 2020-01-01". */
function boundedRange(word: string, value: Timeframe, today: Now['today']): Timeframe | undefined {
  if (word === 'after' || word === 'following') return until(value.last.plus({ days: 1 }), today)
  const start = DateTime.utc(FIRST_YEAR, 1, 1)
  if (word !== 'before') return daysFrom(start, value.last)
  const isDated = /^\d/.test(value.text) && value.repeats !== 'week'
  return isDated ? daysFrom(start, value.first.minus({ days: 1 })) : undefined
}

function until(first: Timeframe['first'], today: Now['today']): Timeframe {
  return +first <= +today ? daysFrom(first, today) : day(first)
}
