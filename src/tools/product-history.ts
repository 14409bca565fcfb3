import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { GAP_REASONS, type History, type LaunchHistory, type Snapshot } from '../history/history.ts'
import { dayOf } from '../history/recorded-day.ts'
import { HOUR_MS } from '../history/votes-over-time.ts'
import { DAY_MS } from '../ranking/calendar.ts'
import { MAX_SEARCH_CHARACTERS } from '../ranking/limits.ts'
import { Product } from '../ranking/product.ts'
import { type Caller, type ProductSource, Provenance, type SearchIndex } from '../sources/source.ts'
import { defineTool } from './tool.ts'

const Votes = z
  .object({ votes: z.number().int(), at: z.iso.datetime() })
  .nullable()
  .describe('By its last snapshot then; null if there is none, or it is not over.')

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
      .describe('How many percent of earlier launches had fewer votes at its age, at most a week.'),
    days: z.number().int().describe('How many days are recorded: a percentile takes 30.'),
    ...Provenance.shape,
  })
  .meta({ id: 'ProductHistory' })

export type ProductHistory = z.infer<typeof ProductHistory>

export interface HistoryDeps {
  history: History
  ranking: Pick<ProductSource, 'product'>
  search: SearchIndex
  now(): Date
}

/** Enough for a model to tell how it went. */
const MAX_POINTS = 50

export function productHistoryTool(deps: HistoryDeps) {
  return defineTool({
    name: 'getProductHistory',
    title: 'Votes over time',
    executionText: 'Looking up votes over time…',
    description:
      'The votes of one product over time: on its launch day, after a week, its best rank, and how ' +
      `it compares to others of its age. At most ${MAX_POINTS} points are returned.`,
    input: z.object({
      product: z
        .string()
        .trim()
        .min(1, 'must not be blank')
        .max(MAX_SEARCH_CHARACTERS, `must have at most ${MAX_SEARCH_CHARACTERS} characters`)
        .describe('The id of the product, or its name.'),
    }),
    output: ProductHistory,
    async run({ product }, caller) {
      const id = await idOf(product, deps, caller)
      const found = await productHistory(id, deps, caller)
      const step = Math.ceil(found.points.length / MAX_POINTS)
      const last = found.points.length - 1
      const points = found.points.filter((_point, at) => (last - at) % step === 0)
      return { ...found, points }
    },
  })
}

/** The id of a product that is given by its id or, in any case, its name. */
async function idOf(text: string, { history, search }: HistoryDeps, caller?: Caller) {
  if (await history.launch(text)) return text
  const { products } = await search.search({ query: text, limit: 10, signal: caller?.signal })
  const key = (name: string) => name.normalize('NFKC').toLowerCase()
  const named = products.find(({ name }) => key(name) === key(text))
  return named?.id ?? text
}

const MIN_DAYS = 30

/** Launches are compared at an age of at most a week: they hardly change after it. */
const MAX_AGE_MS = 7 * DAY_MS

export const SIMULATED = 'The votes over time of the sample are computed: nobody gave them.'
const NOT_RECORDED = 'Nothing is recorded of this product: it launched before the recording began.'

/** What is known of the votes of a product. */
export async function productHistory(
  id: string,
  { history, ranking, now }: HistoryDeps,
  caller?: Caller,
): Promise<ProductHistory> {
  const moment = now().getTime()
  const [recorded, { since }] = await Promise.all([history.launch(id), history.state()])
  const launch = recorded ?? (await unrecorded(id, ranking, caller))
  const { snapshots, launchedAt, gaps } = launch
  const days = since === null ? 0 : Math.floor((moment - since) / DAY_MS)
  const votesAtEndOf = (lastDay: number) => {
    const end = dayOf(launchedAt / 1000, history.timezone, -lastDay).endsAt * 1000
    const last = end <= moment && snapshots.findLast(({ at }) => at < end)
    return last ? { votes: last.votes, at: iso(last.at) } : null
  }
  const best = bestRank(snapshots)
  const last = snapshots.at(-1)
  const gap = gaps.at(-1)
  const note = history.isSimulated ? SIMULATED : NOT_RECORDED

  return {
    product: launch.product,
    tz: history.timezone,
    points: snapshots.map(({ at, ...counts }) => ({ at: iso(at), ...counts })),
    launchDay: votesAtEndOf(0),
    launchWeek: votesAtEndOf(6),
    bestRank: best && { rank: best.rank, at: iso(best.at) },
    gaps: gaps.map(({ from, until, reason }) => ({ from: iso(from), until: iso(until), reason })),
    percentile: days < MIN_DAYS ? null : await percentile(launch, history, moment),
    days,
    source: history.source,
    asOf: iso(last?.at ?? moment),
    stale: gap !== undefined && gap.until > (last?.at ?? moment),
    ...((history.isSimulated || !last) && { note }),
  }
}

/** A product that the source has, but not the history. */
async function unrecorded(id: string, ranking: HistoryDeps['ranking'], caller?: Caller) {
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

async function percentile(launch: LaunchHistory, history: History, moment: number) {
  const { launchedAt, snapshots } = launch
  const hours = Math.floor((moment - launchedAt) / HOUR_MS)
  const ageMs = Math.min(hours * HOUR_MS, MAX_AGE_MS)
  const own = snapshots.findLast(({ at }) => at <= launchedAt + ageMs)
  if (!own) return null
  const others = await history.votesAtAge(ageMs)
  if (others.length === 0) return null
  const below = others.filter((votes) => votes < own.votes).length
  return Math.round((100 * below) / others.length)
}

function iso(instant: number) {
  return new Date(instant).toISOString()
}
