import { type DateTime, FixedOffsetZone } from 'luxon'
import { dateAt, findZone, startOfDay } from '../../ranking/calendar.ts'
import type { Token } from '../normalise/tokens.ts'
import {
  type Bounds,
  findBounds,
  findCounts,
  findHeadCounts,
  findPlaces,
  findRanges,
} from './counts.ts'
import type { Span } from './patterns.ts'
import { FUTURE, type Timeframe } from './timeframe.ts'
import { findTimes } from './times.ts'
import { findZones } from './zones.ts'

export interface Clock {
  now: Date
  defaultTimezone: string
}

/** The times, time zones, counts, places of a list and bounds of a message, in order of position. */
export interface Slots {
  times: Span<Timeframe>[]
  zones: Span<string>[]
  counts: Span<number>[]
  places: Span<number[]>[]
  bounds: Span<Bounds>[]
}

export function findSlots(tokens: readonly Token[], { now, defaultTimezone }: Clock): Slots {
  const zones = findZones(tokens)
  const heads = findHeadCounts(tokens)
  const taken = tokens.map(() => false)
  const ranges = findRanges(tokens, taken)
  for (const { from, to } of [...zones, ...heads, ...ranges]) taken.fill(true, from, to)
  const zone = findZone(zones[0]?.value ?? defaultTimezone) ?? FixedOffsetZone.utcInstance
  const clock = {
    today: dateAt(now.getTime(), zone),
    instant: now,
    instantOf: (time: DateTime) => startOfDay(time, zone),
  }
  const times = findTimes(tokens, taken, clock)
  const bounds = findBounds(tokens, taken)
  const claimed = [...times, ...ranges]
  const isClaimed = tokens.map((_, at) => claimed.some(({ from, to }) => from <= at && at < to))
  const places = [...ranges, ...findPlaces(tokens, isClaimed)].sort((a, b) => a.from - b.from)
  for (const { from, to } of [...times, ...bounds, ...places]) taken.fill(true, from, to)
  const counts = [...heads, ...findCounts(tokens, taken)].sort((a, b) => a.from - b.from)
  return { times, zones, counts, places, bounds }
}

/** Whether a message names a time that is not weak. */
export function isTimed({ times }: Pick<Slots, 'times'>): boolean {
  return times.some(({ value }) => !value.weak)
}

/** Different times that are neither weak nor in the future, or else the first time. */
export function strongest(spans: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  const strong = spans.filter(({ value }) => !value.weak && value.text !== FUTURE)
  const chosen = strong.length > 0 ? strong : spans.slice(0, 1)
  const isRepeated = ({ value }: Span<Timeframe>, at: number) =>
    chosen.slice(0, at).some((before) => before.value.text === value.text)
  return chosen.filter((span, at) => !isRepeated(span, at))
}
