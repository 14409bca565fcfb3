import { DAY_MS, HOUR_MS } from '../core/durations.ts'
import { isoOf } from '../core/instant.ts'
import type { Product } from '../ranking/product.ts'
import type { SourceName } from '../sources/source.ts'

// Votes over time: recorded in the database, or computed for the sample. Instants are milliseconds.

export interface VoteCount {
  at: number
  votes: number
}

export interface Snapshot extends VoteCount {
  comments: number | null
  /** The rank among the launches of its day. */
  rank: number | null
}

/** A time in which votes should have been recorded, and were not. */
interface Gap {
  from: number
  until: number
  reason: GapReason
}

export const GAP_REASONS = [
  'not-running',
  'source-failed',
  'source-stalled',
  'budget-spent',
  'clock-changed',
] as const
export type GapReason = (typeof GAP_REASONS)[number]

/** All that is known of one launch, the oldest snapshot first. */
export interface LaunchHistory {
  /** With the votes and comments of its last snapshot. */
  product: Product
  launchedAt: number
  snapshots: readonly Snapshot[]
  gaps: readonly Gap[]
}

/** A launch with the last count at or before each of some instants; `undefined` where there is none. */
export interface CountedLaunch {
  id: string
  launchedAt: number
  counts: readonly (VoteCount | undefined)[]
}

/** A count as answers write it. */
export const datedCount = ({ at, votes }: VoteCount) => ({ at: isoOf(at), votes })

/** Instants at equal distances: at each of them votes are wanted. */
export interface Steps {
  from: number
  until: number
  stepMs: number
}

/** The last one is the end, however close it is to the one before. */
export function instantsOf({ from, until, stepMs }: Steps): number[] {
  const count = Math.ceil((until - from) / stepMs) + 1
  return Array.from({ length: count }, (_, step) => Math.min(from + step * stepMs, until))
}

/** Hardly any votes come after two days. */
export const CURVE_MS = 2 * DAY_MS
/** As many as a small picture shows. */
export const CURVE_STEPS = 24

interface HistoryState {
  /** The first and the last instant at which launches were read; `null` if never. */
  since: number | null
  last: number | null
  snapshots: number
  /** About how much of the database they take. */
  bytes: number
}

/** Rejects with `unavailable` while the database cannot be read, and `not-configured` without one. */
export interface History {
  readonly source: SourceName
  /** The zone of the calendar days on which products launch. */
  readonly timezone: string
  /** Whether its votes are simulated. */
  readonly isSimulated: boolean
  /** Whether there is none: every reading rejects. */
  readonly isAbsent?: true | undefined
  launch(id: string): Promise<LaunchHistory | undefined>
  /** The launches of the last days that their source still has, counted at each of some instants. */
  counted(instants: readonly number[]): Promise<readonly CountedLaunch[]>
  /** The last count of launches in each step, the oldest first, by their ids. */
  stepwise(ids: readonly string[], steps: Steps): Promise<ReadonlyMap<string, VoteCount[]>>
  /** Of each launch the votes of its first two days, the last count in each of `CURVE_STEPS` steps. */
  curves(ids: readonly string[]): Promise<ReadonlyMap<string, VoteCount[]>>
  /** Products with the votes and comments of their last snapshots. */
  products(ids: readonly string[]): Promise<readonly Product[]>
  /** The votes of earlier launches where they were counted near such an age, ascending. */
  votesAtAge(ageMs: number): Promise<readonly number[]>
  state(): Promise<HistoryState>
  /** Names the last reading: one in which nothing moved is the version before. */
  version(): Promise<string>
}

/** A figure, or why there is none. */
export type Figure<Value> = { value: Value; unknown?: undefined } | { value: null; unknown: string }

/** A count this long before an instant still stands for it. */
const NEAR_MS = HOUR_MS

/** The last count at an instant, or shortly before it: an old number stands for no later moment. */
export function countNear<Count extends VoteCount>(
  counts: readonly Count[],
  instant: number,
  nearMs = NEAR_MS,
): Count | undefined {
  const last = counts.findLast(({ at }) => at <= instant)
  return last && last.at > instant - nearMs ? last : undefined
}

/** How close to an age a count must be to stand for it: launches change fast at first. */
export function nearAge(ageMs: number): number {
  return Math.min(NEAR_MS, ageMs / 4)
}

/** Votes gained between two counts: the last one, and one about an hour before it. */
interface Pace {
  gained: number
  from: VoteCount
  until: VoteCount
}

/**
 * The pace of a launch, from zero votes at its launch if that was less than an hour ago. Undefined if it was not
 * counted in the last hour, or not in the hour before.
 */
export function paceOf(
  { launchedAt, snapshots }: Pick<LaunchHistory, 'launchedAt' | 'snapshots'>,
  now: number,
): Pace | undefined {
  const until = countNear(snapshots, now)
  if (!until) return undefined
  const start = until.at - HOUR_MS
  const from = start < launchedAt ? { at: launchedAt, votes: 0 } : countNear(snapshots, start)
  return from && { gained: until.votes - from.votes, from, until }
}
