import { DateTime } from 'luxon'
import slots from '../../../data/language/slots.json' with { type: 'json' }
import { wordSet } from '../normalise/lexicon.ts'
import { type Token, textAt } from '../normalise/utterance.ts'
import { MEANINGS } from './meanings.ts'
import { createPatterns } from './patterns.ts'
import {
  day,
  daysFrom,
  FUTURE,
  isBoundless,
  type Now,
  named,
  shifted,
  type Timeframe,
} from './timeframe.ts'

/** A value found in an utterance, with its position. */
export interface Span<Value> {
  /** Offsets in the text, end exclusive. */
  start: number
  end: number
  /** Token indexes, end exclusive. */
  from: number
  to: number
  value: Value
}

export function spanOf<Value>(
  tokens: readonly Token[],
  from: number,
  to: number,
  value: Value,
): Span<Value> {
  const last = tokens[to - 1]
  return {
    start: tokens[from]?.start ?? 0,
    end: last ? last.start + last.text.length : 0,
    from,
    to,
    value,
  }
}

/** More than any real question has; bounds the time spent on resolving them. */
const MAX_TIMES = 24

/** Where ranges without a start begin: "until yesterday". */
const FIRST_YEAR = 2000

/** Words or dates that show that the day comes first in numeric dates. */
const DAY_FIRST =
  /^(?:european|british|uk|dd\/mm.*|(?:1[3-9]|2\d|3[01])[/-]\d{1,2}(?:[/-]\d{2,4})?)$/
const match = createPatterns(slots.times, slots.macros, slots.words)

/**
 * The timeframes of a message, in order of position. Of overlapping matches the longest wins.
 * @param taken by token index, whether another slot has claimed it
 */
export function findTimes(
  tokens: readonly Token[],
  taken: readonly boolean[],
  now: Now,
): Span<Timeframe>[] {
  const isDayFirst = tokens.some(({ text }) => DAY_FIRST.test(text))
  const claimed = [...taken]
  const found: Span<Timeframe>[] = []
  const matches = match(tokens).sort(
    (a, b) =>
      b.to - b.from - (a.to - a.from) || Number(isNone(a)) - Number(isNone(b)) || a.from - b.from,
  )
  for (const { name, captures, from, to } of matches) {
    if (found.length >= MAX_TIMES || claimed.slice(from, to).includes(true)) continue
    const value = MEANINGS[name](captures, { ...now, isDayFirst })
    if (!value && name !== 'none') continue
    if (value && !isInCalendar(value)) continue
    claimed.fill(true, from, to)
    if (value) found.push(spanOf(tokens, from, to, value))
  }
  const ordered = found.sort((a, b) => a.from - b.from)
  return joinRanges(tokens, ordered, now).map((span) => ({
    ...span,
    value: asFuture(span.value, now),
  }))
}

/** A time that has yet to begin has no ranking, unless it depends on another time. */
function asFuture(time: Timeframe, { today }: Now): Timeframe {
  const isAhead = +time.first > +today && !time.shift && !isBoundless(time)
  return isAhead ? named(FUTURE, time) : time
}

function isNone({ name }: { name: string }): boolean {
  return name === 'none'
}

/** ISO dates need four-digit years: "the past million days" starts before them. */
function isInCalendar({ first, last }: Timeframe): boolean {
  return 1000 <= first.year && last.year <= 9999
}

const TO = wordSet('to until till through thru - start end ending')
const AND = wordSet('and &')
const FILLERS = wordSet('the on up including , : about around of in date = .')
const FROM = wordSet('from between starting beginning')
const SINCE = wordSet('since starting from beginning')
const ONWARDS = wordSet('on onward onwards now later date so until till to up and far')
const LAST_ONWARDS = wordSet('on onward onwards now later date far')

/** Merges the ends of a range ("from Monday to Wednesday") and completes an open one. */
function joinRanges(tokens: readonly Token[], found: readonly Span<Timeframe>[], now: Now) {
  const all: Span<Timeframe>[] = []
  for (let at = 0; at < found.length; at += 1) {
    const [span, next] = [found[at], found[at + 1]]
    if (!span) continue
    const range = next && (besideNext(tokens, span, next) ?? closedRange(tokens, span, next))
    all.push(range ?? openRange(tokens, span, now))
    if (range) at += 1
  }
  return all
}

/** "The week before" + "Christmas". */
function besideNext(tokens: readonly Token[], a: Span<Timeframe>, b: Span<Timeframe>) {
  const { shift } = a.value
  if (!shift?.isWhole || a.to !== b.from || isBoundless(b.value)) return undefined
  return spanOf(tokens, a.from, b.to, shifted(shift, b.value))
}

