import { type DateTime, FixedOffsetZone, type Zone } from 'luxon'
import { DAY_MS, MINUTE_MS } from '../core/durations.ts'
import { isoOf } from '../core/instant.ts'
import { dateAt, findZone, startOfDay, zoneNamed } from './calendar.ts'
import {
  type Interval,
  PERIODS,
  parseDatedTimeframe,
  parseNamedTimeframe,
  rangeTimeframe,
  rollingDays,
  timeframeError,
  type ZonedClock,
} from './parse-timeframe.ts'
import type { Window } from './window.ts'

export { TIMEFRAME_FORMS } from './parse-timeframe.ts'

interface Moment {
  tz: string
  now: Date
}

interface ResolvedTimeframe {
  timeframe: string
  window: Window
}

const MAX_CHARACTERS = 100

/**
 * Outside of the years 0 to 9999 an instant has no plain ISO 8601 form, and of those two only some
 * days would have one, which depend on the time zone.
 */
const OUT_OF_REACH = /(^|\/)(0000|9999|[+-]|\d{5})/

/** The window of a timeframe in a time zone, and the canonical form of the timeframe. */
export function resolveTimeframe(text: string, { tz, now }: Moment): ResolvedTimeframe {
  const zone = zoneNamed(tz)
  const interval = read(text, { zone, now: floorToMinute(now) })
  if (!interval) throw timeframeError(text, 'is not a timeframe')
  if (OUT_OF_REACH.test(interval.timeframe)) {
    throw timeframeError(text, 'must be within the years 1 to 9998')
  }
  const beside = neighboursOf(interval, { zone, now: floorToMinute(now) })
  return { timeframe: interval.timeframe, window: { ...toWindow(interval, zone), ...beside } }
}

/** The last days, each 24 hours, until now. */
export function rollingWindow(days: number, now: Date): Window {
  const clock = { zone: FixedOffsetZone.utcInstance, now: floorToMinute(now) }
  const interval = rollingDays(days, clock.now)
  return { ...toWindow(interval, clock.zone), ...neighboursOf(interval, clock) }
}

/** The calendar day, week and month of an instant in a time zone, where they can be written. */
export function calendarWindows(instant: string | null, tz: string) {
  const zone = findZone(tz)
  if (instant === null || !zone) return {}
  const date = dateAt(Date.parse(instant), zone)
  const windowOf = (text = '') => {
    const interval = OUT_OF_REACH.test(text) ? undefined : parseDatedTimeframe(text, { zone })
    return interval && toWindow(interval, zone)
  }
  const day = date.toISODate() ?? ''
  const week = date.toISOWeekDate()?.toLowerCase().replace(/-\d$/, '')
  return { day: windowOf(day), week: windowOf(week), month: windowOf(day.slice(0, -3)) }
}

/** Whether there is an IANA time zone of this name. */
export function isTimezone(tz: string): boolean {
  return findZone(tz) !== undefined
}

function read(text: string, clock: ZonedClock): Interval | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const trimmed = text.trim()
  if (!/^[ -~]+$/.test(trimmed)) return undefined
  const plain = trimmed.toLowerCase()
  return (
    parseNamedTimeframe(plain, clock) ??
    parseDatedTimeframe(plain, clock) ??
    rangeTimeframe(plain, clock)
  )
}

/** Questions of the same minute have the same window. */
function floorToMinute(now: Date): number {
  return Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
}

function toWindow({ from, until, label }: Interval, zone: Zone): Window {
  const dayOf = (instant: number) => dateAt(instant, zone).toISODate() ?? ''
  return {
    postedAfter: isoOf(from),
    postedBefore: isoOf(until),
    from: dayOf(from),
    to: dayOf(Math.max(from, until - 1)),
    label,
  }
}

/** The timeframes that name the windows just before and after one. */
interface Neighbours {
  previous?: string
  /** Absent if that window has not begun. */
  next?: string
}

/** A range of days is followed by one of as many days, and any other by one of the same length. */
const DAYS = /^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/

function neighboursOf(interval: Interval, { zone, now }: ZonedClock): Neighbours {
  const { timeframe, from, until } = interval
  const period = PERIODS.find(({ unit }) => unit === interval.unit)
  const dayOf = (instant: number) => dateAt(instant, zone)
  const isSkipped = (date: DateTime) =>
    startOfDay(date, zone) === startOfDay(date.plus({ days: 1 }), zone)
  const named = (previous: string, next: string, nextFrom: number): Neighbours => ({
    ...(isName(previous) && { previous }),
    ...(nextFrom < now && isName(next) && { next }),
  })

  if (period) {
    const { unit, format } = period
    const first = dayOf(from).startOf(unit)
    const beside = (step: number) => {
      const date = first.plus({ [unit]: step })
      return unit === 'day' && isSkipped(date) ? date.plus({ days: step }) : date
    }
    const after = beside(1)
    return named(beside(-1).toFormat(format), after.toFormat(format), startOfDay(after, zone))
  }
  if (DAYS.test(timeframe)) {
    const [first, last] = [dayOf(from), dayOf(until - 1)]
    const days = Math.round((last.toMillis() - first.toMillis()) / DAY_MS) + 1
    const range = (start: DateTime) => {
      const ends = [start, start.plus({ days: days - 1 })]
      return ends.some(isSkipped) ? '' : ends.map((date) => date.toISODate()).join('/')
    }
    const after = last.plus({ days: 1 })
    return named(range(first.minus({ days })), range(after), startOfDay(after, zone))
  }
  if (from === until) return {}
  const range = (start: number) => `${iso(start)}/${iso(start + until - from)}`
  return named(range(from - (until - from)), range(until), until)
}

function isName(timeframe: string) {
  return timeframe !== '' && !OUT_OF_REACH.test(timeframe)
}

function iso(instant: number) {
  return isoOf(instant).replace('.000Z', 'Z')
}
