import type { Zone } from 'luxon'
import { dateAt, startOfDay } from '../ranking/calendar.ts'
import { CURVE_HOURS, type DayGrowth, dayGrowth } from './curve.ts'
import type { History } from './history.ts'
import { HOUR_MS } from './votes-over-time.ts'

/** Enough for four of each weekday, where not every day has launches. */
const LEARNT_DAYS = 35
/** A day whose launches may still grow is read again after it. */
const FRESH_MS = HOUR_MS
/** From the end of a day on. */
const GROWING_MS = CURVE_HOURS * HOUR_MS

interface CalendarDay {
  day: string
  from: number
  until: number
}

/**
 * Reads how launches grew on the days before today, one day after another, so that nobody waits for
 * all of them at once. What no longer changes is read once.
 */
export function createLearnedDays(history: History, zone: Zone) {
  const kept = new Map<string, { growth: DayGrowth; readAt: number }>()

  const growthOf = async ({ day, from, until }: CalendarDay, now: number) => {
    const known = kept.get(day)
    const isFinal = known && known.readAt > until + GROWING_MS
    if (isFinal || (known && now - known.readAt < FRESH_MS)) return known.growth
    const range = { launchedFrom: from, launchedUntil: until, since: from }
    const launches = await history.launches({ ...range, until: until + GROWING_MS })
    const growth = dayGrowth(day, launches)
    kept.set(day, { growth, readAt: now })
    return growth
  }

  return async (now: number): Promise<DayGrowth[]> => {
    const days = daysBefore(now, zone)
    const growths: DayGrowth[] = []
    for (const day of days) growths.push(await growthOf(day, now))
    const current = new Set(days.map(({ day }) => day))
    for (const day of kept.keys()) if (!current.has(day)) kept.delete(day)
    return growths.filter(({ launches }) => launches > 0)
  }
}

function daysBefore(now: number, zone: Zone): CalendarDay[] {
  const today = dateAt(now, zone)
  return Array.from({ length: LEARNT_DAYS }, (_, at) => {
    const date = today.minus({ days: at + 1 })
    const [from, until] = [date, date.plus({ days: 1 })].map((one) => startOfDay(one, zone))
    return { day: date.toISODate() ?? '', from: from ?? now, until: until ?? now }
  })
}

/** The calendar day of an instant, `2026-11-20`. */
export function calendarDay(instant: number, zone: Zone): string {
  return dateAt(instant, zone).toISODate() ?? ''
}
