import { FixedOffsetZone } from 'luxon'
import { dateAt, findZone } from '../../ranking/calendar.ts'
import type { Token } from '../normalise/tokens.ts'
import { findCounts, findHeadCounts } from './counts.ts'
import type { Span } from './span.ts'
import { FUTURE, type Timeframe } from './timeframe.ts'
import { findTimes } from './times.ts'
import { findZones } from './zones.ts'

export interface Clock {
  now: Date
  defaultTimezone: string
}

/** The times, time zones and counts of a message, in order of position. */
export interface Slots {
  times: Span<Timeframe>[]
  zones: Span<string>[]
  counts: Span<number>[]
}

export function findSlots(tokens: readonly Token[], { now, defaultTimezone }: Clock): Slots {
  const zones = findZones(tokens)
  const heads = findHeadCounts(tokens)
  const taken = tokens.map(() => false)
  for (const { from, to } of [...zones, ...heads]) taken.fill(true, from, to)
  const zone = findZone(zones[0]?.value ?? defaultTimezone) ?? FixedOffsetZone.utcInstance
  const clock = { today: dateAt(now.getTime(), zone), instant: now }
  const times = findTimes(tokens, taken, clock)
  for (const { from, to } of times) taken.fill(true, from, to)
  const counts = [...heads, ...findCounts(tokens, taken)].sort((a, b) => a.from - b.from)
  return { times, zones, counts }
}

/** Different times that are neither weak nor in the future, or else the first time. */
export function strongest(spans: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  const strong = spans.filter(({ value }) => !value.weak && value.text !== FUTURE)
  const chosen = strong.length > 0 ? strong : spans.slice(0, 1)
  const isRepeated = ({ value }: Span<Timeframe>, at: number) =>
    chosen.slice(0, at).some((before) => before.value.text === value.text)
  return chosen.filter((span, at) => !isRepeated(span, at))
}
