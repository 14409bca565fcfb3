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

/** What a message says of when, where and how many, with where it says so. */
export interface Slots {
  times: Span<Timeframe>[]
  zones: Span<Zone>[]
  counts: Span<Count>[]
}

/** What takes a slot back: "top 5, no wait, top 3". */
const CORRECTION =
  /\b(?:wait|i mean|i meant|actually|sorry|scratch that|rather|make that|make it|correction|oops|no|nope|instead)\b/
const MAX_BETWEEN = 8

export function findSlots({ tokens }: Utterance, { now, defaultTimezone }: Moment): Slots {
  const zones = findZones(tokens)
  const heads = findHeadCounts(tokens)
  const taken = tokens.map(() => false)
  for (const { from, to } of [...zones, ...heads]) taken.fill(true, from, to)
  const zone = findZone(zones[0]?.value.name ?? defaultTimezone) ?? FixedOffsetZone.utcInstance
  const clock = { today: dateAt(now.getTime(), zone), instant: now }
  const times = withoutBracketed(tokens, related(findTimes(tokens, taken, clock)))
  for (const { from, to } of times) taken.fill(true, from, to)
  const counts = [...heads, ...findCounts(tokens, taken)].sort((a, b) => a.from - b.from)
  return {
    times: corrected(tokens, withoutDenied(tokens, times)),
    zones: corrected(tokens, zones),
    counts: corrected(tokens, counts),
  }
}

/** The times that are meant, each once. A weak one gives way to any other. */
export function strongest(times: readonly Timeframe[]): Timeframe[] {
  const real = times.filter(({ weak, text }) => !weak && text !== FUTURE)
  const chosen = real.length > 0 ? real : times.slice(0, 1)
  return chosen.filter(({ text }, at) => chosen.findIndex((time) => time.text === text) === at)
}

/** "Last week and the week before". */
function related(times: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  return times.map((span, at) => {
    const before = times[at - 1]?.value
    const { shift } = span.value
    const isRelated = shift && before && !before.shift && !isBoundless(before)
    return isRelated ? { ...span, value: shifted(shift, before) } : span
  })
}

/** "Last week (mon to sun)" says the same twice. */
function withoutBracketed(tokens: readonly Token[], times: readonly Span<Timeframe>[]) {
  const isBracketed = ({ from }: Span<Timeframe>) => {
    const before = tokens.slice(0, from).map(({ text }) => text)
    return before.lastIndexOf('(') > before.lastIndexOf(')')
  }
  const outside = times.filter((time) => !isBracketed(time))
  return outside.some(({ value }) => !value.weak) ? outside : [...times]
}

/** "Not yesterday, today", "before Friday's meeting, last week". */
function withoutDenied(tokens: readonly Token[], times: readonly Span<Timeframe>[]) {
  const said = times.filter(({ from }) => !/^(?:not|before)$/.test(tokens[from - 1]?.text ?? ''))
  return said.length > 0 ? said : times
}

function corrected<Value>(tokens: readonly Token[], spans: readonly Span<Value>[]): Span<Value>[] {
  return spans.filter(({ to }, at) => {
    const next = spans[at + 1]
    if (!next || next.from - to > MAX_BETWEEN) return true
    const between = tokens.slice(to, next.from).map(({ text }) => text)
    return between.length === 0 || !CORRECTION.test(between.join(' '))
  })
}
