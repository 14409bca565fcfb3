import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../core/durations.ts'
import { standingOf } from '../history/benchmark.ts'
import { countNear, datedCount, type LaunchHistory, nearAge, paceOf } from '../history/history.ts'
import { dayOf } from '../history/recorded-day.ts'
import { votesToPass } from '../ranking/place.ts'
import type { Product } from '../ranking/product.ts'
import type { Window } from '../ranking/window.ts'
import type { Cancellable, ProductRank } from '../sources/source.ts'
import type { ToolDeps } from './tool.ts'

const Count = z.object({ at: z.iso.datetime(), votes: z.number().int() })

const Pace = z
  .object({
    gained: z.number().int().describe('Votes gained from the first count to the last.'),
    perHour: z.number().describe('The same for an hour.'),
    from: Count.describe('About an hour before the last count, or the launch.'),
    until: Count.describe('The last count.'),
  })
  .nullable()

/** One of the first places of a day. */
const Leader = z.object({
  rank: z.number().int(),
  id: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  votesCount: z.number().int().nullable(),
  votesNeeded: z
    .number()
    .int()
    .nullable()
    .describe('How many more votes the product needs for this place; 0 if it is there or above.'),
  pace: Pace,
})

/** How a launch does: its votes over time, and against others. */
export const LaunchDayDetails = z.object({
  firstVotes: z
    .object({
      hour: z.number().int().nullable().describe('Its votes an hour after the launch.'),
      day: z.number().int().nullable().describe('Its votes 24 hours after the launch.'),
    })
    .nullable()
    .describe('Null where votes are not recorded.'),
  votesByHour: z
    .array(z.number().int().nullable())
    .nullable()
    .describe(
      'Its votes at each whole hour since its launch, two days at most; null if not counted.',
    ),
  pace: Pace.describe('Its votes of about the last hour; null if it was not counted then.'),
  benchmark: z
    .object({
      hours: z.number().int().describe('Its age in whole hours, at most a week.'),
      votes: z.number().int().describe('Its votes at that age.'),
      percentile: z
        .number()
        .describe('How many percent of earlier launches had fewer at that age.'),
      compared: z.number().int().describe('How many launches it is compared with.'),
    })
    .nullable(),
  unknown: z
    .object({ pace: z.string().optional(), benchmark: z.string().optional() })
    .describe('Why a figure is null, in words.'),
  leaders: z.array(Leader).describe('The first places of the day of its launch.'),
})

type LaunchDay = z.infer<typeof LaunchDayDetails>

type HistoryDeps = Pick<ToolDeps, 'history' | 'now'>

/** A history that cannot be read says nothing; the rest of the answer stands. */
export async function recordOf(id: string, { history }: HistoryDeps) {
  return history.isAbsent ? undefined : history.launch(id).catch(() => undefined)
}

const NOT_RECORDED = 'Votes over time of this launch are not recorded.'

/** What is known of a launch from its record alone. */
export async function figuresOf(
  record: LaunchHistory | undefined,
  { history, now }: HistoryDeps,
): Promise<Omit<LaunchDay, 'leaders'>> {
  if (!record) {
    const unknown = { pace: NOT_RECORDED, benchmark: NOT_RECORDED }
    return { firstVotes: null, votesByHour: null, pace: null, benchmark: null, unknown }
  }
  const moment = now().getTime()
  const pace = paceAt(record, moment)
  const benchmark = await standingOf(record, history, moment)
  return {
    firstVotes: firstVotesOf(record),
    votesByHour: votesByHourOf(record),
    pace,
    benchmark: benchmark.value,
    unknown: {
      ...(!pace && { pace: 'It was not counted in the last hour and about an hour before.' }),
      ...(benchmark.unknown && { benchmark: benchmark.unknown }),
    },
  }
}

/** The rank in a day by the last count, if days are counted as the window has it. */
export function recordedRank(
  record: LaunchHistory | undefined,
  { postedAfter }: Window,
  { history, now }: HistoryDeps,
): ProductRank | null {
  const last = record && countNear(record.snapshots, now().getTime())
  if (!last || last.rank === null) return null
  const { startsAt } = dayOf(record.launchedAt / 1000, history.timezone)
  if (startsAt * 1000 !== Date.parse(postedAfter)) return null
  return { rank: last.rank, of: null, neighbours: [] }
}

function firstVotesOf({ launchedAt, snapshots }: LaunchHistory) {
  const votesAt = (ageMs: number) =>
    countNear(snapshots, launchedAt + ageMs, nearAge(ageMs))?.votes ?? null
  return { hour: votesAt(HOUR_MS), day: votesAt(DAY_MS) }
}

/** Hardly any votes come later. */
const MAX_HOURS = 48

function votesByHourOf({ launchedAt, snapshots }: LaunchHistory) {
  const age = (snapshots.at(-1)?.at ?? launchedAt) - launchedAt
  const hours = Math.min(MAX_HOURS, Math.floor(age / HOUR_MS))
  return Array.from({ length: hours + 1 }, (_, hour) =>
    hour === 0 ? 0 : (countNear(snapshots, launchedAt + hour * HOUR_MS)?.votes ?? null),
  )
}

function paceAt(record: LaunchHistory, moment: number): LaunchDay['pace'] {
  const pace = paceOf(record, moment)
  if (!pace) return null
  const { gained, from, until } = pace
  const perHour = Math.round((10 * gained * HOUR_MS) / (until.at - from.at)) / 10
  return { gained, perHour, from: datedCount(from), until: datedCount(until) }
}

/** The launches that a product is measured against. */
const MAX_LEADERS = 5

interface Contest {
  product: Product
  /** Its rank of the day, where that is known. */
  rank: number | undefined
  /** The day of its launch, where that is known. */
  window: Window | undefined
}

/** The first places of its day, with their pace and what each takes. */
export async function leadersOf(
  { product, rank = Infinity, window }: Contest,
  deps: HistoryDeps & Pick<ToolDeps, 'ranking'>,
  { signal }: Cancellable,
): Promise<LaunchDay['leaders']> {
  if (!window) return []
  const { products } = await deps.ranking.launches({ window, limit: MAX_LEADERS, signal })
  const moment = deps.now().getTime()
  return Promise.all(
    products.map(async ({ id, name, url, votesCount }, index) => {
      const record = await recordOf(id, deps)
      return {
        rank: index + 1,
        id,
        name,
        url,
        votesCount,
        votesNeeded: rank <= index + 1 ? 0 : votesToPass(product.votesCount, votesCount),
        pace: record ? paceAt(record, moment) : null,
      }
    }),
  )
}
