import { HOUR_MS } from '../core/durations.ts'
import { countNear, type Figure, type History, type LaunchHistory, nearAge } from './history.ts'

/** How many launches must have been counted at an age before one is compared with them. */
const MIN_COMPARED = 100

/** Launches are compared at an age of at most a week: they hardly change after it. */
export const MAX_HOURS = 7 * 24

/** The votes that earlier launches had at an age, ascending, or why they cannot be compared with. */
export async function votesAtHours(history: History, hours: number) {
  const votes = await history.votesAtAge(hours * HOUR_MS)
  const compared = votes.length
  if (compared >= MIN_COMPARED) return { value: votes, compared }
  const counted = `At an age of ${hours} hours ${compared} launches were counted`
  return { value: null, compared, unknown: `${counted}: it takes ${MIN_COMPARED}.` }
}

/** How many percent of some votes are fewer. */
export function percentileOf(votes: number, others: readonly number[]): number {
  const below = others.filter((other) => other < votes).length
  return Math.round((100 * below) / others.length)
}

/** A launch among earlier ones, at the last whole hour of its age. */
interface Standing {
  hours: number
  votes: number
  percentile: number
  compared: number
}

export async function standingOf(
  { launchedAt, snapshots }: LaunchHistory,
  history: History,
  now: number,
): Promise<Figure<Standing>> {
  const hours = Math.min(Math.floor((now - launchedAt) / HOUR_MS), MAX_HOURS)
  if (!(hours >= 1)) {
    const unknown = Number.isNaN(hours)
      ? 'The launch is not known.'
      : 'It launched within the hour.'
    return { value: null, unknown }
  }
  const ageMs = hours * HOUR_MS
  const own = countNear(snapshots, launchedAt + ageMs, nearAge(ageMs))
  if (!own) return { value: null, unknown: `Nothing was read at an age of ${hours} hours.` }
  const others = await votesAtHours(history, hours)
  if (others.value === null) return others
  const percentile = percentileOf(own.votes, others.value)
  return { value: { hours, votes: own.votes, percentile, compared: others.compared } }
}
