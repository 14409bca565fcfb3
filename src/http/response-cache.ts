import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Env } from './env.ts'
import { ownAddress } from './query.ts'

/** The maximum age of a response. Its `asOf` says when the list was read. */
const CACHED_MS = 1_000
const MAX_RESPONSES = 1_000
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Equal requests within a second get the same bytes. Validating, ranking and serializing again would
 * cost more than the rest of the request, and change nothing. Only for responses that depend on
 * nothing but the address without foreign parameters, `Accept` and `Origin`.
 */
export function responseCache({ clock }: { clock(): number }): MiddlewareHandler<Env> {
  const responses = new LRUCache<string, { text: string; headers: Record<string, string> }>({
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length),
    ttlAutopurge: true,
    ttl: CACHED_MS,
    ttlResolution: 0,
    // Zero would be no time to it: the entry would stay, and a timer look at it each millisecond.
    perf: { now: () => 1 + clock() },
  })

  return async function cacheResponses(c, next) {
    const key = `${ownAddress(c.req.url)} ${c.req.header('accept')} ${c.req.header('origin')}`
    const common = c.get('headers')
    const cached = responses.get(key)
    if (cached) return new Response(cached.text, { headers: { ...common, ...cached.headers } })
    await next()
    if (c.res.status !== 200) return
    const own = [...c.res.headers].filter(([name]) => name === 'vary' || !(name in common))
    responses.set(key, { text: await c.res.clone().text(), headers: Object.fromEntries(own) })
  }
}
