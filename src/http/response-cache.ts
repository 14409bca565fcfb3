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

/**
 * Successful responses by request target (a path with its query) and `Accept`, the two things they
 * depend on.
 */
export interface ResponseCache {
  get(target: string, accept: string | undefined): CachedResponse | undefined
  set(target: string, accept: string | undefined, response: CachedResponse): void
}

/** The request target of a URL. */
export function requestTarget(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length))
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
  const keyOf = (target: string, accept = '') => `${target} ${accept}`

  return {
    get: (target, accept) => responses.get(keyOf(target, accept)),
    set: (target, accept, response) => responses.set(keyOf(target, accept), response),
  }
}