/** Index of the first `kind` word in the run of such words and fillers before `to`, else `to`. */
function leadStart(tokens: readonly Token[], to: number, kind: ReadonlySet<string>): number {
  let [at, first] = [to, to]
  while (at > 0 && (kind.has(textAt(tokens, at - 1)) || FILLERS.has(textAt(tokens, at - 1)))) {
    at -= 1
    if (kind.has(textAt(tokens, at))) first = at
  }
  return first
}

function closedRange(tokens: readonly Token[], a: Span<Timeframe>, b: Span<Timeframe>) {
  const gap = tokens.slice(a.to, b.from).map(({ text }) => text)
  const lead = leadStart(tokens, a.from, FROM)
  const isBetween = tokens.slice(lead, a.to).some(({ text }) => text === 'between')
  const connectors = gap.filter((text) => !FILLERS.has(text))
  const isRange =
    connectors.length > 0 &&
    connectors.every((text) => TO.has(text) || (isBetween && AND.has(text)))
  const isComparison = tokens
    .slice(0, lead)
    .some(({ text }) => /^(?:compar|differ|choose)/.test(text))
  const isTwoTimes = isComparison && !connectors.some((text) => TO.has(text))
  if (!isRange || isTwoTimes || isBoundless(a.value) || isBoundless(b.value)) return undefined
  return spanOf(tokens, lead, b.to, rangeOf(a.value, b.value))
}

function rangeOf(a: Timeframe, b: Timeframe): Timeframe {
  let { first } = a
  while (a.repeats && !b.repeats && +first > +b.last) first = first.minus({ [a.repeats]: 1 })
  const range = daysFrom(first, b.repeats ? nextAfter(b, first) : b.last)
  return a.repeats && a.repeats === b.repeats ? { ...range, repeats: a.repeats } : range
}

/** "October 1st through 7th" ends in October, "November 1st to Monday" on the latest Monday. */
function nextAfter({ last, repeats }: Timeframe, start: Timeframe['first']) {
  let date = last
  while (repeats === 'month' && +date.minus({ months: 1 }) >= +start)
    date = date.minus({ months: 1 })
  while (repeats && +date < +start) date = date.plus({ [repeats]: 1 })
  return date
}

/** A range without an end lasts until today. */
function openRange(
  tokens: readonly Token[],
  span: Span<Timeframe>,
  { today }: Now,
): Span<Timeframe> {
  const { from, to, value } = span
  if (isBoundless(value)) return span
  const lead = leadStart(tokens, from, SINCE)
  const end = onwardsFrom(tokens, to)
  if (+value.last < +today && isSince(tokens, lead, from, end > to)) {
    return spanOf(tokens, lead, end, until(value.first, today))
  }
  const before = textAt(tokens, from - 1) === 'the' ? from - 2 : from - 1
  const range = boundedRange(textAt(tokens, before), value, today)
  return range ? spanOf(tokens, before, to, range) : span
}

/** "Since Monday", "from Monday on", "11/03 until now". */
function isSince(
  tokens: readonly Token[],
  lead: number,
  from: number,
  isOnwards: boolean,
): boolean {
  const words = tokens.slice(lead, from).map(({ text }) => text)
  return (
    words.includes('since') || (isOnwards && (words.length > 0 || /\d/.test(textAt(tokens, from))))
  )
}

/** Index after "on", "onwards", "until now", or `to` if none of these follow. */
function onwardsFrom(tokens: readonly Token[], to: number): number {
  let end = to
  while (ONWARDS.has(textAt(tokens, end))) end += 1
  return LAST_ONWARDS.has(textAt(tokens, end - 1)) ? end : to
}

/** "After Monday", "until May", "before 2020-01-01". */
function boundedRange(word: string, value: Timeframe, today: Now['today']): Timeframe | undefined {
  const start = DateTime.utc(FIRST_YEAR, 1, 1)
  if (word === 'after' || word === 'following') return until(value.last.plus({ days: 1 }), today)
  if (word === 'until' || word === 'till') return daysFrom(start, value.last)
  const isDated = /^\d/.test(value.text) && value.repeats !== 'week'
  return word === 'before' && isDated ? daysFrom(start, value.first.minus({ days: 1 })) : undefined
}

function until(first: Timeframe['first'], today: Now['today']): Timeframe {
  return +first <= +today ? daysFrom(first, today) : day(first)
}
