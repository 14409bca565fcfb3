import { LRUCache } from 'lru-cache'

/** The maximum age of a response. Its `asOf` says when the list was read. */
const CACHED_MS = 1_000
const MAX_RESPONSES = 1_000

/** The response to a GET, without the headers that differ per request. */
export interface CachedResponse {
  /** The path of the request, as the router reads it. */
  readonly path: string
  readonly text: string
  /** The headers that are specific to this response. */
  readonly headers: Readonly<Record<string, string>>
}

/** Successful responses by URL and `Accept`, the two things they depend on. */
export interface ResponseCache {
  get(url: string, accept: string | undefined): CachedResponse | undefined
  set(url: string, accept: string | undefined, response: CachedResponse): void
}

/**
 * Equal requests within a second get the same bytes. Validating, ranking and serializing again would
 * cost more than the rest of the request, and change nothing.
 */
export function createResponseCache({ clock }: { clock(): number }): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    max: MAX_RESPONSES,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: clock },
  })
  const keyOf = (url: string, accept = '') => `${url} ${accept}`

  return {
    get: (url, accept) => responses.get(keyOf(url, accept)),
    set: (url, accept, response) => responses.set(keyOf(url, accept), response),
  }
}
