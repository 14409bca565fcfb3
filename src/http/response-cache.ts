import { LRUCache } from 'lru-cache'

/** A response is this old at most; its own `asOf` says when it was made. */
const CACHED_MS = 1_000
const MAX_RESPONSES = 1_000

/** The response to a GET, but for what belongs to one request alone. */
export interface CachedResponse {
  /** Of the request, as the router has read it. */
  readonly path: string
  readonly text: string
  /** Those that it has besides the ones of every response. */
  readonly headers: Readonly<Record<string, string>>
}

/** Good responses, by what they depend on: the whole URL, and what is accepted. */
export interface ResponseCache {
  get(url: string, accept: string | undefined): CachedResponse | undefined
  set(url: string, accept: string | undefined, response: CachedResponse): void
}

/**
 * Equal questions within a second get the same bytes: to check, rank and write them out again would
 * cost more than all the rest of the request and change nothing.
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
