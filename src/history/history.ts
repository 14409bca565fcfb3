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
export interface Gap {
  from: number
  until: number
  reason: GapReason
}

export const GAP_REASONS = [
  'not-running',
  'source-failed',
  'budget-spent',
  'clock-changed',
] as const
export type GapReason = (typeof GAP_REASONS)[number]

interface Launch {
  /** With the votes and comments of its last snapshot. */
  product: Product
  launchedAt: number
}

/** All that is known of one launch, the oldest snapshot first. */
export interface LaunchHistory extends Launch {
  snapshots: readonly Snapshot[]
  gaps: readonly Gap[]
}

/** A launch with its counts of a time, the oldest first. */
export interface CountedLaunch extends Launch {
  counts: readonly VoteCount[]
}

export interface CountRange {
  launchedFrom: number
  launchedUntil: number
  /** Counts from here on, and the one before. */
  since: number
  until: number
}

export interface HistoryState {
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
  /** Whether its votes are computed: nobody gave them. */
  readonly isSimulated: boolean
  /** Whether there is none: every reading rejects. */
  readonly isAbsent?: true | undefined
  launch(id: string): Promise<LaunchHistory | undefined>
  /** The launches of a half-open interval. */
  launches(range: CountRange): Promise<readonly CountedLaunch[]>
  /** The votes of earlier launches when each was so old, ascending. */
  votesAtAge(ageMs: number): Promise<readonly number[]>
  state(): Promise<HistoryState>
}
