import * as z from 'zod'
import { DAY_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import { isoOf } from '../core/instant.ts'
import { standingOf } from '../history/benchmark.ts'
import {
  countNear,
  type Figure,
  GAP_REASONS,
  type LaunchHistory,
  type Snapshot,
} from '../history/history.ts'
import { dayOf } from '../history/recorded-day.ts'
import { Product } from '../ranking/product.ts'
import { type Cancellable, Provenance } from '../sources/source.ts'
import { idOfName, productField } from './named-product.ts'
import { defineTool, type ToolDeps } from './tool.ts'

const Votes = z
  .object({ votes: z.number().int(), at: z.iso.datetime() })
  .nullable()
  .describe('By a count of the hour before; null if there is none, which `unknown` explains.')

export const ProductHistory = z
  .object({
    product: Product,
    tz: z.string().describe('The zone of the calendar days on which products launch.'),
    points: z
      .array(
        z.object({
          at: z.iso.datetime(),
          votes: z.number().int(),
          comments: z.number().int().nullable(),
          rank: z.number().int().nullable().describe('Among the launches of its day.'),
        }),
      )
      .describe('The snapshots, the oldest first.'),
    launchDay: Votes,
    launchWeek: Votes,
    bestRank: z.object({ rank: z.number().int(), at: z.iso.datetime() }).nullable(),
    gaps: z
      .array(
        z.object({
          from: z.iso.datetime(),
          until: z.iso.datetime(),
          reason: z.enum(GAP_REASONS),
        }),
      )
      .describe('When votes should have been recorded, and were not.'),
    percentile: z
      .number()
      .nullable()
      .describe('The percentage of earlier launches that it beat at the same age, at most a week.'),
    unknown: z
      .object({
        launchDay: z.string().optional(),
        launchWeek: z.string().optional(),
        percentile: z.string().optional(),
      })
      .describe('Why a figure is null, in words.'),
    days: z.number().int().describe('How many days are recorded.'),
    ...Provenance.shape,
  })
  .meta({ id: 'ProductHistory' })

export type ProductHistory = z.infer<typeof ProductHistory>

export type HistoryDeps = Pick<ToolDeps, 'history' | 'ranking' | 'search' | 'now'>

/** Enough for a model to tell how it went. */
const MAX_POINTS = 50

export function productHistoryTool(deps: HistoryDeps) {
  return defineTool({
    name: 'getProductHistory',
    title: 'Votes over time',
    executionText: 'Looking up votes over time…',
    description:
      'How the votes of one product grew: its votes at the end of its launch day and after a ' +
      'week, its best rank of the day, how many percent of launches had fewer at its age, and up ' +
      `to ${MAX_POINTS} points in time with votes and rank, for a chart.`,
    input: z.object({ product: productField }),
    output: ProductHistory,
    async run({ product }, caller) {
      const isId = await deps.history.launch(product)
      const id = isId ? product : ((await idOfName(product, deps, caller)) ?? product)
      const found = await productHistory(id, deps, caller)
      const step = Math.ceil(found.points.length / MAX_POINTS)
      const last = found.points.length - 1
      const points = found.points.filter((_point, at) => (last - at) % step === 0)
      return { ...found, points }
    },
  })
}

export const SIMULATED = 'The votes over time of the sample are simulated.'

/** What is known of the votes of a product. */
export async function productHistory(
  id: string,
  { history, ranking, now }: HistoryDeps,
  caller?: Cancellable,
): Promise<ProductHistory> {
  const moment = now().getTime()
  const [recorded, { since }] = await Promise.all([history.launch(id), history.state()])
  const launch = recorded ?? (await unrecorded(id, ranking, caller))
  const { snapshots, launchedAt, gaps } = launch
  const ofDay = votesAtEndOf(launch, 0, history.timezone, moment)
  const ofWeek = votesAtEndOf(launch, 6, history.timezone, moment)
  const compared = await standingOf(launch, history, moment)
  const best = bestRank(snapshots)
  const last = snapshots.at(-1)
  const gap = gaps.at(-1)
  const note = history.isSimulated ? SIMULATED : notRecorded(launchedAt, since)

  return {
    product: launch.product,
    tz: history.timezone,
    points: snapshots.map(({ at, ...counts }) => ({ at: isoOf(at), ...counts })),
    launchDay: ofDay.value,
    launchWeek: ofWeek.value,
    bestRank: best && { rank: best.rank, at: isoOf(best.at) },
    gaps: gaps.map(({ from, until, reason }) => ({
      from: isoOf(from),
      until: isoOf(until),
      reason,
    })),
    percentile: compared.value?.percentile ?? null,
    unknown: {
      launchDay: ofDay.unknown,
      launchWeek: ofWeek.unknown,
      percentile: compared.unknown,
    },
    days: since === null ? 0 : Math.floor((moment - since) / DAY_MS),
    source: history.source,
    asOf: isoOf(last?.at ?? moment),
    stale: gap !== undefined && gap.until > (last?.at ?? moment),
    ...((history.isSimulated || !last) && { note }),
  }
}

function votesAtEndOf(
  { launchedAt, snapshots }: LaunchHistory,
  lastDay: number,
  timezone: string,
  moment: number,
): Figure<{ votes: number; at: string }> {
  if (Number.isNaN(launchedAt)) return { value: null, unknown: 'The launch is not known.' }
  const end = dayOf(launchedAt / 1000, timezone, -lastDay).endsAt * 1000
  if (end > moment) return { value: null, unknown: `That is at ${isoOf(end)}.` }
  const last = countNear(snapshots, end - 1)
  if (last) return { value: { votes: last.votes, at: isoOf(last.at) } }
  return { value: null, unknown: `Nothing was read in the hour before ${isoOf(end)}.` }
}

function notRecorded(launchedAt: number, since: number | null): string {
  if (since === null) return 'Nothing is recorded yet.'
  return launchedAt < since
    ? 'Nothing is recorded of this product: it launched before the recording began.'
    : 'Nothing is recorded of this product yet.'
}

/** A product that the source has, but not the history. */
async function unrecorded(id: string, ranking: HistoryDeps['ranking'], caller?: Cancellable) {
  const { products } = await ranking.product({ id, signal: caller?.signal })
  const [product] = products
  if (!product) throw new AppError('not-found', 'There is no product with this id.')
  return { product, launchedAt: Date.parse(product.launchedAt ?? ''), snapshots: [], gaps: [] }
}

function bestRank(snapshots: readonly Snapshot[]) {
  let best: { rank: number; at: number } | null = null
  for (const { rank, at } of snapshots) {
    if (rank !== null && (best === null || rank < best.rank)) best = { rank, at }
  }
  return best
}
