import type { DateTime } from 'luxon'
import { DAY_MS, dateAt, startOfDay } from './calendar.ts'
import { type Clock, type Interval, PERIODS } from './parse-timeframe.ts'

/** The timeframes that name the windows just before and after one. */
interface Neighbours {
  previous?: string
  /** Absent if that window has not begun. */
  next?: string
}

/** A range of days is followed by one of as many days, and any other by one of the same length. */
const DAYS = /^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/

const OUT_OF_REACH = /(^|\/)(0000|9999|[+-]|\d{5})/

export function neighboursOf(interval: Interval, { zone, now }: Clock): Neighbours {
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
  return new Date(instant).toISOString().replace('.000Z', 'Z')
}
