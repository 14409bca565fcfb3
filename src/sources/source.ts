import * as z from 'zod'
import { Product } from '../ranking/product.ts'

export const SourceName = z.enum(['catalogue', 'product-hunt', 'show-hn', 'algolia'])
export type SourceName = z.infer<typeof SourceName>

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
export interface Caller {
  readonly signal?: AbortSignal | undefined
}

/** Half-open, UTC instants. The label says whether it moves with the clock. */
export interface RequestedWindow {
  postedAfter: string
  postedBefore: string
  label?: string
}

export interface RankingRequest extends Caller {
  /** VOTES is by votes alone; RANKING is the source's own order inside a window. */
  order: 'VOTES' | 'RANKING'
  /** All time by default. */
  window?: RequestedWindow
  limit: number
  /** Only products of this topic, in any case. */
  topic?: string | undefined
}

export interface LaunchesRequest extends Caller {
  window: RequestedWindow
  limit: number
  topic?: string | undefined
  /** The beginning of the page: `next` of the page before; the best launch by default. */
  after?: string | undefined
}

/** A page of the launches of a window. */
export const LaunchesPage = z.object({
  products: z.array(Product),
  ...Provenance.shape,
  /** The number of launches on all pages; absent if the source does not know. */
  total: z.number().optional(),
  /** The beginning of the next page; absent on the last one. */
  next: z.string().optional(),
})

export type LaunchesPage = z.infer<typeof LaunchesPage>

export interface ProductRequest extends Caller {
  id: string
}

export interface RankRequest extends ProductRequest {
  window: RequestedWindow
}

/** The place of a product among the launches of a window. */
export interface Rank {
  rank: number
  /** The number of launches in the window; `null` if the source does not know. */
  of: number | null
  /** The products just above and below. */
  neighbours: Product[]
}

/** An upstream with products. An empty list is a valid answer; failures reject. */
export interface UpstreamSource {
  readonly name: SourceName
  /** Ranked products, best first, at most `limit`. */
  top(request: RankingRequest): Promise<SourceResult>
  /** All launches of a window in the order of RANKING, page by page. */
  launches(request: LaunchesRequest): Promise<LaunchesPage>
  /** The product with an id, if there is one. */
  product(request: ProductRequest): Promise<SourceResult>
}

export interface ProductSource extends UpstreamSource {
  /** `null` if the source cannot tell. */
  rank(request: RankRequest): Promise<Rank | null>
}

export interface SearchRequest extends Caller {
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
