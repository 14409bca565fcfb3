import { DateTime } from 'luxon'
import slots from '../../../data/language/slots.json' with { type: 'json' }
import { ORDINALS } from '../normalise/numbers.ts'
import type { Token } from '../normalise/utterance.ts'
import { MEANINGS } from './meanings.ts'
import { createPatterns } from './patterns.ts'
import { day, daysFrom, isBoundless, type Now, type Timeframe } from './timeframe.ts'

/** Something found in an utterance: where in its text, and at which of its tokens. */
export interface Span<Value> {
  start: number
  end: number
  /** The first token, and the one behind the last. */
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

/** More than anybody asks about at once. Each one takes time to work out. */
const MAX_TIMES = 24

/** Launches are ranked from here on: "until yesterday" has a beginning too. */
const BEGINNING = 2000

const TAGS = new Map<string, string[]>()
for (const [tag, words] of Object.entries({ ...slots.words, start: '^' })) {
  for (const word of words.split(' ')) TAGS.set(word, [...(TAGS.get(word) ?? []), tag])
}
for (const [at, ordinal] of ORDINALS.entries()) {
  if (at > 0) TAGS.set(ordinal, at < 6 ? ['day', 'ordinal', 'nth'] : ['day', 'ordinal'])
}
for (const one of ['a', 'an', 'one']) TAGS.set(one, ['n'])
for (const last of ['last', 'final']) TAGS.set(last, [...(TAGS.get(last) ?? []), 'nth'])

/** What numbers and what is written with them may be. */
const WRITTEN: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:[1-9]|[12]\d|3[01])$/, ['day']],
  [/^[1-5]$/, ['nth']],
  [/^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)$/, ['day', 'ordinal', 'suffixed']],
  [/^(?:1st|2nd|3rd|4th|5th)$/, ['nth']],
  [/^(?:19|20)\d\d$/, ['year']],
  [/^\d{1,4}$/, ['digits', 'n']],
  [/^q[1-4]$/, ['q']],
  [/^h[12]$/, ['h']],
  [/^\d{4}-\d\d-\d\d$/, ['iso']],
  [/^\d{4}-\d\d-\d\dt[\d:.]+(?:z|[+-][\d:]+)$/, ['instant']],
  [/^\d{4}-w\d\d$/, ['isoweek']],
  [/^20\d{6}-20\d{6}$/, ['compact']],
  [/^(?:kw|cw|wk?)\d{1,2}$/, ['weekno']],
  [/^(?:(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-/](?:19|20)\d\d)$/, ['ym']],
  [
    /^(?:\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|20\d{6})$/,
    ['numeric'],
  ],
  [/^(?!24\/7$|50\/50$)\d{1,2}(?:\/|\.(?=\d\d$))\d{1,2}$/, ['numeric']],
]
const NO_TAGS: readonly string[] = []

function tagsOf(text: string): readonly string[] {
  const known = TAGS.get(text)
  if (known || !/\d/.test(text)) return known ?? NO_TAGS
  return WRITTEN.flatMap(([pattern, tags]) => (pattern.test(text) ? tags : NO_TAGS))
}

const match = createPatterns(slots.times, slots.macros, tagsOf)
const meanings = new Map(Object.entries(MEANINGS))

/**
 * The times that a message names, in the order in which they stand.
 * @param taken which tokens something else has claimed
 */
export function findTimes(
  tokens: readonly Token[],
  taken: readonly boolean[],
  now: Now,
): Span<Timeframe>[] {
  const dayFirst = tokens.some(({ text }) =>
    /^(?:1[3-9]|2\d|3[01])[/-]\d{1,2}(?:[/-]\d{2,4})?$/.test(text),
  )
  const free = [...taken]
  const found: Span<Timeframe>[] = []
  const matches = match(tokens).sort(
    (a, b) =>
      b.to - b.from - (a.to - a.from) || Number(isNone(a)) - Number(isNone(b)) || a.from - b.from,
  )
  for (const { name, words, from, to } of matches) {
    if (found.length >= MAX_TIMES || free.slice(from, to).includes(true)) continue
    const value = meanings.get(name)?.(dayFirst ? { ...words, dayFirst: 'yes' } : words, now)
    if (!value && name !== 'none') continue
    if (value && !isInCalendar(value)) continue
    free.fill(true, from, to)
    if (value) found.push(spanOf(tokens, from, to, value))
  }
  return joined(
    tokens,
    found.sort((a, b) => a.from - b.from),
    now,
  )
}

function isNone({ name }: { name: string }): boolean {
  return name === 'none'
}

/** "The past million days" reach back to where dates have no plain form. */
function isInCalendar({ first, last }: Timeframe): boolean {
  return 1000 <= first.year && last.year <= 9999
}

