import * as z from 'zod'
import { AppError } from '../core/error.ts'
import type { LaunchBounds } from '../ranking/place.ts'
import { Product } from '../ranking/product.ts'
import type { Budget } from './upstream-calls.ts'

/** The sources of launches: what is known of each before it is asked. Live ones: `live-source.ts`. */
export const SOURCES = {
  catalogue: { label: 'the Launchboard catalogue', hasTopics: true },
  'product-hunt': { label: 'Product Hunt', hasTopics: true },
  'show-hn': { label: 'Show HN', hasTopics: false },
  algolia: { label: 'Algolia', hasTopics: true },
} as const

export const SourceName = z.enum(['catalogue', 'product-hunt', 'show-hn', 'algolia'])
export type SourceName = keyof typeof SOURCES

/** The origin of an answer and its age. Part of every answer. */
export const Provenance = z.object({
  source: SourceName,
  asOf: z.iso.datetime().describe('When the data was read from its source, UTC.'),
  stale: z.boolean().describe('True when the source failed and an earlier answer is served.'),
  note: z.string().optional().describe('What to know about the answer, such as why it is empty.'),
})

export type Provenance = z.infer<typeof Provenance>

export interface SourceResult extends Provenance {
  products: Product[]
}

/** A caller who waits for an answer, such as a `Request`. */
export interface Cancellable {
  readonly signal?: AbortSignal | undefined
}

/** Half-open, UTC instants. The label says whether it moves with the clock. */
export interface RequestedWindow {
  postedAfter: string
  postedBefore: string
  label?: string
}

export interface LeaderboardRequest extends Cancellable {
  /** VOTES is by votes alone; RANKING is the source's own order inside a window. */
  order: 'VOTES' | 'RANKING'
  /** All time by default. */
  window?: RequestedWindow
  limit: number
  /** Only products of this topic, in any case. */
  topic?: string | undefined
}

/** A place in one version of all launches: votes move, and a later version has another order. */
interface PagePlace {
  version: string
  /** The number of launches within the bounds before it. */
  offset: number
}

export interface LaunchesRequest extends Cancellable, LaunchBounds {
  /** All time by default. */
  window?: RequestedWindow | undefined
  limit: number
  topic?: string | undefined
  /** The best launch of the newest version by default. */
  from?: PagePlace | undefined
}

/** A page of the launches of a window. */
interface LaunchesPage extends SourceResult {
  /** With `minVotes`: the place of each product among all launches of the window. */
  ranks?: number[] | undefined
  /** Names the version, for the pages after this one. */
  version: string
  /** The number of launches on all pages; absent if the source does not know. */
  total?: number | undefined
  hasMore: boolean
}

/** The error for a page of a version that is no longer retained. */
export function versionGone() {
  const message = 'cursor: its launches were read too long ago. Begin again without a cursor.'
  return new AppError('gone', message)
}

interface ProductRequest extends Cancellable {
  id: string
}

interface RankRequest extends ProductRequest {
  window: RequestedWindow
}

/** The place of a product among the launches of a window. */
export interface ProductRank {
  rank: number
  /** The number of launches in the window; `null` if the source does not know. */
  of: number | null
  /** The products just above and below. */
  neighbours: Product[]
}

/** The source of rankings. An empty list is a valid answer; failures reject. */
export interface ProductSource {
  readonly name: SourceName
  /** Ranked products, best first, at most `limit`. */
  top(request: LeaderboardRequest): Promise<SourceResult>
  /**
   * All launches of a window in the order of RANKING, page by page. A page of a version that is no
   * longer retained rejects with `gone`.
   */
  launches(request: LaunchesRequest): Promise<LaunchesPage>
  /** The product with an id, if there is one. */
  product(request: ProductRequest): Promise<SourceResult>
  /** `null` if the source cannot tell. */
  rank(request: RankRequest): Promise<ProductRank | null>
}

/** What an upstream answers to one question, as other processes may share it. */
export const UpstreamAnswer = z.object({
  products: z.array(Product),
  ...Provenance.shape,
  /** The number of launches on all pages; absent if the upstream does not know. */
  total: z.number().optional(),
  /** The beginning of the next page; absent on the last one. */
  next: z.string().optional(),
})

export type UpstreamAnswer = z.infer<typeof UpstreamAnswer>

export interface UpstreamLaunchesRequest extends Cancellable {
  window?: RequestedWindow | undefined
  limit: number
  topic?: string | undefined
  /** The beginning of the page: `next` of the page before. */
  after?: string | undefined
}

/** Another service with launches, which is asked each time. */
export interface UpstreamSource extends Pick<ProductSource, 'name' | 'top' | 'product'> {
  /** The launches of a window in the order of RANKING, in pages of its own. */
  launches(request: UpstreamLaunchesRequest): Promise<UpstreamAnswer>
}

interface LiveSourceOptions {
  /** Empty where none is needed. */
  token: string
  url: string
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  /** Called with what is left of the budget, as often as it is known. */
  onBudget(budget: Budget): void
  /** Called with how many launches were dropped, because they are not what the request is about. */
  onDropped(count: number): void
}

/** A live source as one object, which its file exports and `live-source.ts` lists. */
export interface LiveSourceKind {
  /** The URL of its API. */
  url: string
  needsToken: boolean
  /** What it allows in a period, in its own units. */
  budget: { total: number; periodMs: number }
  /** The zone of its launch days, if it has one of its own. */
  timezone?: string
  create(options: LiveSourceOptions): { source: UpstreamSource; search?: SearchIndex }
}

interface SearchRequest extends Cancellable {
  query: string
  limit: number
  /** Only products of this topic. A source that cannot filter by it throws `invalid-request`. */
  topic?: string | undefined
}

/** Products that match words, best match first, at most `limit`. */
export interface SearchIndex {
  readonly name: SourceName
  search(request: SearchRequest): Promise<SourceResult>
  /** The product with an id, if there is one. Absent where the ranking's source has every hit. */
  product?(request: ProductRequest): Promise<SourceResult>
}
