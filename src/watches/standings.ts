import type { CountedLaunch, VoteCount } from '../history/history.ts'
import { isClearLead } from '../ranking/place.ts'

/** Places beyond are of no interest. */
const MAX_PLACE = 100

/** Where a launch stands among the launches of its day. */
export interface LaunchStanding extends VoteCount {
  place: number
  /** The best place that it holds: ahead of the first launch outside of it by more than noise. */
  holds: number
  /** The worst of the first places that it is out of: behind the last launch in it by more than noise. */
  outside: number
  of: number
}

/** The standings of the launches of a day that have a count at one of the instants, the first place first. */
export function standings(
  launches: readonly CountedLaunch[],
  instant: number,
): ReadonlyMap<string, LaunchStanding> {
  const counted = launches.flatMap(({ id, counts }) => {
    const count = counts[instant]
    return count ? [{ id, ...count }] : []
  })
  counted.sort((one, other) => other.votes - one.votes)
  const votesAt = (place: number) => counted[place - 1]?.votes ?? 0
  return new Map(
    counted.map(({ id, at, votes }, index) => {
      let holds = index + 1
      while (holds <= MAX_PLACE && !isClearLead(votes, votesAt(holds + 1))) holds += 1
      let outside = Math.min(index, MAX_PLACE)
      while (outside > 0 && !isClearLead(votesAt(outside), votes)) outside -= 1
      return [id, { at, votes, place: index + 1, holds, outside, of: counted.length }]
    }),
  )
}