const TO = new Set(['to', 'until', 'till', 'til', 'through', 'thru', '-', '/'])
const AND = new Set(['and', '&'])
const FILLERS = new Set(['the', 'on', 'up', 'including', ',', ':', 'about', 'around', 'of', 'in'])
const FROM = new Set(['from', 'between', 'starting', 'beginning'])
const SINCE = new Set(['since', 'starting', 'from', 'beginning'])
const ONWARDS = new Set([
  'on',
  'onward',
  'onwards',
  'now',
  'later',
  'date',
  'so',
  'until',
  'till',
  'to',
  'up',
  'and',
  'far',
])
const LAST_ONWARDS = new Set(['on', 'onward', 'onwards', 'now', 'later', 'date', 'far'])

/** Joins what stands at both ends of a range: "from Monday to Wednesday", "since October". */
function joined(tokens: readonly Token[], found: readonly Span<Timeframe>[], now: Now) {
  const all: Span<Timeframe>[] = []
  for (let at = 0; at < found.length; at += 1) {
    const [one, other] = [found[at], found[at + 1]]
    if (!one) continue
    const range = other && between(tokens, one, other)
    all.push(range ?? open(tokens, one, now))
    if (range) at += 1
  }
  return all
}

/** The place of the first of the words before a token that are fillers, or of this kind. */
function leadOf(tokens: readonly Token[], to: number, kind: ReadonlySet<string>): number {
  let [at, first] = [to, to]
  while (at > 0 && (kind.has(textAt(tokens, at - 1)) || FILLERS.has(textAt(tokens, at - 1)))) {
    at -= 1
    if (kind.has(textAt(tokens, at))) first = at
  }
  return first
}

function textAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? ''
}

function between(tokens: readonly Token[], a: Span<Timeframe>, b: Span<Timeframe>) {
  const gap = tokens.slice(a.to, b.from).map(({ text }) => text)
  const lead = leadOf(tokens, a.from, FROM)
  const isBetween = tokens.slice(lead, a.to).some(({ text }) => text === 'between')
  const ways = gap.filter((text) => !FILLERS.has(text))
  const isRange =
    ways.length > 0 && ways.every((text) => TO.has(text) || (isBetween && AND.has(text)))
  const isDifference = tokens
    .slice(0, lead)
    .some(({ text }) => /^(?:compar|differ|choose)/.test(text))
  const isHere = isRange && !(isDifference && !ways.some((text) => TO.has(text)))
  if (!isHere || isBoundless(a.value) || isBoundless(b.value)) return undefined
  return spanOf(tokens, lead, b.to, range(a.value, b.value))
}

function range(a: Timeframe, b: Timeframe): Timeframe {
  let { first } = a
  while (a.repeats && !b.repeats && +first > +b.last) first = first.minus({ [a.repeats]: 1 })
  return daysFrom(first, b.repeats ? nextAfter(b, first) : b.last)
}

/** "October 1st through 7th" ends in October, but "November 1st to Monday" on the latest Monday. */
function nextAfter({ last, repeats }: Timeframe, start: Timeframe['first']) {
  let date = last
  while (repeats === 'month' && +date.minus({ months: 1 }) >= +start)
    date = date.minus({ months: 1 })
  while (repeats && +date < +start) date = date.plus({ [repeats]: 1 })
  return date
}

/** A range whose other end is not said lasts until today. */
function open(tokens: readonly Token[], span: Span<Timeframe>, { today }: Now): Span<Timeframe> {
  const { from, to, value } = span
  if (isBoundless(value)) return span
  const lead = leadOf(tokens, from, SINCE)
  const end = onwardsFrom(tokens, to)
  if (+value.last < +today && isSince(tokens, lead, from, end > to)) {
    return spanOf(tokens, lead, end, until(value.first, today))
  }
  const before = textAt(tokens, from - 1) === 'the' ? from - 2 : from - 1
  const range = bounded(textAt(tokens, before), value, today)
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

/** The place behind "on", "onwards", "until now". */
function onwardsFrom(tokens: readonly Token[], to: number): number {
  let end = to
  while (ONWARDS.has(textAt(tokens, end))) end += 1
  return LAST_ONWARDS.has(textAt(tokens, end - 1)) ? end : to
}

function bounded(word: string, value: Timeframe, today: Now['today']): Timeframe | undefined {
  const beginning = DateTime.utc(BEGINNING, 1, 1)
  if (word === 'after' || word === 'following') return until(value.last.plus({ days: 1 }), today)
  if (word === 'until' || word === 'till') return daysFrom(beginning, value.last)
  const isDated = /^\d/.test(value.text) && value.repeats !== 'week'
  return word === 'before' && isDated
    ? daysFrom(beginning, value.first.minus({ days: 1 }))
    : undefined
}

function until(first: Timeframe['first'], today: Now['today']): Timeframe {
  return +first <= +today ? daysFrom(first, today) : day(first)
}
