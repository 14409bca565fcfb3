import type { Found } from './english-dates.ts'
import { ALL_TIME, daysFrom, FUTURE, type Now, type Timeframe, whole } from './timeframe.ts'

const TO = /^[ ,]*(?:-|\/|\.\.|to:?|until|till?|through|thru|up to|up until)[ ]*(?:the |on )?$/
const AND = /^[ ,]*(?:and|&)[ ]*(?:the |on )?$/
const FROM = /(?:from:? ?|between |starting )?(?:the |on )?$/
const BETWEEN = /between (?:the |on )?$/
const COMPARISON = /\b(?:compar|differ|choose|versus|vs)/
const SINCE = /\b(?:ever )?since (?:the |about |around )?$/
const AFTER = /\bafter (?:the )?$/
const ONWARDS = /^ (?:onwards?|and later|until now|till now|up to now|to now|so far on)\b/
const WEEK_OF = /\bweek (?:of|starting|beginning)(?: on)? (?:the )?$/

/** Joins what stands at both ends of a range: "from Monday to Wednesday", "since October". */
export function joinRanges(text: string, found: readonly Found[], now: Now): Found[] {
  const joined: Found[] = []
  for (let at = 0; at < found.length; at += 1) {
    const [first, second] = [found[at], found[at + 1]]
    if (!first) continue
    const range = second && between(text, first, second)
    joined.push(range ?? open(text, first, now))
    if (range) at += 1
  }
  return joined
}

function between(text: string, a: Found, b: Found): Found | undefined {
  const before = text.slice(0, a.index)
  const gap = text.slice(a.index + a.length, b.index)
  const isRange = TO.test(gap) || (AND.test(gap) && BETWEEN.test(before) && !COMPARISON.test(text))
  if (!isRange || [a, b].some(({ timeframe }) => isBoundless(timeframe))) return undefined

  const index = a.index - (FROM.exec(before)?.[0].length ?? 0)
  const timeframe = range(a.timeframe, b.timeframe)
  return { index, length: b.index + b.length - index, timeframe }
}

function range(a: Timeframe, b: Timeframe): Timeframe {
  const first = a.repeats && !b.repeats ? latestBefore(a, b) : a.first
  const last = b.repeats ? nextAfter(b, first) : b.last
  return daysFrom(first, last)
}

function latestBefore({ first, repeats }: Timeframe, end: Timeframe) {
  let date = first
  while (repeats && +date > +end.last) date = date.minus({ [repeats]: 1 })
  return date
}

/** "October 1st through 7th" ends in October, but "November 1st to Monday" on the latest Monday. */
function nextAfter({ last, repeats }: Timeframe, start: Timeframe['first']) {
  let date = last
  while (repeats === 'month' && +date.minus({ months: 1 }) >= +start)
    date = date.minus({ months: 1 })
  while (repeats && +date < +start) date = date.plus({ [repeats]: 1 })
  return date
}

/** A range whose other end is not said: it lasts until today, or it is the week of that day. */
function open(text: string, found: Found, { today }: Now): Found {
  const { index, length, timeframe } = found
  const before = text.slice(0, index)
  if (isBoundless(timeframe)) return found

  const week = WEEK_OF.exec(before)?.[0].length
  if (week)
    return { index: index - week, length: length + week, timeframe: whole('week', timeframe.first) }
  const since = +timeframe.last < +today && SINCE.exec(before)?.[0].length
  if (since)
    return {
      index: index - since,
      length: length + since,
      timeframe: until(timeframe.first, today),
    }
  const after = AFTER.exec(before)?.[0].length
  if (after) {
    return {
      index: index - after,
      length: length + after,
      timeframe: until(timeframe.last.plus({ days: 1 }), today),
    }
  }
  const onwards = ONWARDS.exec(text.slice(index + length))?.[0].length
  if (onwards) return { index, length: length + onwards, timeframe: until(timeframe.first, today) }
  return found
}

function until(first: Timeframe['first'], today: Now['today']): Timeframe {
  return daysFrom(first, +first <= +today ? today : first)
}

function isBoundless({ text }: Timeframe): boolean {
  return text === ALL_TIME || text === FUTURE
}
