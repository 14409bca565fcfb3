import { FixedOffsetZone } from 'luxon'
import { dateAt, findZone } from '../../ranking/calendar.ts'
import type { Utterance } from '../normalise/utterance.ts'
import { type Count, findCounts, findHeadCounts } from './counts.ts'
import { FUTURE, type Timeframe } from './timeframe.ts'
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
  /\b(?:no wait|wait|i mean|i meant|actually|sorry|scratch that|rather|make that|make it|or rather|correction|no sorry|oops|no)\b/

export function findSlots({ text, cased }: Utterance, { now, defaultTimezone }: Moment): Slots {
  const zones = findZones(cased)
  const heads = findHeadCounts(text)
  const zone = findZone(zones[0]?.value.name ?? defaultTimezone) ?? FixedOffsetZone.utcInstance
  const clock = { today: dateAt(now.getTime(), zone), instant: now }
  const times = withoutBracketed(text, findTimes(blanked(text, [...zones, ...heads]), clock))
  const counts = [...heads, ...findCounts(blanked(text, [...zones, ...times, ...heads]))]
  return {
    times: corrected(text, times),
    zones: corrected(text, zones),
    counts: corrected(
      text,
      counts.toSorted((a, b) => a.start - b.start),
    ),
  }
}

/** The times that are meant, each once. A weak one gives way to any other. */
export function strongest(times: readonly Timeframe[]): Timeframe[] {
  const real = times.filter(({ weak, text }) => !weak && text !== FUTURE)
  const chosen = real.length > 0 ? real : times.slice(0, 1)
  return chosen.filter(({ text }, at) => chosen.findIndex((time) => time.text === text) === at)
}

function blanked(text: string, spans: readonly Span<unknown>[]): string {
  return spans.reduce(
    (all, { start, end }) => all.slice(0, start) + '|'.repeat(end - start) + all.slice(end),
    text,
  )
}

/** "Last week (mon to sun)" says the same twice. */
function withoutBracketed(text: string, times: readonly Span<Timeframe>[]): Span<Timeframe>[] {
  const isBracketed = ({ start }: Span<Timeframe>) => {
    const before = text.slice(0, start)
    return before.lastIndexOf('(') > before.lastIndexOf(')')
  }
  const outside = times.filter((time) => !isBracketed(time))
  return outside.some(({ value }) => !value.weak) ? outside : [...times]
}

function corrected<Value>(text: string, spans: readonly Span<Value>[]): Span<Value>[] {
  return spans.filter(({ end }, at) => {
    const next = spans[at + 1]
    if (!next) return true
    const between = text.slice(end, next.start)
    return between.length > 40 || !CORRECTION.test(between)
  })
}
