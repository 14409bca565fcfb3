import { DAY_MS } from '../ranking/calendar.ts'
import type { Product } from '../ranking/product.ts'
import { sampleLaunches } from '../sources/sample-catalogue.ts'
import { atAge } from '../sources/sample-votes.ts'
import type { History, Snapshot } from './history.ts'
import { HOUR_MS } from './votes-over-time.ts'

const TURN_MS = 600_000

/** The age up to which launches are counted every hour, as in a recorded history. */
const HOURLY_MS = 7 * DAY_MS

/** A launch of the sample, in the dates of the clock, with its final votes. */
interface SampleLaunch {
  final: Product
  launchedAt: number
}

/** Votes over time of the sample, computed: nobody gives it any. */
export function simulatedHistory({ now }: { now(): Date }): History {
  const { products, today } = sampleLaunches()

  const launched = (): SampleLaunch[] => {
    const moment = now().getTime()
    const shiftMs = startOfDay(moment) - Date.parse(today)
    return products
      .map((product) => {
        const launchedAt = Date.parse(product.launchedAt ?? '') + shiftMs
        return {
          final: { ...product, launchedAt: new Date(launchedAt).toISOString() },
          launchedAt,
        }
      })
      .filter(({ launchedAt }) => launchedAt <= moment)
  }

  return {
    source: 'catalogue',
    timezone: 'UTC',
    isSimulated: true,

    async launch(id) {
      const all = launched()
      const moment = now().getTime()
      const launch = all.find(({ final }) => final.id === id)
      if (!launch) return undefined
      const { launchedAt } = launch
      const day = startOfDay(launchedAt)
      const rivals = all.filter((rival) => startOfDay(rival.launchedAt) === day)
      const snapshots = instantsOf(launchedAt, moment).map((at) => snapshotAt(at, launch, rivals))
      return { product: productAt(moment, launch), launchedAt, snapshots, gaps: [] }
    },

    async launches({ launchedFrom, launchedUntil, since, until }) {
      const moment = now().getTime()
      const yesterday = startOfDay(moment) - DAY_MS
      // The sample has few launches of earlier days: a day that is asked for by itself was like yesterday.
      const isEarlier = launchedUntil <= yesterday
      const backMs = isEarlier ? Math.ceil((yesterday - launchedFrom) / DAY_MS) * DAY_MS : 0
      const from = launchedFrom + backMs
      const end = launchedUntil + backMs
      return launched()
        .filter(({ launchedAt }) => from <= launchedAt && launchedAt < end)
        .map((launch) => ({
          product: productAt(moment, launch),
          launchedAt: launch.launchedAt - backMs,
          counts: instantsOf(launch.launchedAt, Math.min(until + backMs, moment))
            .filter((_at, index, all) => (all[index + 1] ?? Infinity) > since + backMs)
            .map((at) => ({ at: at - backMs, votes: productAt(at, launch).votesCount ?? 0 })),
        }))
    },

    async votesAtAge(ageMs) {
      const latest = now().getTime() - ageMs
      return launched()
        .filter(({ launchedAt }) => launchedAt <= latest)
        .map((launch) => productAt(launch.launchedAt + ageMs, launch).votesCount ?? 0)
        .sort((one, other) => one - other)
    },

    async state() {
      const since = Math.min(...launched().map(({ launchedAt }) => launchedAt))
      return { since, last: null, snapshots: 0, bytes: 0 }
    },
  }
}

function productAt(instant: number, { final, launchedAt }: SampleLaunch): Product {
  return atAge(final, instant - launchedAt)
}

function snapshotAt(at: number, launch: SampleLaunch, rivals: readonly SampleLaunch[]): Snapshot {
  const { votesCount, commentsCount: comments } = productAt(at, launch)
  const votes = votesCount ?? 0
  const better = rivals.filter((rival) => {
    return rival.launchedAt <= at && (productAt(at, rival).votesCount ?? 0) > votes
  })
  return { at, votes, comments, rank: better.length + 1 }
}

/** The instants at which a launch is counted: whole turns, then whole hours, then whole days. */
function instantsOf(launchedAt: number, until: number): number[] {
  const instants: number[] = []
  let at = Math.ceil(launchedAt / TURN_MS) * TURN_MS
  while (at <= until) {
    instants.push(at)
    const pace = paceAt(at - launchedAt)
    at = (Math.floor(at / pace) + 1) * pace
  }
  return instants
}

function paceAt(ageMs: number) {
  if (ageMs < DAY_MS) return TURN_MS
  return ageMs < HOURLY_MS ? HOUR_MS : DAY_MS
}

function startOfDay(instant: number) {
  return Math.floor(instant / DAY_MS) * DAY_MS
}
