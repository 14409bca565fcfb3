import { DAY_MS } from '../core/durations.ts'
import { dateAt, startOfDay, zoneNamed } from '../ranking/calendar.ts'

// Instants and durations are seconds, as in the database.

/** A calendar day of a source. */
export interface Day {
  startsAt: number
  endsAt: number
}

/** Launches are read once a turn while they are of today. */
export const TURN_SECONDS = 600
const HALF_HOUR_SECONDS = 1_800
export const DAY_SECONDS = DAY_MS / 1000

/** The days before today whose launches are read every half hour, and compared with each other. */
export const RECENT_DAYS = 6

/** How many days launches are read for. */
export const FOLLOWED_DAYS = 30

/** How late a reading may be: turns begin when a timer or a cron trigger lets them. */
const SLACK_SECONDS = 300

/** The day of an instant, or the day `back` days earlier. */
export function dayOf(instant: number, timezone: string, daysEarlier = 0): Day {
  const zone = zoneNamed(timezone)
  const date = dateAt(instant * 1000, zone).minus({ days: daysEarlier })
  const startsAt = startOfDay(date, zone) / 1000
  return { startsAt, endsAt: startOfDay(date.plus({ days: 1 }), zone) / 1000 }
}

/** The time between two readings of the launches of a day. */
function paceOf({ endsAt }: Day, now: number): number {
  if (now < endsAt) return TURN_SECONDS
  return now < endsAt + RECENT_DAYS * DAY_SECONDS ? HALF_HOUR_SECONDS : DAY_SECONDS
}

/** How late a reading is, in times of its pace: from 1 on it is due. One in the future is due too. */
export function latenessOf(readAt: number, day: Day, now: number): number {
  if (readAt > now + SLACK_SECONDS) return Infinity
  return (now - readAt + SLACK_SECONDS) / paceOf(day, now)
}

/** Whether the time between two readings is a gap. */
export function isGap(elapsed: number, day: Day, now: number): boolean {
  return elapsed > 3 * Math.max(2 * TURN_SECONDS, paceOf(day, now)) + SLACK_SECONDS
}
