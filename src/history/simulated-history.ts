import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../core/durations.ts'
import type { Product } from '../ranking/product.ts'
import { sampleClock } from '../sources/sample-catalogue.ts'
import { atAge, type Curve, curveOf, shareAt } from '../sources/sample-votes.ts'
import {
  CURVE_MS,
  CURVE_STEPS,
  type History,
  instantsOf,
  type Snapshot,
  type Steps,
  type VoteCount,
} from './history.ts'
import { dayOf, FOLLOWED_DAYS, RECENT_DAYS, TURN_SECONDS } from './recorded-day.ts'

const TURN_MS = TURN_SECONDS * 1000
const HALF_HOUR_MS = 3 * TURN_MS

/** A launch of the sample, in the dates of the clock, with its final votes. */
interface SampleLaunch {
  final: Product
  launchedAt: number
  curve: Curve
}

interface SimulatedOptions {
  timezone: string
  now(): Date
}

/** The sample's votes over time, simulated. */
export function simulatedHistory({ timezone, now }: SimulatedOptions): History {
  const launchesAt = sampleClock()
  const moment = () => now().getTime()
  const dayAt = (instant: number, back = 0) => {
    const { startsAt, endsAt } = dayOf(instant / 1000, timezone, back)
    return { from: startsAt * 1000, until: endsAt * 1000 }
  }

  const allAt = (instant: number): SampleLaunch[] =>
    launchesAt(instant).map((final) => {
      return { final, launchedAt: Date.parse(final.launchedAt ?? ''), curve: curveOf(final) }
    })

  // A page asks for a hundred launches at once: they are computed once a second.
  const second = new LRUCache<number, SampleLaunch[]>({ max: 1, memoMethod: allAt })
  const launched = () => second.memo(Math.floor(moment() / 1000) * 1000)

  /** Of each launch the counts in its steps. */
  function countsOf(ids: readonly string[], stepsOf: (launch: SampleLaunch) => Steps) {
    const asked = new Set(ids)
    const found = launched().filter(({ final }) => asked.has(final.id))
    return new Map(
      found.map((launch) => [
        launch.final.id,
        instantsOf(stepsOf(launch)).flatMap((instant) => countAt(instant, launch) ?? []),
      ]),
    )
  }

  return {
    source: 'catalogue',
    timezone,
    isSimulated: true,

    async launch(id) {
      const all = launched()
      const launch = all.find(({ final }) => final.id === id)
      if (!launch) return undefined
      const { launchedAt } = launch
      // A day is computed once: in time zones it takes long.
      const { from, until } = dayAt(launchedAt)
      const rivals = all.filter((rival) => from <= rival.launchedAt && rival.launchedAt < until)
      const snapshots = turnsOf(launchedAt, moment()).map((at) => snapshotAt(at, launch, rivals))
      return { product: productAt(moment(), launch), launchedAt, snapshots, gaps: [] }
    },

    async counted(instants) {
      const { from } = dayAt(moment(), RECENT_DAYS)
      const recent = launched().filter(({ launchedAt }) => from <= launchedAt)
      return recent.map((launch) => ({
        id: launch.final.id,
        launchedAt: launch.launchedAt,
        counts: instants.map((instant) => countAt(instant, launch)),
      }))
    },

    async stepwise(ids, steps) {
      return countsOf(ids, () => steps)
    },

    async curves(ids) {
      return countsOf(ids, ({ launchedAt }) => {
        const from = Math.ceil(launchedAt / TURN_MS) * TURN_MS
        const until = Math.min(moment(), launchedAt + CURVE_MS)
        return { from, until, stepMs: Math.max(TURN_MS, (until - from) / (CURVE_STEPS - 1)) }
      })
    },

    async products(ids) {
      const all = launched().filter(({ final }) => ids.includes(final.id))
      return all.map((launch) => productAt(moment(), launch))
    },

    async votesAtAge(ageMs) {
      return launched()
        .filter(({ launchedAt }) => launchedAt <= moment() - ageMs)
        .map((launch) => votesAt(launch.launchedAt + ageMs, launch))
        .sort((one, other) => one - other)
    },

    async state() {
      const since = Math.min(...launched().map(({ launchedAt }) => launchedAt))
      return { since, last: null, snapshots: 0, bytes: 0 }
    },

    version: async () => String(Math.floor(moment() / TURN_MS)),
  }
}

function productAt(instant: number, { final, launchedAt, curve }: SampleLaunch): Product {
  return atAge(final, instant - launchedAt, curve)
}

/** What the last turn until an instant would have counted. */
function countAt(instant: number, launch: SampleLaunch): VoteCount | undefined {
  const at = Math.floor(instant / TURN_MS) * TURN_MS
  return at < launch.launchedAt ? undefined : { at, votes: votesAt(at, launch) }
}

function votesAt(instant: number, { final, launchedAt, curve }: SampleLaunch): number {
  return Math.round((final.votesCount ?? 0) * shareAt(curve, instant - launchedAt))
}

function snapshotAt(at: number, launch: SampleLaunch, rivals: readonly SampleLaunch[]): Snapshot {
  const { votesCount, commentsCount: comments } = productAt(at, launch)
  const votes = votesCount ?? 0
  const better = rivals.filter((rival) => rival.launchedAt <= at && votesAt(at, rival) > votes)
  return { at, votes, comments, rank: better.length + 1 }
}

/** The instants at which a launch is counted: whole turns, then half hours, then whole days. */
function turnsOf(launchedAt: number, until: number): number[] {
  const instants: number[] = []
  const end = Math.min(until, launchedAt + FOLLOWED_DAYS * DAY_MS)
  let at = Math.ceil(launchedAt / TURN_MS) * TURN_MS
  while (at <= end) {
    instants.push(at)
    const pace = paceAt(at - launchedAt)
    at = (Math.floor(at / pace) + 1) * pace
  }
  return instants
}

function paceAt(ageMs: number) {
  if (ageMs < DAY_MS) return TURN_MS
  return ageMs < (RECENT_DAYS + 1) * DAY_MS ? HALF_HOUR_MS : DAY_MS
}
