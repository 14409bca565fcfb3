import type { CountedLaunch } from '../history/history.ts'
import { dayOf, RECENT_DAYS } from '../history/recorded-day.ts'
import type { TurnCounts } from './events.ts'
import type { WatchDeps } from './watch-deps.ts'

interface LastTurn {
  atMs: number
  launches: number
}

/** The launches of the last days now, and as they were at the last turn; undefined before any was counted. */
export async function readCounts(
  { history, now, readRising }: Pick<WatchDeps, 'history' | 'now' | 'readRising'>,
  before: LastTurn | undefined,
  { withRising = false, isComplete = false },
): Promise<TurnCounts | undefined> {
  const nowMs = now().getTime()
  const beforeMs = Math.min(before?.atMs || nowMs, nowMs)
  const launches = await history.counted([nowMs, beforeMs])
  const lastMs = launches.reduce((last, { counts }) => Math.max(last, counts[0]?.at ?? 0), 0)
  if (lastMs === 0) return undefined
  const isKnown = ({ counts }: CountedLaunch) => counts[1] !== undefined
  const days = Array.from({ length: RECENT_DAYS + 1 }, (_, back) => {
    const { startsAt, endsAt } = dayOf(nowMs / 1000, history.timezone, back)
    return { from: startsAt * 1000, until: endsAt * 1000 }
  })
  const { rising } = withRising ? await readRising('3h') : { rising: [] }
  // While votes are read, more counts of the current second may be stored.
  const atMs = isComplete ? lastMs : Math.min(lastMs, nowMs - 1_000)
  const isCounted = (launch: CountedLaunch) =>
    isKnown(launch) || (launch.counts[0]?.at ?? Infinity) <= atMs
  return {
    launches,
    counted: launches.filter(isCounted).length,
    days,
    atMs,
    beforeMs,
    isReplaced: launches.filter(isKnown).length < (before?.launches ?? 0) / 2,
    rising: rising.map(({ id }) => id),
  }
}
