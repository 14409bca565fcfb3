import type { DateTime } from 'luxon'
import { dateAt, startOfDay, zoneNamed } from '../ranking/calendar.ts'
import { type Spec, WEEKDAYS } from './watch.ts'

/** The first instant after `afterMs` at which clocks in the zone reach a digest's time of day. */
export function nextDigest(spec: Spec, tz: string, afterMs: number): number {
  const zone = zoneNamed(tz)
  const { at = '08:00', digest, weekday = 'monday' } = spec
  const [hours, minutes] = at.split(':').map(Number)
  const isDay = (date: DateTime) =>
    digest === 'daily' || date.weekday === WEEKDAYS.indexOf(weekday) + 1
  let date = dateAt(afterMs, zone).minus({ days: 1 })
  for (;;) {
    // A time that clocks skip becomes the next minute that exists.
    const due = startOfDay(date.plus({ hours, minutes }), zone)
    if (due > afterMs && isDay(date)) return due
    date = date.plus({ days: 1 })
  }
}

/** The day or week that had ended when a digest was due, as a timeframe. */
export function digestPeriod({ digest }: Spec, tz: string, dueMs: number): string {
  const date = dateAt(dueMs, zoneNamed(tz))
  if (digest === 'daily') return date.minus({ days: 1 }).toFormat('yyyy-MM-dd')
  return date.minus({ weeks: 1 }).toFormat("kkkk-'W'WW")
}

/** The day of an instant in a zone, and when it ends. */
export function localDay(tz: string, instant: number) {
  const zone = zoneNamed(tz)
  const date = dateAt(instant, zone)
  return { day: date.toFormat('yyyy-MM-dd'), endsAt: startOfDay(date.plus({ days: 1 }), zone) }
}
