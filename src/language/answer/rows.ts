import type * as z from 'zod'
import type { Product } from '../../ranking/product.ts'
import { hasTopic } from '../../ranking/topic.ts'
import { FoundLaunches } from '../../tools/find-launches.ts'
import { type Groups, launchGroups } from '../../tools/launch-groups.ts'
import { ProductDetails } from '../../tools/product.ts'
import { SearchProductsAnswer } from '../../tools/search-products.ts'
import type { Listed, Outcome } from '../dialogue/conversation.ts'
import {
  type AskRequest,
  isField,
  type Measure,
  type Narrowing,
  type Reference,
} from '../dialogue/request.ts'
import type { Bounds } from '../slots/counts.ts'
import { Ranking } from './ranking-answer.ts'
import {
  inBounds,
  inTopics,
  inWords,
  joined,
  notesOn,
  number,
  windowInWords,
  zoneInWords,
} from './wording.ts'

/** What is known of a product, from a tool or from an earlier answer. */
export type Known = { [Key in keyof Product]?: Product[Key] | undefined } & {
  name: string
  details?: ProductDetails
}

/** The products of a set, with what is known of all of them. */
export interface Rows {
  /** Of a time only the first ones, in the order that was asked for. */
  products: readonly Known[]
  /** Null if not known, as the sums. */
  total: number | null
  votes: number | null
  comments: number | null
  groups: Groups
  /** "43 launches in Finance (last week, November 9 to 15, 2026, New York time)", "the two in Finance". */
  all: string
  /** What a list was narrowed from: "the three"; undefined for a time. */
  from: string | undefined
  /** How it was narrowed: "in Finance". */
  narrowing: string
  tz: string
  notes: string[]
}

/** What tools returned and earlier answers say. */
export interface Context {
  known: readonly Listed[]
  outcomes: readonly Outcome[]
  defaultTimezone: string
  now: Date
}

/** The sets that a question is about. */
export function setsAsked(request: AskRequest, context: Context): Rows[] {
  const isOfAll = request.set.kind === 'window' && !request.isOfFew
  const found = isOfAll ? resultsOf(context.outcomes, 'findLaunches', FoundLaunches) : []
  if (found.length > 0) return found.map((one) => rowsFound(request, one))
  const all = productsAsked(request, context)
  return all.length > 0 ? [rowsListed(request, all, context.defaultTimezone)] : []
}

/** The results of a tool that have its form. */
export function resultsOf<Schema extends z.ZodType>(
  outcomes: readonly Outcome[],
  name: string,
  schema: Schema,
): z.output<Schema>[] {
  return outcomes.flatMap(({ toolName, result }) => {
    const { data } = toolName === name ? schema.safeParse(result) : {}
    return data === undefined ? [] : [data]
  })
}

function rowsFound({ bounds, within }: AskRequest, found: FoundLaunches): Rows {
  const { posts, total, window, tz, votes, comments, topics, days, weekdays } = found
  const narrowing = narrowedBy(found, bounds, within)
  const count = total === 0 ? 'no' : total === null ? 'the' : number(total)
  const noun = total === 1 ? 'launch' : 'launches'
  const span = window ? `(${windowInWords(window, tz)}, ${zoneInWords(tz)})` : 'in all'
  return {
    products: posts,
    total,
    votes,
    comments,
    narrowing,
    tz,
    groups: { topics, days, weekdays },
    all: [count, noun, narrowing, span].filter(Boolean).join(' '),
    from: undefined,
    notes: notesOn(found),
  }
}

function rowsListed(request: AskRequest, all: readonly Known[], defaultTimezone: string): Rows {
  const { operation, place } = request
  const isOfPlace = place !== undefined && isField(operation)
  const products = isOfPlace ? all.slice(place - 1, place) : narrowed(request, all)
  const without = request.without?.flatMap((one) =>
    one !== 'it' && 'topic' in one ? one.topic : [],
  )
  const narrowing = narrowedBy({ topic: request.topic, exceptTopics: without }, request.bounds)
  const [tz = defaultTimezone] = all.flatMap(({ details }) => details?.tz ?? [])
  return {
    products,
    total: products.length,
    votes: sumOf(products, 'votesCount'),
    comments: sumOf(products, 'commentsCount'),
    groups: launchGroups(products.map(asProduct), tz),
    all: ['the', inWords(products.length), narrowing].filter(Boolean).join(' '),
    from: `the ${inWords(all.length)}`,
    narrowing,
    tz,
    notes: [],
  }
}

