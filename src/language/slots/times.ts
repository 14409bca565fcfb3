import slots from '../../../data/language/slots.json' with { type: 'json' }
import type { Token } from '../normalise/tokens.ts'
import { meaningOf } from './meanings.ts'
import { createPatterns } from './patterns.ts'
import { joinRanges } from './ranges.ts'
import type { Span } from './span.ts'
import {
  day,
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
  const claimed = [...taken]
  const found: Span<Timeframe>[] = []
  const matches = match(tokens).sort(
    (a, b) =>
      b.to - b.from - (a.to - a.from) ||
      Number(a.name === 'none') - Number(b.name === 'none') ||
      a.from - b.from,
  )
  for (const { name, captures, from, to } of matches) {
    if (found.length >= MAX_TIMES || claimed.slice(from, to).includes(true)) continue
    const value = meaningOf(name, captures, { ...now, isDayFirst })
    if (!value && name !== 'none') continue
    const isMissing = value && !isInCalendar(value)
    if (isMissing && !DATES.has(name)) continue
    claimed.fill(true, from, to)
    const time = isMissing ? named(NO_SUCH_DATE, day(now.today)) : value
    if (time) found.push({ from, to, value: time })
  }
  found.sort((a, b) => a.from - b.from)
  const joined = joinRanges(tokens, found, now)
  return resolved(joined).map((span) => ({ ...span, value: asFuture(span.value, now) }))
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
