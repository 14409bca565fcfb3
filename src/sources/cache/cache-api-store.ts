import * as z from 'zod'
import { Product } from '../../ranking/product.ts'
import { Provenance, type SourceResult } from '../source.ts'
import { type Entry, FRESH_MS, STALE_MS, type Store } from './store.ts'

const StoredReading = z.object({
  value: z.object({ products: z.array(Product), ...Provenance.shape }),
})

/** The clocks of two machines may differ by this. */
const SKEW_MS = 5_000

/** A host that cannot exist, so that no key is a real URL. */
const HOST = 'https://freshness.invalid'

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': `max-age=${STALE_MS / 1000}`,
}

interface Clocks {
  now(): Date
  clock(): number
}

/**
 * Values in the cache of a Cloudflare location, which its isolates share. Anything else found there
 * is a miss. On a workers.dev domain there is never a hit.
 */
export function cacheApiStore(clocks: Clocks): Store<SourceResult> {
  return {
    async get(key) {
      try {
        const cache = await open()
        const response = await cache.match(address(key))
        if (!response) return undefined
        return toEntry(StoredReading.parse(await response.json()).value, clocks)
      } catch {
        return undefined
      }
    },

    async set(key, { value }) {
      const cache = await open()
      await cache.put(address(key), new Response(JSON.stringify({ value }), { headers: HEADERS }))
    },
  }
}

/**
 * Isolates share only the wall clock, and one of theirs may have been adjusted. A value from the
 * future, which would stay fresh until the clock has caught up with it, may be served and must be
 * refreshed; and no value is too old to serve, because the cache itself keeps none for longer.
 */
function toEntry(value: SourceResult, { now, clock }: Clocks): Entry<SourceResult> {
  const ageMs = now().getTime() - Date.parse(value.asOf)
  const isFromFuture = ageMs < -SKEW_MS
  const knownAgeMs = isFromFuture ? FRESH_MS : Math.min(Math.max(0, ageMs), STALE_MS - 1)
  return { value, readAtMs: clock() - knownAgeMs }
}

function open() {
  return caches.open('freshness')
}

function address(key: string) {
  return `${HOST}/${encodeURIComponent(key)}`
}
