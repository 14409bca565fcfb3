import { IANAZone } from 'luxon'
import { DAY_MS, dateAt, startOfDay } from '../ranking/calendar.ts'

// Instants and durations are seconds, as in the database.

/** A calendar day of a source. */
export interface Day {
  startsAt: number
  endsAt: number
}

/** Launches are read once a turn while they are of today. */
export const TURN_SECONDS = 600
const HOUR_SECONDS = 3_600
const DAY_SECONDS = DAY_MS / 1000

/** The days before today whose launches are read once an hour. */
export const HOURLY_DAYS = 6

/** How late a reading may be: turns begin when a timer or a cron trigger lets them. */
const SLACK_SECONDS = 300

/** The day of an instant, or one so many days earlier. */
export function dayOf(instant: number, timezone: string, daysEarlier = 0): Day {
  const zone = IANAZone.create(timezone)
  const date = dateAt(instant * 1000, zone).minus({ days: daysEarlier })
  const startsAt = startOfDay(date, zone) / 1000
  return { startsAt, endsAt: startOfDay(date.plus({ days: 1 }), zone) / 1000 }
}

/** The time between two readings of the launches of a day. */
export function paceOf({ endsAt }: Day, now: number): number {
  if (now < endsAt) return TURN_SECONDS
  return now < endsAt + HOURLY_DAYS * DAY_SECONDS ? HOUR_SECONDS : DAY_SECONDS
}

/** Whether it is time to read them. A reading in the future is one from before the clock was changed. */
export function isDue(readAt: number, day: Day, now: number): boolean {
  return now - readAt >= paceOf(day, now) - SLACK_SECONDS || readAt > now + SLACK_SECONDS
}

/** Whether so long a time between two readings is a gap. */
export function isGap(elapsed: number, pace: number): boolean {
  return elapsed >= 2 * pace + SLACK_SECONDS
}
