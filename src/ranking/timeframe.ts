import { FixedOffsetZone } from 'luxon'
import { AppError } from '../core/error.ts'
import { dateAt, findZone } from './calendar.ts'
import { neighboursOf } from './neighbours.ts'
import {
  type Clock,
  datedTimeframe,
  type Interval,
  lastDays,
  namedTimeframe,
  rangeTimeframe,
  timeframeError,
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

const MINUTE_MS = 60_000
const MAX_CHARACTERS = 100

/**
 * Outside of the years 0 to 9999 an instant has no plain ISO 8601 form, and of those two only some
 * days would have one, which depend on the time zone.
 */
const OUT_OF_REACH = /(^|\/)(0000|9999|[+-])/

/** The window of a timeframe in a time zone, and the canonical form of the timeframe. */
export function resolveTimeframe(text: string, { tz, now }: Moment): ResolvedTimeframe {
  const zone = findZone(tz)
  if (!zone) throw new AppError('invalid-request', 'tz must be an IANA time zone.')

  const interval = read(text, { zone, now: floorToMinute(now) })
  if (!interval) throw timeframeError(text, 'is not a timeframe')
  if (OUT_OF_REACH.test(interval.timeframe)) {
    throw timeframeError(text, 'must be within the years 1 to 9998')
  }
  const beside = neighboursOf(interval, { zone, now: floorToMinute(now) })
  return { timeframe: interval.timeframe, window: { ...toWindow(interval), ...beside } }
}

/** The last days, each 24 hours, until now. */
export function rollingWindow(days: number, now: Date): Window {
  const clock = { zone: FixedOffsetZone.utcInstance, now: floorToMinute(now) }
  const interval = lastDays(days, clock.now)
  return { ...toWindow(interval), ...neighboursOf(interval, clock) }
}

/** The calendar day, week and month of an instant in a time zone, where they can be written. */
export function calendarWindows(instant: string | null, tz: string) {
  const zone = findZone(tz)
  if (instant === null || !zone) return {}
  const date = dateAt(Date.parse(instant), zone)
  const windowOf = (text = '') => {
    const interval = OUT_OF_REACH.test(text) ? undefined : datedTimeframe(text, { zone })
    return interval && toWindow(interval)
  }
  const day = date.toISODate() ?? ''
  const week = date.toISOWeekDate()?.toLowerCase().replace(/-\d$/, '')
  return { day: windowOf(day), week: windowOf(week), month: windowOf(day.slice(0, -3)) }
}

/** Whether the runtime knows an IANA time zone of this name. */
export function isTimezone(tz: string): boolean {
  return findZone(tz) !== undefined
}

function read(text: string, clock: Clock): Interval | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const trimmed = text.trim()
  if (!/^[ -~]+$/.test(trimmed)) return undefined
  const plain = trimmed.toLowerCase()
  return (
    namedTimeframe(plain, clock) ?? datedTimeframe(plain, clock) ?? rangeTimeframe(plain, clock)
  )
}

/** Questions of the same minute have the same window. */
function floorToMinute(now: Date): number {
  return Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
}

function toWindow({ from, until, label }: Interval): Window {
  const postedAfter = new Date(from).toISOString()
  const postedBefore = new Date(until).toISOString()
  return { postedAfter, postedBefore, label }
}
