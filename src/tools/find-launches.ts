import * as z from 'zod'
import { Product } from '../ranking/product.ts'
import { hasTopic } from '../ranking/topic.ts'
import { Window } from '../ranking/window.ts'
import {
  type Cancellable,
  type LaunchesRequest,
  type ProductSource,
  Provenance,
} from '../sources/source.ts'
import { countField, limitField, topicOfAnswer, topicsField } from './field.ts'
import { datesOf, Groups, launchGroups } from './launch-groups.ts'
import { defineTool } from './tool.ts'
import {
  resolveTimeframeOrAll,
  type TimeframeDeps,
  timeframeOrAllFields,
} from './top-products-by-timeframe.ts'

/** By what launches are put in order. What is unknown comes last in each. */
const ORDERS = {
  most_votes: ({ votesCount }: Product) => negative(votesCount),
  fewest_votes: ({ votesCount }: Product) => votesCount,
  most_comments: ({ commentsCount }: Product) => negative(commentsCount),
  fewest_comments: ({ commentsCount }: Product) => commentsCount,
  newest: ({ launchedAt }: Product) => negative(launchedAt && Date.parse(launchedAt)),
  oldest: ({ launchedAt }: Product) => launchedAt && Date.parse(launchedAt),
} satisfies Record<string, (product: Product) => number | null | ''>

export type Order = keyof typeof ORDERS
const ORDER_NAMES = Object.keys(ORDERS) as [Order, ...Order[]]
export const Order = z.enum(ORDER_NAMES)

/** Each page of a live source is a call of its budget. */
const MAX_READ = 100
/** Launches in memory cost nothing. */
const MAX_READ_OF_CATALOGUE = 10_000

export const FoundLaunches = z
  .object({
    posts: z.array(Product).describe('In the requested order.'),
    total: z.number().int().nullable().describe('How many launches fit; null if not known.'),
    votes: z.number().int().nullable().describe('The sum of their votes; null if not known.'),
    comments: z.number().int().nullable().describe('The sum of their comments; null if not known.'),
    ...Groups.shape,
    compared: z.number().int().describe('How many launches were read to answer.'),
    limit: z.number().int(),
    order: Order,
    timeframe: z.string(),
    tz: z.string(),
    topic: topicOfAnswer,
    withTopics: z.array(z.string()).optional().describe('The topics that all of them have.'),
    exceptTopics: z.array(z.string()).optional().describe('The topics that none of them has.'),
    window: Window.nullable().describe('Null for all launches.'),
    ...Provenance.shape,
  })
  .meta({ id: 'FoundLaunches' })

export type FoundLaunches = z.infer<typeof FoundLaunches>

function findInput(defaultTimezone: string) {
  return z.object({
    ...timeframeOrAllFields(defaultTimezone),
    order: Order.nullish()
      .transform((order) => order ?? 'most_votes')
      .meta({ type: 'string', enum: ORDER_NAMES, description: 'Which launches come first.' }),
    withTopics: topicsField('Only launches that have all of these topics.'),
    exceptTopics: topicsField('Only launches that have none of these topics.'),
    minVotes: countField('Only launches with at least this many votes.'),
    maxVotes: countField('Only launches with at most this many votes.'),
    minComments: countField('Only launches with at least this many comments.'),
    maxComments: countField('Only launches with at most this many comments.'),
    limit: limitField(3),
  })
}

export function findLaunchesTool(deps: TimeframeDeps) {
  return defineTool({
    name: 'findLaunches',
    title: 'Launches counted and compared',
    executionText: 'Counting launches…',
    description:
      'Counts, filters and compares all product launches of a timeframe: how many there were, of ' +
      'which topics, on which days and weekdays, and how many votes and comments they have in ' +
      'all; which have the most or the fewest votes or comments, or are the newest or the oldest; ' +
      'which have at least or at most so many votes or comments; which have several topics at once ' +
      'or none of some topics, ranked without them. Call it once for each timeframe ' +
      'or topic of a comparison. To list only the leaders by votes use getTopProductsByTimeframe.',
    input: findInput(deps.defaultTimezone),
    output: FoundLaunches,
    run: (query, caller) => findLaunches(query, deps, caller),
  })
}

async function findLaunches(
  { timeframe: text, tz, topic, order, limit, ...kept }: z.output<ReturnType<typeof findInput>>,
  deps: TimeframeDeps,
  caller?: Cancellable,
) {
  const { timeframe, window } = resolveTimeframeOrAll(text, tz, deps)
  const request = { window, topic, signal: caller?.signal }
  const { products, total, isWhole, ...provenance } = await readAll(request, deps.ranking)
  const fitting = products.filter((product) => fits(product, kept))
  const { withTopics, exceptTopics } = kept
  const absent = exceptTopics?.filter((topic) => !products.some((one) => hasTopic(one, topic)))
  const told = absent?.map((topic) => `None is in ${topic} anyway.`) ?? []
  const notes = [...(provenance.note ? [provenance.note] : []), ...told]
  const isEach = fitting.length === products.length
  return {
    posts: launchesInOrder(fitting, order).slice(0, limit),
    total: isWhole ? fitting.length : isEach ? (total ?? null) : null,
    votes: isWhole ? sumOf(fitting.map(({ votesCount }) => votesCount)) : null,
    comments: isWhole ? sumOf(fitting.map(({ commentsCount }) => commentsCount)) : null,
    ...launchGroups(fitting, tz, datesOf(window, tz, deps.now())),
    compared: products.length,
    limit,
    order,
    timeframe,
    tz,
    topic,
    withTopics,
    exceptTopics,
    window: window ?? null,
    ...provenance,
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
}

/** The launches of a window, as many as may be read of it. */
async function readAll(
  request: Omit<LaunchesRequest, 'limit'> & Cancellable,
  ranking: ProductSource,
) {
  const limit = ranking.name === 'catalogue' ? MAX_READ_OF_CATALOGUE : MAX_READ
  const { hasMore, version: _, ...page } = await ranking.launches({ ...request, limit })
  if (!hasMore) return { ...page, isWhole: true }
  const count = page.products.length.toLocaleString('en-US')
  const note = `Only the ${count} launches with the most votes were compared.`
  return { ...page, isWhole: false, note: page.note ? `${page.note} ${note}` : note }
}

interface Conditions {
  withTopics?: readonly string[] | undefined
  exceptTopics?: readonly string[] | undefined
  minVotes?: number | undefined
  maxVotes?: number | undefined
  minComments?: number | undefined
  maxComments?: number | undefined
}

function fits(product: Product, conditions: Conditions): boolean {
  const { withTopics = [], exceptTopics = [], minVotes, maxVotes, ...others } = conditions
  return (
    isBetween(product.votesCount, minVotes, maxVotes) &&
    isBetween(product.commentsCount, others.minComments, others.maxComments) &&
    withTopics.every((topic) => hasTopic(product, topic)) &&
    !exceptTopics.some((topic) => hasTopic(product, topic))
  )
}

/** What is unknown fits no bound. */
function isBetween(count: number | null, min = -Infinity, max = Infinity): boolean {
  if (count === null) return min === -Infinity && max === Infinity
  return min <= count && count <= max
}

export function launchesInOrder(products: readonly Product[], order: Order): Product[] {
  const key = ORDERS[order]
  const places = products.map((product) => ({ product, place: Number(key(product) ?? Infinity) }))
  return places
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ product }) => product)
}

function negative(count: number | null | ''): number | null {
  return typeof count === 'number' ? -count : null
}

function sumOf(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}
