import { DateTime, type Zone } from 'luxon'

export const DAY_MS = 24 * 60 * 60 * 1000

/** The calendar date that clocks in a zone show, as the UTC midnight of that date. */
export function dateAt(instant: number, zone: Zone): DateTime {
  return DateTime.fromMillis(clockAt(instant, zone), { zone: 'utc' }).startOf('day')
}

/**
 * The first instant at which clocks in a zone show a date or a later one. That is midnight, the
 * first of two midnights, or where midnight is skipped the end of the gap. A day that is skipped
 * whole starts when the next one does.
 */
export function startOfDay(date: DateTime, zone: Zone): number {
  const midnight = date.toMillis()
  // No zone ever was a day from UTC, or changed its offset twice in two days.
  const earlier = midnight - offsetAt(midnight - DAY_MS, zone)
  if (clockAt(earlier, zone) === midnight) return earlier
  const later = midnight - offsetAt(midnight + DAY_MS, zone)
  if (clockAt(later, zone) === midnight) return later
  return endOfGap({ before: later, after: earlier, midnight, zone })
}

interface Gap {
  before: number
  after: number
  midnight: number
  zone: Zone
}

function endOfGap({ before, after, midnight, zone }: Gap): number {
  let low = before
  let high = after
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (clockAt(middle, zone) < midnight) low = middle
    else high = middle
  }
  return high
}

/** What clocks in a zone show, as if it were UTC. */
function clockAt(instant: number, zone: Zone): number {
  return instant + offsetAt(instant, zone)
}

/** Luxon's minutes are fractions for offsets of old that have seconds. */
function offsetAt(instant: number, zone: Zone): number {
  return Math.round(zone.offset(instant) * 60_000)
}