/** The products that tools returned, or else those of earlier answers. */
export function productsAsked({ set }: AskRequest, { known, outcomes }: Context): Known[] {
  if (set.kind === 'products' && outcomes.length > 0)
    return set.references.flatMap((one, at) => productIn(one, outcomes.slice(at, at + 1)))
  const details = resultsOf(outcomes, 'getProduct', ProductDetails)
  if (details.length > 0) return details.map((one) => ({ ...one.product, details: one }))
  const listed = outcomes.flatMap((one) =>
    one.toolName === 'searchProducts'
      ? resultsOf([one], one.toolName, SearchProductsAnswer).flatMap(({ hits }) => hits)
      : resultsOf([one], one.toolName, Ranking).flatMap(({ posts }) => posts),
  )
  return listed.length > 0 ? listed : known.map(({ line: _, ...one }) => ({ ...one }))
}

/** A product by itself, or at a place of a list. */
function productIn(reference: Reference, outcomes: readonly Outcome[]): Known[] {
  const [details] = resultsOf(outcomes, 'getProduct', ProductDetails)
  if (details) return [{ ...details.product, details }]
  const [{ toolName = '' } = {}] = outcomes
  const [{ posts } = { posts: [] }] = resultsOf(outcomes, toolName, Ranking.pick({ posts: true }))
  const place = reference !== 'it' && 'place' in reference ? reference.place : 1
  const product = posts.at(place > 0 ? place - 1 : place)
  return product ? [product] : []
}

/** Those that a question keeps to, or is about without some. */
function narrowed({ topic, bounds, without }: Narrowing, all: readonly Known[]): Known[] {
  const isLeftOut = (one: Known, at: number) =>
    without?.some((reference) => {
      if (reference === 'it') return false
      if ('topic' in reference) return isOf(one, reference.topic)
      if ('name' in reference) return one.name.toLowerCase() === reference.name.toLowerCase()
      return reference.place === at + 1 || reference.place === at - all.length
    })
  return all.filter((one, at) => isOf(one, topic) && fits(one, bounds) && !isLeftOut(one, at))
}

function narrowedBy(
  { topic, withTopics, exceptTopics }: Topics,
  ...bounds: (Bounds | undefined)[]
) {
  const limits = bounds.flatMap((one) => (one ? inBounds(one) : []))
  const parts = [
    inTopics(topic, withTopics, exceptTopics),
    limits.length > 0 && `with ${joined(limits)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

type Topics = Partial<Pick<FoundLaunches, 'topic' | 'withTopics' | 'exceptTopics'>>

function isOf({ topics = [] }: Known, topic: string | undefined): boolean {
  return hasTopic({ topics }, topic)
}

function fits(product: Known, bounds?: Bounds): boolean {
  if (!bounds) return true
  const { min = -Infinity, max = Infinity, field } = bounds
  const count = measureOf(product, field)
  return count !== undefined && min <= count && count <= max
}

/** What a product has of a measure. */
export function measureOf({ votesCount, commentsCount, launchedAt }: Known, measure: Measure) {
  if (measure === 'launch') return launchedAt ? Date.parse(launchedAt) : undefined
  return (measure === 'votes' ? votesCount : commentsCount) ?? undefined
}

/** Null if one of them has no such field. */
export function sumOf<Field extends string>(
  all: readonly { [Key in Field]?: number | null | undefined }[],
  field: Field,
): number | null {
  const values = all.map((one) => one[field] ?? null)
  return values.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0)
}

/** A product whose fields are null where they are not known. */
export function asProduct(product: Known): Product {
  const known = Object.entries(product).filter(([, value]) => value !== undefined)
  return { ...NOTHING, name: product.name, ...Object.fromEntries(known) }
}

const NOTHING = {
  ...{ id: '', tagline: null, url: null, imageUrl: null, topics: [] },
  ...{ votesCount: null, commentsCount: null, launchedAt: null },
}
