import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { MAX_COMPARED } from '../core/product-facts.ts'
import { COUNT } from '../ranking/limits.ts'
import { isClearLead, votesAhead, votesToPass } from '../ranking/place.ts'
import { Product } from '../ranking/product.ts'
import { calendarWindows } from '../ranking/timeframe.ts'
import { Window } from '../ranking/window.ts'
import {
  type Cancellable,
  type ProductSource,
  Provenance,
  type ProductRank as RankOfSource,
} from '../sources/source.ts'
import { timezoneField } from './field.ts'
import { figuresOf, LaunchDayDetails, leadersOf, recordedRank, recordOf } from './launch-day.ts'
import { findProduct, idOfName, productField } from './named-product.ts'
import { defineTool, type ToolDeps } from './tool.ts'

const Rank = z
  .object({
    rank: z.number().int(),
    of: z.number().int().nullable().describe('How many launches the window has, if known.'),
    window: Window,
    neighbours: z.array(Product).describe('The products just above and below.'),
    votesToNext: z
      .number()
      .int()
      .nullable()
      .describe('How many more votes put it ahead of the one above; null if there is none.'),
    votesAhead: z
      .number()
      .int()
      .nullable()
      .describe('By how many votes it is ahead of the one below; null if there is none.'),
    isClear: z
      .boolean()
      .nullable()
      .describe('Whether that lead is greater than chance: at least the root of both votes.'),
  })
  .nullable()
  .describe('Its place among the launches of that time; null if the source cannot tell.')

export const ProductDetails = z
  .object({
    product: Product,
    tz: z.string().describe('The zone of the day, week and month of its launch.'),
    ranks: z.object({ day: Rank, week: Rank, month: Rank }).describe('Where it stands.'),
    ...LaunchDayDetails.shape,
    related: z.array(Product).describe('The best products that share a topic with it.'),
    ...Provenance.shape,
  })
  .meta({ id: 'ProductDetails' })

export type ProductDetails = z.infer<typeof ProductDetails>

const Compared = ProductDetails.pick({
  product: true,
  ranks: true,
  firstVotes: true,
  votesByHour: true,
  benchmark: true,
})

const Comparison = ProductDetails.extend({
  compared: z.array(Compared).optional().describe('The products of `compareWith`, in its order.'),
})

export type ProductDeps = Pick<
  ToolDeps,
  'ranking' | 'search' | 'history' | 'launchTimezone' | 'now'
>

/** A model may send `null` for none. */
const othersField = z
  .array(productField)
  .max(MAX_COMPARED - 1, `must have at most ${MAX_COMPARED - 1} products`)
  .nullish()
  .transform((others) => others ?? undefined)
  .meta({
    type: 'array',
    items: { type: 'string' },
    maxItems: MAX_COMPARED - 1,
    description: 'Other products to compare it with, each by its id or name.',
  })

export function productTool(deps: ProductDeps) {
  return defineTool({
    name: 'getProduct',
    title: 'One product',
    executionText: 'Looking up a product…',
    description:
      'All that is known of one product launch, by its name or id: what it does, topics, votes, ' +
      'comments, link, when it launched; its rank in its day, week and month with the products ' +
      'just above and below; how many votes it gained in the last hour and needs for each of the ' +
      'first five places of its day; its votes after one and 24 hours, and how many percent of ' +
      'earlier launches had fewer at its age; products like it. To compare products, name the others in ' +
      '`compareWith`: one call has all. It knows no prices, users or features, and makers and a website only where ' +
      'the source has them.',
    input: z.object({
      product: productField,
      compareWith: othersField,
      tz: timezoneField(deps.launchTimezone),
    }),
    output: Comparison,
    async run({ product, compareWith = [], tz }, caller) {
      const detailsOf = async (named: string) => {
        const { products } = await findProduct(named, deps, caller)
        const id = products[0]?.id ?? (await idOfName(named, deps, caller))
        if (id !== undefined) return productDetails(id, tz, deps, caller)
        throw new AppError('not-found', `There is no product with the name “${named}”.`)
      }
      const others = Promise.all(compareWith.map(detailsOf))
      const [details, compared] = await Promise.all([detailsOf(product), others])
      if (compared.length === 0) return details
      return { ...details, compared: compared.map((other) => Compared.parse(other)) }
    },
  })
}

export async function productDetails(
  id: string,
  tz: string,
  deps: ProductDeps,
  caller: Cancellable = {},
): Promise<ProductDetails> {
  const { signal } = caller
  const { products, ...provenance } = await findProduct(id, deps, caller)
  const [product] = products
  if (!product) throw new AppError('not-found', 'There is no product with this id.')
  const { ranking: source } = deps
  if (provenance.source !== source.name) {
    const figures = await figuresOf(undefined, deps)
    return { product, tz, ranks: NO_RANKS, ...figures, leaders: [], related: [], ...provenance }
  }

  const { day, week, month } = calendarWindows(product.launchedAt, tz)
  const rankIn = async (window: Window | undefined) => {
    const rank = window && (await source.rank({ id, window, signal }))
    return rank ? withMargins(rank, product, window) : null
  }
  const [ranked, ofWeek, ofMonth, record, related] = await Promise.all([
    rankIn(day),
    rankIn(week),
    rankIn(month),
    recordOf(id, deps),
    relatedProducts(product, source, caller),
  ])
  // A live source is asked for the first launches of a time only.
  const counted = day && !ranked ? recordedRank(record, day, deps) : null
  const ofDay = day && counted ? withMargins(counted, product, day) : ranked
  return {
    product,
    tz,
    ranks: { day: ofDay, week: ofWeek, month: ofMonth },
    ...(await figuresOf(record, deps)),
    leaders: await leadersOf({ product, rank: ofDay?.rank, window: day }, deps, caller),
    related,
    ...provenance,
  }
}

/** The ranks of a product that the ranking's source does not have. */
const NO_RANKS = { day: null, week: null, month: null }

function withMargins({ rank, of, neighbours }: RankOfSource, product: Product, window: Window) {
  const [above, below] = rank > 1 ? neighbours : [undefined, neighbours[0]]
  const { votesCount: votes } = product
  const lead = votesAhead(votes, below?.votesCount ?? null)
  return {
    rank,
    of,
    window,
    neighbours,
    votesToNext: votesToPass(votes, above?.votesCount ?? null),
    votesAhead: lead,
    isClear: lead === null || votes === null ? null : isClearLead(votes, votes - lead),
  }
}

/** A live source is asked once for each topic. */
const MAX_TOPICS = 3

/** The best products of its topics, one topic after another. */
async function relatedProducts(
  { id, topics }: Product,
  source: ProductSource,
  { signal }: Cancellable,
) {
  const ofTopic = (topic: string) => source.top({ order: 'VOTES', topic, limit: COUNT.max, signal })
  const answers = await Promise.all(topics.slice(0, MAX_TOPICS).map(ofTopic))
  const related = new Map(answers.flatMap(({ products }) => products).map((one) => [one.id, one]))
  related.delete(id)
  return [...related.values()]
}
