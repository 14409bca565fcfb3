import { HOUR_MS, MINUTE_MS } from '../core/durations.ts'
import type { CountedLaunch, VoteCount } from './history.ts'

export const TRENDING_WINDOWS = ['1h', '3h', '24h'] as const
export type TrendingWindow = (typeof TRENDING_WINDOWS)[number]

/** Minutes before now at which votes must be known. */
const MINUTES_AGO = [0, 10, 20, 60, 180, 480, 1440, 4320]

/** A launch may have risen in the last minutes, or in longer stretches, by what it gained since `before`. */
const STRETCHES = [
  { minutes: 10, before: 180 },
  { minutes: 20, before: 180 },
  { minutes: 60, before: 480 },
  { minutes: 180, before: 1440 },
  { minutes: 1440, before: 4320 },
]

/** The instants at which launches must be counted to tell what is rising. */
export function instantsBefore(now: number): number[] {
  return MINUTES_AGO.map((ago) => now - ago * MINUTE_MS)
}

/** One list in a hundred names a launch that rose by chance. */
export const LEVEL = 0.01

/** Fewer launches do not show what is usual. */
export const MIN_COMPARED = 20

/** Counts older than this no longer describe the present. */
const MAX_COUNT_AGE_MS = 2 * HOUR_MS

/** A launch must have been counted this long before a window, and for half the window's length. */
const MIN_KNOWN_MS = HOUR_MS

/** The usual course: the hours after which votes come in half as fast. */
const HALVING_MS = 5 * HOUR_MS

/** Even where no vote was seen one may come: as likely as after half a vote. */
const PRIOR_VOTES = 0.5
/** Votes added to both sums of a group: a small group says little. */
const GROUP_VOTES = 10
/** Losses, and gains of more than this many times the usual one, do not count as usual. */
const MAX_TIMES = 3

/** How much rates differ that are usual, as the square of their relative deviation, at least. */
const MIN_SPREAD = 0.2
const MIN_FOR_SPREAD = 30
/** The median square of a normal deviation. */
const MEDIAN_SQUARE = 0.455

/** What a launch gained in a stretch of time until its last count. */
export interface Rise {
  minutes: number
  gained: number
  expected: number
  /** How probable it is that chance lifts any of the compared launches as far. */
  chance: number
}

interface Rising<Launch> {
  /** The least probable first. */
  rising: readonly (Rise & { launch: Launch })[]
  /** How many launches could be compared. */
  compared: number
}

/** The launches that gained more in a window than their age, the hour and chance explain. */
export function risingLaunches<Launch extends CountedLaunch>(
  launches: readonly Launch[],
  { now, window }: { now: number; window: TrendingWindow },
): Rising<Launch> {
  const stretches = STRETCHES.filter(({ minutes }) => minutes <= 60 * Number.parseInt(window, 10))
  const found = new Map<Launch, Rise>()
  const compared = new Set<Launch>()
  for (const stretch of stretches) {
    const gains = launches.flatMap((launch) => gainOf(launch, stretch, now) ?? [])
    for (const { launch } of gains) compared.add(launch)
    const expected = expectedGains(gains)
    const spread = spreadOf(gains, expected)
    for (const [index, gain] of gains.entries()) {
      const mean = expected[index] ?? 0
      const size = 1 / (1 / (gain.before + PRIOR_VOTES) + spread)
      const chance = tail(gain.gained, mean, size) * gains.length * stretches.length
      if (chance > LEVEL || chance >= (found.get(gain.launch)?.chance ?? 1)) continue
      const { launch, gained, minutes } = gain
      found.set(launch, { minutes, gained, expected: mean, chance })
    }
  }
  const rising = compared.size < MIN_COMPARED ? [] : [...found]
  return {
    rising: rising
      .map(([launch, rise]) => ({ launch, ...rise }))
      .sort((one, other) => one.chance - other.chance || other.gained - one.gained),
    compared: compared.size,
  }
}

interface Gain<Launch> {
  launch: Launch
  minutes: number
  gained: number
  /** The votes of the time before. */
  before: number
  /** What votes of the time before become in the stretch, on the usual course. */
  ratio: number
  /** Launches of about the same age. */
  group: number
}

