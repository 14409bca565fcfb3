import { FixedOffsetZone } from 'luxon'
import { dateAt, findZone } from '../../ranking/calendar.ts'
import { type Token, textAt, textBetween, type Utterance } from '../normalise/utterance.ts'
import { withoutExplained, withoutStatements } from './clauses.ts'
import { type Count, findCounts, findHeadCounts } from './counts.ts'
import { FUTURE, isBoundless, shifted, type Timeframe } from './timeframe.ts'
import { findTimes, type Span } from './times.ts'
import { findZones, type Zone } from './zones.ts'

export interface Moment {
  now: Date
  defaultTimezone: string
}

/** The times, time zones and counts of a message, in order of position. */
export interface Slots {
  times: Span<Timeframe>[]
  zones: Span<Zone>[]
  counts: Span<Count>[]
}

/** Between two slots, it replaces the first by the second: "top 5, no wait, top 3". */
const CORRECTION =
  /\b(?:wait|i mean|i meant|actually|sorry|scratch that|rather(?! th[ae]n)|make that|make it|correction|oops|no(?! \d)|nope|instead(?! of)|second thoughts?)\b/
/** Between two counts, the second is the result of the first: "3 of us, 2 each, so 6". */
const RESULT =
  /\b(?:so|total|altogether|in all)\b|^(?:(?:of|them|so|like|say|maybe|about|roughly|probably|[.,]) ?)+$/
const MAX_TOKENS_BETWEEN = 8

export function findSlots({ tokens }: Utterance, { now, defaultTimezone }: Moment): Slots {
  const zones = findZones(tokens)
  const heads = findHeadCounts(tokens)
  const taken = tokens.map(() => false)
  for (const { from, to } of [...zones, ...heads]) taken.fill(true, from, to)
  const meant = withoutCorrected(tokens, zones)
  const zone = findZone(meant[0]?.value.name ?? defaultTimezone) ?? FixedOffsetZone.utcInstance
  const clock = { today: dateAt(now.getTime(), zone), instant: now }
  const times = resolveRelative(findTimes(tokens, taken, clock))
  for (const { from, to } of times) taken.fill(true, from, to)
  const found = withSecondRanking(tokens, withoutExplained(tokens, times))
  const certain = withoutStatements(tokens, withoutNegated(tokens, found))
  const counts = [...heads, ...findCounts(tokens, taken)].sort((a, b) => a.from - b.from)
  const wanted = withoutCorrected(tokens, withoutStatements(tokens, withoutNegated(tokens, counts)))
  return {
    times: withoutCorrected(tokens, certain.length > 0 ? certain : found),
    zones: meant,
    counts: withoutCorrected(tokens, wanted, RESULT),
  }
}

/** Unique times that are neither weak nor future, or else the first time. */
export function strongest(times: readonly Timeframe[]): Timeframe[] {
  const strong = times.filter(({ weak, text }) => !weak && text !== FUTURE)
  const chosen = strong.length > 0 ? strong : times.slice(0, 1)
  return chosen.filter((time, at) => !chosen.slice(0, at).some((before) => isSame(before, time)))
}

/** Shifts a time relative to the one before it: "last week and the week before". */
function resolveRelative(times: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  return times.map((span, at) => {
    const before = times[at - 1]?.value
    const { shift } = span.value
    const isRelative = shift && before && !before.shift && !isBoundless(before)
    return isRelative ? { ...span, value: shifted(shift, before) } : span
  })
}

/** Shows that a weak time belongs to a second ranking: "yesterday's top 5 and the top 10 of the week". */
const SECOND_RANKING =
  /(?:\b(?:and|plus|then|also|as well as)\b|[&+;]).*\b(?:top|best|ranking|leaderboard|winners?|leaders)\b/

/** A weak time is meant as much as the one beside it if each has a ranking of its own. */
function withSecondRanking(tokens: readonly Token[], times: readonly Span<Timeframe>[]) {
  return times.map((span, at): Span<Timeframe> => {
    const { weak, ...value } = span.value
    if (!weak) return span
    const pairs = [times.slice(at - 1, at + 1), times.slice(at, at + 2)]
    const isSecond = pairs.some(([a, b]) => {
      if (!a || !b || (a.value.weak && b.value.weak)) return false
      return SECOND_RANKING.test(textBetween(tokens, a.to, b.to + 1))
    })
    return isSecond ? { ...span, value } : span
  })
}

function isSame(a: Timeframe, b: Timeframe): boolean {
  return (
    a.text === b.text || (isDays(a) && isDays(b) && +a.first === +b.first && +a.last === +b.last)
  )
}

/** Whole days, not the hours until now. */
function isDays(time: Timeframe): boolean {
  return !isBoundless(time) && !/^last_\d|\dT/.test(time.text)
}

/** "Not yesterday, today"; "before Friday's meeting, last week"; "5 instead of 3". */
const NEGATED = /(?:^| )(?:not|before|instead of|rather th[ae]n)$/

function withoutNegated<Value>(
  tokens: readonly Token[],
  spans: readonly Span<Value>[],
): Span<Value>[] {
  return spans.filter(({ from }) => {
    const before = [from - 2, from - 1].map((at) => textAt(tokens, at))
    return !NEGATED.test(before.join(' '))
  })
}

/** Without spans that a correction after them replaces. */
function withoutCorrected<Value>(
  tokens: readonly Token[],
  spans: readonly Span<Value>[],
  correction = CORRECTION,
): Span<Value>[] {
  return spans.filter(({ to }, at) => {
    const next = spans[at + 1]
    if (!next || next.from - to > MAX_TOKENS_BETWEEN) return true
    return next.from <= to || !correction.test(textBetween(tokens, to, next.from))
  })
}
