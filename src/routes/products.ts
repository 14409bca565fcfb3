import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { COUNT } from '../ranking/limits.ts'
import { Product } from '../ranking/product.ts'
import { calendarWindows } from '../ranking/timeframe.ts'
import { Window } from '../ranking/window.ts'
import { type Caller, type ProductSource, Provenance, type SearchIndex } from '../sources/source.ts'
import { timezoneField } from '../tools/field.ts'
import { type HistoryDeps, ProductHistory, productHistory } from '../tools/product-history.ts'

const MAX_ID_CHARACTERS = 512

const Params = z.object({
  id: z
    .string()
    .max(MAX_ID_CHARACTERS, `must have at most ${MAX_ID_CHARACTERS} characters`)
    .meta({ param: { example: 'sample-148' } }),
})

const Rank = z
  .object({
    rank: z.number().int(),
    of: z.number().int().nullable().describe('How many launches the window has, if known.'),
    window: Window,
    neighbours: z.array(Product).describe('The products just above and below.'),
  })
  .nullable()
  .describe('Its place among the launches of that time; null if the source cannot tell.')

const ProductDetails = z
  .object({
    product: Product,
    tz: z.string(),
    ranks: z.object({ day: Rank, week: Rank, month: Rank }),
    related: z.array(Product).describe('The best products that share a topic with it.'),
    ...Provenance.shape,
  })
  .meta({ id: 'ProductDetails' })

interface ProductDeps extends Sources, HistoryDeps {
  ranking: ProductSource
  /** The zone of launch days. */
  launchTimezone: string
}

export interface Sources {
  ranking: ProductSource
  search: SearchIndex
}

/** One product, and where it stands. */
export function products(deps: ProductDeps): RouteGroup {
  const getProduct = operation({
    method: 'get',
    path: '/api/products/{id}',
    operationId: 'getProduct',
    tags: ['Rankings'],
    summary: 'One product, its ranks and more of its topics',
    params: Params,
    query: z.object({ tz: timezoneField(deps.launchTimezone) }),
    data: ProductDetails,
    handle: ({ params, query }, c) => productDetails(params.id, query.tz, deps, c.req.raw),
  })
  const getProductHistory = operation({
    method: 'get',
    path: '/api/products/{id}/history',
    operationId: 'getProductHistory',
    tags: ['Rankings'],
    summary: 'Votes, comments and rank of a product over time',
    params: Params,
    data: ProductHistory,
    handle: ({ params }, c) => productHistory(params.id, deps, c.req.raw),
  })
  return routeGroup([getProduct, getProductHistory])
}

/** The product with an id, from the ranking's source or else from that of the search. */
export async function findProduct(id: string, { ranking, search }: Sources, { signal }: Caller) {
  const ranked = await ranking.product({ id, signal })
  if (ranked.products.length > 0 || !search.product) return ranked
  return search.product({ id, signal })
}

async function productDetails(id: string, tz: string, sources: Sources, caller: Caller) {
  const { signal } = caller
  const { products, ...provenance } = await findProduct(id, sources, caller)
  const [product] = products
  if (!product) throw new AppError('not-found', 'There is no product with this id.')
  const { ranking: source } = sources
  if (provenance.source !== source.name) {
    return { product, tz, ranks: NO_RANKS, related: [], ...provenance }
  }

  const { day, week, month } = calendarWindows(product.launchedAt, tz)
  const rankIn = async (window: Window | undefined) => {
    const rank = window && (await source.rank({ id, window, signal }))
    return rank ? { ...rank, window } : null
  }
  const [ofDay, ofWeek, ofMonth, related] = await Promise.all([
    rankIn(day),
    rankIn(week),
    rankIn(month),
    relatedProducts(product, source, caller),
  ])
  return {
    product,
    tz,
    ranks: { day: ofDay, week: ofWeek, month: ofMonth },
    related,
    ...provenance,
  }
}

/** The ranks of a product that the ranking's source does not have. */
const NO_RANKS = { day: null, week: null, month: null }

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
