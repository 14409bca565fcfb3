import { TIME_PATTERNS } from './time-patterns.ts'
import { daysFrom, isBoundless, type Now, type Timeframe, whole } from './timeframe.ts'

/** Something found in the text of an utterance, and where. */
export interface Span<Value> {
  start: number
  end: number
  value: Value
}

/** More than anybody asks about at once. Each one takes time to work out. */
const MAX_TIMES = 24

const TO =
  /^[ ,]*(?:-|\/|to|until|till?|through|thru|up to|up until) ?:? ?(?:the |on |including )*$/
const AND = /^[ ,]*(?:and|&) ?(?:the |on )?$/
const FROM = /(?:(?:from|between|starting|starting from|starting on|beginning) ?:? )?(?:the |on )?$/
const BETWEEN = /between (?:the |on )?$/
const SINCE = /(?:ever )?(?:since|from|starting) (?:the |about |around )?$/
const SURELY = /(?:since) (?:the |about |around )?$/
const AFTER = /\bafter (?:the )?$/
const ONWARDS = /^ (?:on|onwards?|and later|until now|till now|up to now|to now|so far on)(?= |$)/

/** "The second to the tenth of November": the first end has its month from the other. */
const BARE_DAY = /(?:^| )(\d{1,2})(?:st|nd|rd|th)? (?:to|-|until|till|through|and) $/
const DAY_BEHIND =
  /^ (?:to|-|until|till|through|thru|and) (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?![\w:/-]| (?:products|launches|apps|best|top|winners))/
const DAY_FIRST = /(?:^| )(?:1[3-9]|2\d|3[01])[/-]\d{1,2}[/-]\d{2,4}(?= |$)/

/** The times that a text names, in the order in which they stand. */
export function findTimes(text: string, now: Now): Span<Timeframe>[] {
  const isDayFirst = DAY_FIRST.test(text)
  const found: Span<Timeframe>[] = []
  for (const { pattern, read } of TIME_PATTERNS) {
    for (const { index, groups, 0: match } of text.matchAll(pattern)) {
      const words = isDayFirst ? { ...groups, dayFirst: 'yes' } : (groups ?? {})
      const value = read(words, now)
      if (value && isInCalendar(value))
        found.push({ start: index, end: index + match.length, value })
    }
  }
  const chosen = withoutWeekdays(text, longest(found)).slice(0, MAX_TIMES)
  const all = chosen.flatMap((span) => withBareDays(text, span, chosen))
  return joinRanges(text, longest([...all]), now)
}

/** "Tuesday, November 10" is that date. */
function withoutWeekdays(text: string, spans: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  return spans.filter(({ value, end }, at) => {
    const next = spans[at + 1]
    const isNamed = value.repeats === 'week' && next && next.value.repeats !== 'week'
    return !(
      isNamed &&
      +next.value.first === +next.value.last &&
      /^[ ,]*(?:the )?$/.test(text.slice(end, next.start))
    )
  })
}

/** Of those that overlap the longest. */
export function longest<Value>(spans: readonly Span<Value>[]): Span<Value>[] {
  const chosen: Span<Value>[] = []
  const byLength = spans.toSorted(
    (a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start,
  )
  for (const span of byLength) {
    if (!chosen.some(({ start, end }) => span.start < end && start < span.end)) chosen.push(span)
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/** "The past million days" reach back to where dates have no plain form. */
function isInCalendar({ first, last }: Timeframe): boolean {
  return 1000 <= first.year && last.year <= 9999
}

function withBareDays(text: string, span: Span<Timeframe>, others: readonly Span<Timeframe>[]) {
  const { value } = span
  const isDay = +value.first === +value.last && /\d/.test(text.slice(span.start, span.end))
  if (!isDay || !/[a-z]{3}/.test(text.slice(span.start, span.end))) return [span]
  const isFree = (start: number, end: number) =>
    !others.some((other) => start < other.end && other.start < end)
  const before = BARE_DAY.exec(text.slice(0, span.start).replace(/the $/, ''))
  if (before) {
    const start = before.index + before[0].search(/\d/)
    const end = start + (before[0].trim().split(' ')[0] ?? '').length
    if (isFree(start, end)) return [{ start, end, value: dayLike(value, Number(before[1])) }, span]
  }
  const behind = DAY_BEHIND.exec(text.slice(span.end))
  const day = Number(behind?.[1])
  if (!behind || day <= value.first.day) return [span]
  const end = span.end + behind[0].length
  const start = end - (behind[0].trim().split(' ').at(-1) ?? '').length
  return isFree(start, end) ? [span, { start, end, value: dayLike(value, day) }] : [span]
}

function dayLike(value: Timeframe, day: number): Timeframe {
  const date = value.first.set({ day: Math.min(day, value.first.daysInMonth ?? day) })
  return { ...value, ...daysFrom(date, date) }
}

/** Joins what stands at both ends of a range: "from Monday to Wednesday", "since October". */
function joinRanges(text: string, found: readonly Span<Timeframe>[], now: Now): Span<Timeframe>[] {
  const joined: Span<Timeframe>[] = []
  for (let at = 0; at < found.length; at += 1) {
    const [first, second] = [found[at], found[at + 1]]
    if (!first) continue
    const range = second && between(text, first, second)
    joined.push(range ?? open(text, first, now))
    if (range) at += 1
  }
  return joined
}

function between(
  text: string,
  a: Span<Timeframe>,
  b: Span<Timeframe>,
): Span<Timeframe> | undefined {
  const before = text.slice(0, a.start)
  const gap = text.slice(a.end, b.start)
  const isBetween = BETWEEN.test(before) || text.slice(a.start, a.end).startsWith('between ')
  const isRange = TO.test(gap) || (AND.test(gap) && isBetween && !/compar|differ|choose/.test(text))
  if (!isRange || isBoundless(a.value) || isBoundless(b.value)) return undefined
  const start = a.start - (FROM.exec(before)?.[0].length ?? 0)
  return { start, end: b.end, value: range(a.value, b.value) }
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
function open(text: string, span: Span<Timeframe>, { today }: Now): Span<Timeframe> {
  const { start, end, value } = span
  if (isBoundless(value)) return span
  const before = text.slice(0, start)
  const onwards = ONWARDS.exec(text.slice(end))?.[0].length
  const since = (onwards ? SINCE : SURELY).exec(before)?.[0].length
  if (since && +value.last < +today) {
    return { start: start - since, end: end + (onwards ?? 0), value: until(value.first, today) }
  }
  const weekOf = /\bweek (?:of|starting|beginning)(?: on)? (?:the )?$/.exec(before)?.[0].length
  if (weekOf) return { start: start - weekOf, end, value: whole('week', value.first) }
  const after = AFTER.exec(before)?.[0].length
  if (after) return { start: start - after, end, value: until(value.last.plus({ days: 1 }), today) }
  if (onwards && /\d/.test(text.slice(start, end))) {
    return { start, end: end + onwards, value: until(value.first, today) }
  }
  return span
}

function until(first: Timeframe['first'], today: Now['today']): Timeframe {
  return daysFrom(first, +first <= +today ? today : first)
}
