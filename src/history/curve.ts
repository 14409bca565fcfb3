import { type Counted, HOUR_MS, votesAt } from './votes-over-time.ts'

/** The hours since launch that a curve knows. After them nothing more is expected. */
export const CURVE_HOURS = 48

/** The votes of a typical launch by its age in milliseconds. */
export type Curve = (age: number) => number

/**
 * How the launches of one day grew in each hour of their lives. Days add up to a curve, and a launch
 * counts in the hours at both ends of which its votes are known: gaps make a curve no steeper.
 */
export interface DayGrowth {
  /** The calendar day of the launches, `2026-11-20`. */
  readonly day: string
  readonly launches: number
  readonly hours: readonly HourGrowth[]
}

interface HourGrowth {
  launches: number
  /** Votes of all these launches when the hour begins and ends. */
  before: number
  after: number
}

export function dayGrowth(day: string, launches: readonly Counted[]): DayGrowth {
  const hours = Array.from({ length: CURVE_HOURS }, () => ({ launches: 0, before: 0, after: 0 }))
  for (const launch of launches) {
    let before = votesAt(launch, launch.launchedAt)
    for (const [hour, sum] of hours.entries()) {
      const after = votesAt(launch, launch.launchedAt + (hour + 1) * HOUR_MS)
      if (before !== undefined && after !== undefined) {
        sum.launches += 1
        sum.before += before
        sum.after += after
      }
      before = after
    }
  }
  return { day, launches: launches.length, hours }
}

/** Weekdays differ, but four of each are needed to tell how. */
const MIN_DAYS_BY_WEEKDAY = 28

/** The curve for launches of a day, learnt from earlier days: from four weeks on, of its weekday. */
export function learnCurve(earlier: readonly DayGrowth[], day: string): Curve {
  const alike = earlier.filter((one) => weekday(one.day) === weekday(day))
  const days = earlier.length < MIN_DAYS_BY_WEEKDAY || alike.length === 0 ? earlier : alike
  const votes = [0]
  let factor = 1
  for (let hour = 0; hour < CURVE_HOURS; hour += 1) {
    const sum = sumOf(days, hour)
    const last = votes[hour] ?? 0
    const isFirst = last === 0 && sum.launches > 0
    // An hour that no launch was seen in is taken to be like the one before it.
    if (sum.before > 0) factor = Math.max(1, sum.after / sum.before)
    votes.push(isFirst ? sum.after / sum.launches : last * factor)
  }
  return (age) => between(votes, age / HOUR_MS)
}

function sumOf(days: readonly DayGrowth[], hour: number): HourGrowth {
  const sum = { launches: 0, before: 0, after: 0 }
  for (const { hours } of days) {
    const one = hours[hour]
    sum.launches += one?.launches ?? 0
    sum.before += one?.before ?? 0
    sum.after += one?.after ?? 0
  }
  return sum
}

function between(values: readonly number[], place: number): number {
  const at = Math.min(values.length - 1, Math.max(0, place))
  const left = Math.floor(at)
  const [from = 0, to = from] = values.slice(left, left + 2)
  return from + (to - from) * (at - left)
}

function weekday(day: string): number {
  return new Date(day).getUTCDay()
}
