import { firstIndex } from '../ranking/binary-search.ts'
import type { CountedLaunch } from './history.ts'

export const HOUR_MS = 3_600_000

/** What is needed of a launch: when it began, without votes, and its counts, the oldest first. */
export type Counted = Pick<CountedLaunch, 'launchedAt' | 'counts'>

/** Between counts that are further apart the votes are not known. */
const MAX_GAP_MS = 3 * HOUR_MS

/** The votes at an instant, on the line between the counts around it; undefined within a gap. */
export function votesAt({ launchedAt, counts }: Counted, instant: number) {
  if (instant <= launchedAt) return 0
  const next = firstIndex(counts.length, (place) => (counts[place]?.at ?? 0) >= instant)
  const after = counts[next]
  if (!after) return undefined
  const before = counts[next - 1] ?? { at: launchedAt, votes: 0 }
  const gap = after.at - before.at
  if (after.at === instant) return after.votes
  if (gap > MAX_GAP_MS) return undefined
  return before.votes + ((after.votes - before.votes) * (instant - before.at)) / gap
}
