import { FixedOffsetZone } from 'luxon'
import { dateAt, findZone } from '../../../ranking/calendar.ts'
import type { Timeframe } from '../time/timeframe.ts'
import { timesInText } from '../time/times-in-text.ts'
import { COUNTS_AFTER_DATES, COUNTS_BEFORE_DATES } from '../wording/counts.ts'
import { type Mark, markOf } from '../wording/marks.ts'
import { numberOf } from '../wording/number.ts'
import { type FoundZone, zonesInText } from '../zone/zones-in-text.ts'

/** A message in lower case in which one character stands for each time, zone and count. */
export interface MarkedMessage {
  text: string
  times: Mark<Timeframe>[]
  zones: Mark<FoundZone>[]
  counts: Mark<number>[]
}

export interface Moment {
  now: Date
  defaultTimezone: string
}

/** @param message what was typed, spelled out, in its own case */
export function markMessage(message: string, { now, defaultTimezone }: Moment): MarkedMessage {
  const zones: Mark<FoundZone>[] = []
  const times: Mark<Timeframe>[] = []
  const counts: Mark<number>[] = []

  const foundZones = zonesInText(message).sort((a, b) => a.index - b.index)
  const withZones = replaced(message, foundZones, (zone, words) => {
    return markOf('zone', zones.push({ value: zone, words }) - 1)
  })
  const countMark = (words: string) => {
    return ` ${markOf('count', counts.push({ value: numberOf(words), words }) - 1)} `
  }
  const withCounts = COUNTS_BEFORE_DATES.reduce(
    (text, pattern) => text.replace(pattern, countMark),
    withZones.toLowerCase(),
  )
  const zone = findZone(foundZones[0]?.zone ?? defaultTimezone) ?? FixedOffsetZone.utcInstance
  const clock = { today: dateAt(now.getTime(), zone), instant: now }
  const withTimes = replaced(withCounts, timesInText(withCounts, clock), (time, words) => {
    return markOf('time', times.push({ value: time.timeframe, words }) - 1)
  })
  const text = COUNTS_AFTER_DATES.reduce(
    (all, pattern) => all.replace(pattern, countMark),
    withTimes,
  )
  return { text: text.replace(/\s+/g, ' ').trim(), zones, times, counts }
}

interface Place {
  index: number
  length: number
}

function replaced<Found extends Place>(
  text: string,
  found: readonly Found[],
  mark: (found: Found, words: string) => string,
): string {
  let rest = 0
  const pieces = found.flatMap((place) => {
    const before = text.slice(rest, place.index)
    rest = place.index + place.length
    return [before, ' ', mark(place, text.slice(place.index, rest)), ' ']
  })
  return [...pieces, text.slice(rest)].join('')
}
