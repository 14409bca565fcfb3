import { DateTime, type Zone } from 'luxon'
import { DAY_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import { createZone } from './time-zones.ts'

/** The calendar date that clocks in a zone show, as the UTC midnight of that date. */
export function dateAt(instant: number, zone: Zone): DateTime {
  return DateTime.fromMillis(clockAt(instant, zone), { zone: 'utc' }).startOf('day')
}

/** `2026-11-20T14:00:00-05:00`: the instant as clocks in a zone show it. */
export function isoIn(zone: Zone, instant: number): string {
  return DateTime.fromMillis(instant, { zone }).toISO({ suppressMilliseconds: true }) ?? ''
}

/**
 * The first instant at which clocks in a zone show this date or a later one: midnight, the first of
 * two midnights, or the end of the gap if midnight is skipped. A day that the zone skips entirely
 * starts when the next day does.
 */
export function startOfDay(date: DateTime, zone: Zone): number {
  const midnight = date.toMillis()
  // No zone was ever a whole day away from UTC, or changed its offset twice within two days.
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

/** The time that clocks in a zone show, as if it were UTC. */
function clockAt(instant: number, zone: Zone): number {
  return instant + offsetAt(instant, zone)
}

/** Historical offsets have seconds, which Luxon returns as fractions of a minute. */
function offsetAt(instant: number, zone: Zone): number {
  return Math.round(zone.offset(instant) * 60_000)
}

const NAME = /^[a-z][a-z0-9_+/-]{1,63}$/i

/**
 * Names of ICU that are not IANA's. They are misleading: `AST` is Alaska and `ACT` is Darwin.
 */
const NOT_IANA = /^(?:systemv\/.*|(?!cet|eet|est|gmt|hst|met|mst|prc|roc|rok|uct|utc|wet)[a-z]{3})$/

/** Zones by lower-case name: at most as many as there are. */
const zonesByName = new Map<string, Zone>()

/** The IANA zone with this name, in any case; undefined if there is none. */
export function findZone(name: string): Zone | undefined {
  if (!NAME.test(name)) return undefined
  const key = name.toLowerCase()
  if (NOT_IANA.test(key)) return undefined

  const zone = zonesByName.get(key) ?? createZone(name)
  if (zone) zonesByName.set(key, zone)
  return zone
}

/**
 * The IANA zone with this name, in any case.
 *
 * @throws AppError if there is none.
 */
export function zoneNamed(name: string): Zone {
  const zone = findZone(name)
  if (!zone) throw new AppError('invalid-request', 'tz must be an IANA time zone.')
  return zone
}

/** The date and the time that clocks in a zone show, as English writes them. */
export function localTime(instant: number, tz: string): DateTime {
  return DateTime.fromMillis(instant, { zone: zoneNamed(tz), locale: 'en-US' })
}
