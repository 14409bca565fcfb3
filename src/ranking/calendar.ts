import { DateTime, IANAZone, type Zone } from 'luxon'

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

const NAME = /^[a-z][a-z0-9_+/-]{1,63}$/i

/**
 * Names that runtimes inherit from ICU and IANA does not have. They surprise: `AST` is Alaska
 * there and `ACT` is Darwin.
 */
const NOT_IANA = /^(?:systemv\/.*|(?!cet|eet|est|gmt|hst|met|mst|prc|roc|rok|uct|utc|wet)[a-z]{3})$/

/** Names without regard to case: never more entries than the runtime knows zones. */
const known = new Map<string, IANAZone>()

/** The IANA zone of a name, if the runtime knows one. */
export function findZone(name: string): IANAZone | undefined {
  if (!NAME.test(name)) return undefined
  const key = name.toLowerCase()
  if (NOT_IANA.test(key)) return undefined

  const zone = known.get(key) ?? createZone(name)
  if (zone) known.set(key, zone)
  return zone
}

/** Luxon keeps every spelling of a name for good, so it only ever sees the runtime's own. */
function createZone(name: string): IANAZone | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
    return IANAZone.create(timeZone)
  } catch {
    return undefined
  }
}
