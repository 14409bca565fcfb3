import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { countNear, type History, nearAge } from '../history/history.ts'
import { DAY_MS } from '../ranking/calendar.ts'
import { COUNT } from '../ranking/limits.ts'
import { Product } from '../ranking/product.ts'
import { calendarWindows } from '../ranking/timeframe.ts'
import { Window } from '../ranking/window.ts'
import { type Caller, type ProductSource, Provenance } from '../sources/source.ts'
import { timezoneField } from './field.ts'
import { findProduct, idOfName, productField } from './named-product.ts'
import { defineTool, type ToolDeps } from './tool.ts'

const Rank = z
  .object({
    rank: z.number().int(),
    of: z.number().int().nullable().describe('How many launches the window has, if known.'),
    window: Window,
    neighbours: z.array(Product).describe('The products just above and below.'),
  })
  .nullable()
  .describe('Its place among the launches of that time; null if the source cannot tell.')

export const ProductDetails = z
  .object({
    product: Product,
    tz: z.string().describe('The zone of the day, week and month of its launch.'),
    ranks: z.object({ day: Rank, week: Rank, month: Rank }).describe('Where it stands.'),
    firstVotes: z
      .object({
        hour: z.number().int().nullable().describe('Its votes an hour after the launch.'),
        day: z.number().int().nullable().describe('Its votes 24 hours after the launch.'),
      })
      .nullable()
      .describe('Null where votes are not recorded.'),
    related: z.array(Product).describe('The best products that share a topic with it.'),
    ...Provenance.shape,
  })
  .meta({ id: 'ProductDetails' })

export type ProductDetails = z.infer<typeof ProductDetails>

export type ProductDeps = Pick<ToolDeps, 'ranking' | 'search' | 'history' | 'launchTimezone'>

export function productTool(deps: ProductDeps) {
  return defineTool({
    name: 'getProduct',
    title: 'One product',
    executionText: 'Looking up a product…',
    description:
      'One product launch by its name: what it does, its topics, votes, comments, link and when it ' +
      'launched; its rank among the launches of its day, week and month, with the products just ' +
      'above and below; its votes after one and 24 hours; and products like it. Call it once for ' +
      'each product of a comparison. It knows no prices, makers or features.',
    input: z.object({ product: productField, tz: timezoneField(deps.launchTimezone) }),
    output: ProductDetails,
    async run({ product, tz }, caller) {
      const { products } = await findProduct(product, deps, caller)
      const id = products[0]?.id ?? (await idOfName(product, deps, caller))
      if (id === undefined) throw new AppError('not-found', 'There is no product with this name.')
      return productDetails(id, tz, deps, caller)
    },
  })
}

export async function productDetails(
  id: string,
  tz: string,
  deps: ProductDeps,
  caller: Caller = {},
): Promise<ProductDetails> {
  const { signal } = caller
  const { products, ...provenance } = await findProduct(id, deps, caller)
  const [product] = products
  if (!product) throw new AppError('not-found', 'There is no product with this id.')
  const { ranking: source, history } = deps
  if (provenance.source !== source.name) {
    return { product, tz, ranks: NO_RANKS, firstVotes: null, related: [], ...provenance }
  }

  const { day, week, month } = calendarWindows(product.launchedAt, tz)
  const rankIn = async (window: Window | undefined) => {
    const rank = window && (await source.rank({ id, window, signal }))
    return rank ? { ...rank, window } : null
  }
  const [ofDay, ofWeek, ofMonth, firstVotes, related] = await Promise.all([
    rankIn(day),
    rankIn(week),
    rankIn(month),
    firstVotesOf(id, history),
    relatedProducts(product, source, caller),
  ])
  return {
    product,
    tz,
    ranks: { day: ofDay, week: ofWeek, month: ofMonth },
    firstVotes,
    related,
    ...provenance,
  }
}

/** The ranks of a product that the ranking's source does not have. */
const NO_RANKS = { day: null, week: null, month: null }

const HOUR_MS = DAY_MS / 24

/** A history that cannot be read says nothing; the rest of the answer stands. */
async function firstVotesOf(id: string, history: History) {
  if (history.isAbsent) return null
  const launch = await history.launch(id).catch(() => undefined)
  if (!launch) return null
  const { launchedAt, snapshots } = launch
  const votesAt = (ageMs: number) =>
    countNear(snapshots, launchedAt + ageMs, nearAge(ageMs))?.votes ?? null
  return { hour: votesAt(HOUR_MS), day: votesAt(DAY_MS) }
}

/** A live source is asked once for each topic. */
const MAX_TOPICS = 3

/** The best products of its topics, one topic after another. */
async function relatedProducts({ id, topics }: Product, source: ProductSource, { signal }: Caller) {
  const ofTopic = (topic: string) => source.top({ order: 'VOTES', topic, limit: COUNT.max, signal })
  const answers = await Promise.all(topics.slice(0, MAX_TOPICS).map(ofTopic))
  const related = new Map(answers.flatMap(({ products }) => products).map((one) => [one.id, one]))
  related.delete(id)
  return [...related.values()]
}
