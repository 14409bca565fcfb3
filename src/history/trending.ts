import { type Curve, type DayGrowth, learnCurve } from './curve.ts'
import { type Score, scoreOf } from './score.ts'
import { type Counted, HOUR_MS } from './votes-over-time.ts'

export const TRENDING_WINDOWS = ['1h', '3h', '24h'] as const
export type TrendingWindow = (typeof TRENDING_WINDOWS)[number]

/** What must be known of earlier days before anything can be expected. */
const MIN_DAYS = 3
const MIN_LAUNCHES = 20

/** What is missing to tell what is rising, in words; undefined if nothing is. */
export function missingFor(earlier: readonly DayGrowth[]): string | undefined {
  const days = earlier.filter(({ launches }) => launches >= MIN_LAUNCHES).length
  if (days >= MIN_DAYS) return undefined
  return (
    `What is rising is told from ${MIN_DAYS} earlier days with ${MIN_LAUNCHES} launches each: ` +
    `${days === 0 ? 'none is' : `${days} of them ${days === 1 ? 'is' : 'are'}`} recorded so far.`
  )
}

/** The age up to which the last count of a launch tells of now. */
export const MAX_COUNT_AGE_MS = 2 * HOUR_MS

interface RisingOptions {
  window: TrendingWindow
  now: number
  /** The calendar day of a launch. */
  dayOf(launchedAt: number): string
}

/** The launches that gained more than expected, those that exceed it most first. */
export function risingLaunches<Launch extends Counted>(
  launches: readonly Launch[],
  earlier: readonly DayGrowth[],
  { window, now, dayOf }: RisingOptions,
): (Score & { launch: Launch })[] {
  const lengthMs = lengthOf(window)
  const since = now - Math.min(lengthMs, MAX_COUNT_AGE_MS)
  const curves = new Map<string, Curve>()
  const curveOf = (day: string) => {
    const curve = curves.get(day) ?? learnCurve(earlier, day)
    curves.set(day, curve)
    return curve
  }
  return launches
    .flatMap((launch) => {
      const curve = curveOf(dayOf(launch.launchedAt))
      const score = scoreOf(launch, { since, lengthMs }, curve)
      return score && score.score > 1 ? [{ launch, ...score }] : []
    })
    .sort((one, other) => other.score - one.score || other.gained - one.gained)
}

export function lengthOf(window: TrendingWindow): number {
  return Number.parseInt(window, 10) * HOUR_MS
}