function gainOf<Launch extends CountedLaunch>(
  launch: Launch,
  stretch: (typeof STRETCHES)[number],
  now: number,
): Gain<Launch> | undefined {
  const { launchedAt } = launch
  const last = countAgo(launch, 0)
  const from = countAgo(launch, stretch.minutes)
  if (!last || !from || last.at < now - MAX_COUNT_AGE_MS) return undefined
  const lengthMs = last.at - from.at
  const times = lengthMs / (stretch.minutes * MINUTE_MS)
  if (times < 0.5 || times > 1.6) return undefined
  const isYoung = launchedAt >= now - stretch.before * MINUTE_MS
  const start = isYoung ? { at: launchedAt, votes: 0 } : countAgo(launch, stretch.before)
  if (!start || from.at - start.at < Math.max(MIN_KNOWN_MS, lengthMs / 2)) return undefined
  const course = (one: VoteCount, other: VoteCount) =>
    Math.log((HALVING_MS + other.at - launchedAt) / (HALVING_MS + one.at - launchedAt))
  return {
    launch,
    minutes: Math.round(lengthMs / MINUTE_MS),
    gained: last.votes - from.votes,
    before: Math.max(0, from.votes - start.votes),
    ratio: course(from, last) / course(start, from),
    group: Math.floor(2 * Math.log2(1 + (last.at - launchedAt) / HOUR_MS)),
  }
}

function countAgo({ counts }: CountedLaunch, minutes: number) {
  return counts[MINUTES_AGO.indexOf(minutes)]
}

/**
 * What each launch was to gain: its votes before, on the usual course, times what the others of its age
 * gained against theirs. So the hour, the weekday and a late source lift no launch.
 */
function expectedGains(gains: readonly Gain<unknown>[]): number[] {
  const sums = new Map<number, { gained: number; usual: number }>()
  const parts = gains.map(({ gained, before, ratio, group }) => {
    const usual = before * ratio
    const part = { gained: Math.max(0, Math.min(gained, MAX_TIMES * (usual + 1))), usual }
    const sum = sums.get(group) ?? { gained: GROUP_VOTES, usual: GROUP_VOTES }
    sums.set(group, { gained: sum.gained + part.gained, usual: sum.usual + part.usual })
    return part
  })
  return gains.map(({ before, ratio, group }, index) => {
    const { gained = 0, usual = 0 } = parts[index] ?? {}
    const sum = sums.get(group) ?? { gained, usual }
    const factor = (sum.gained - gained) / (sum.usual - usual)
    return (before + PRIOR_VOTES) * ratio * factor
  })
}

/** How much the gains deviate from what was expected, beyond the noise of small numbers. */
function spreadOf(gains: readonly Gain<unknown>[], expected: readonly number[]): number {
  const spreads = gains
    .flatMap(({ gained, before }, index) => {
      const mean = expected[index] ?? 0
      if (mean < 4) return []
      const square = (gained - mean) ** 2 / MEDIAN_SQUARE
      return (square - mean) / mean ** 2 - 1 / (before + PRIOR_VOTES)
    })
    .sort((one, other) => one - other)
  if (spreads.length < MIN_FOR_SPREAD) return MIN_SPREAD
  return Math.max(MIN_SPREAD, spreads[Math.floor(spreads.length / 2)] ?? 0)
}

/**
 * The probability that a count is at least so high, where rates of a mean vary: the upper tail of the
 * negative binomial distribution.
 */
export function tail(count: number, mean: number, size: number): number {
  if (count <= mean || count <= 0) return 1
  const share = mean / (size + mean)
  let term = Math.exp(size * Math.log(1 - share))
  const advance = (at: number) => {
    term *= ((at + size) / (at + 1)) * share
  }
  for (let at = 0; at < count; at += 1) advance(at)
  let sum = 0
  for (let at = count; term > sum * 1e-6; at += 1) {
    sum += term
    advance(at)
  }
  return Math.min(1, sum)
}
