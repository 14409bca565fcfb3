import { FixedOffsetZone } from 'luxon'
import { dateAt, findZone } from '../../ranking/calendar.ts'
import type { Token, Utterance } from '../normalise/utterance.ts'
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
  /\b(?:wait|i mean|i meant|actually|sorry|scratch that|rather|make that|make it|correction|oops|no|nope|instead)\b/
const MAX_TOKENS_BETWEEN = 8

export function findSlots({ tokens }: Utterance, { now, defaultTimezone }: Moment): Slots {
  const zones = findZones(tokens)
  const heads = findHeadCounts(tokens)
  const taken = tokens.map(() => false)
  for (const { from, to } of [...zones, ...heads]) taken.fill(true, from, to)
  const zone = findZone(zones[0]?.value.name ?? defaultTimezone) ?? FixedOffsetZone.utcInstance
  const clock = { today: dateAt(now.getTime(), zone), instant: now }
  const times = withoutBracketed(tokens, resolveRelative(findTimes(tokens, taken, clock)))
  for (const { from, to } of times) taken.fill(true, from, to)
  const counts = [...heads, ...findCounts(tokens, taken)].sort((a, b) => a.from - b.from)
  return {
    times: withoutCorrected(tokens, withoutNegated(tokens, times)),
    zones: withoutCorrected(tokens, zones),
    counts: withoutCorrected(tokens, counts),
  }
}

/** Unique times that are neither weak nor future, or else the first time. */
export function strongest(times: readonly Timeframe[]): Timeframe[] {
  const strong = times.filter(({ weak, text }) => !weak && text !== FUTURE)
  const chosen = strong.length > 0 ? strong : times.slice(0, 1)
  return chosen.filter(({ text }, at) => chosen.findIndex((time) => time.text === text) === at)
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

/** Brackets repeat or explain a time outside them: "last week (mon to sun)". */
function withoutBracketed(tokens: readonly Token[], times: readonly Span<Timeframe>[]) {
  const isBracketed = ({ from }: Span<Timeframe>) => {
    const before = tokens.slice(0, from).map(({ text }) => text)
    return before.lastIndexOf('(') > before.lastIndexOf(')')
  }
  const outside = times.filter((time) => !isBracketed(time))
  return outside.some(({ value }) => !value.weak) ? outside : [...times]
}

/** "Not yesterday, today"; "before Friday's meeting, last week". */
function withoutNegated(tokens: readonly Token[], times: readonly Span<Timeframe>[]) {
  const kept = times.filter(({ from }) => !/^(?:not|before)$/.test(tokens[from - 1]?.text ?? ''))
  return kept.length > 0 ? kept : times
}

/** Without spans that a correction after them replaces. */
function withoutCorrected<Value>(
  tokens: readonly Token[],
  spans: readonly Span<Value>[],
): Span<Value>[] {
  return spans.filter(({ to }, at) => {
    const next = spans[at + 1]
    if (!next || next.from - to > MAX_TOKENS_BETWEEN) return true
    const between = tokens.slice(to, next.from).map(({ text }) => text)
    return between.length === 0 || !CORRECTION.test(between.join(' '))
  })
}
