import { countNear, HOUR_MS, type LaunchHistory, type VoteCount } from './history.ts'

/** Votes gained between two counts: the last one, and one about an hour before it. */
export interface Pace {
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
