import * as z from 'zod'
import type { Product } from '../ranking/product.ts'

export const SourceName = z.enum(['catalogue', 'product-hunt', 'algolia'])
export type SourceName = z.infer<typeof SourceName>

/** Where an answer comes from and how old it is. Part of every answer. */
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

/** Who waits for an answer, such as a `Request`. */
export interface Caller {
  readonly signal?: AbortSignal | undefined
}

export interface RankingRequest extends Caller {
  /** VOTES is by votes alone; RANKING is the source's own order inside a window. */
  order: 'VOTES' | 'RANKING'
  /** Half-open, UTC instants; all time by default. The label says whether it moves with the clock. */
  window?: { postedAfter: string; postedBefore: string; label?: string }
  limit: number
  /** Only products of this topic, in any case. */
  topic?: string | undefined
}

/** Ranked products, best first, at most `limit`. An empty list is a valid answer; failures reject. */
export interface ProductSource {
  readonly name: SourceName
  top(request: RankingRequest): Promise<SourceResult>
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
}
