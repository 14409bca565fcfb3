import type { Curve } from './curve.ts'
import { type Counted, HOUR_MS, votesAt } from './votes-over-time.ts'

/** What a launch gained in a window, and what its age lets expect. */
export interface Score {
  gained: number
  expected: number
  /** Above 1 it gained more than expected. */
  score: number
  /** How many counts of the window tell so. */
  snapshots: number
}

/** Added on both sides, so that one vote where none is expected means little. */
const SMOOTHING = 2

/**
 * The score of the last `lengthMs` before the last count of a launch; undefined if that is not
 * after `since`, or its votes when the window began are not known.
 */
export function scoreOf(
  launch: Counted,
  { since, lengthMs }: { since: number; lengthMs: number },
  curve: Curve,
): Score | undefined {
  const last = launch.counts.at(-1)
  if (!last || last.at <= since) return undefined
  const from = last.at - lengthMs
  const before = votesAt(launch, from)
  if (before === undefined) return undefined
  const gained = last.votes - before
  const expected = expectedGain(before, from - launch.launchedAt, lengthMs, curve)
  return {
    gained: Math.round(gained),
    expected: rounded(expected, 10),
    score: rounded((gained + SMOOTHING) / (expected + SMOOTHING), 100),
    snapshots: launch.counts.filter(({ at }) => at > from).length,
  }
}

/**
 * The votes before the window, as much more as the curve grows in it. The few of the first hour say
 * little about a launch: a younger one is expected to do as launches of earlier days did.
 */
function expectedGain(before: number, age: number, lengthMs: number, curve: Curve): number {
  const [start, end] = [curve(age), curve(age + lengthMs)]
  return age < HOUR_MS || start === 0 ? end - start : before * (end / start - 1)
}

function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps
}
