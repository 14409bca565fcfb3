import * as z from 'zod'
import { Product } from '../../ranking/product.ts'
import { Provenance, type SourceResult } from '../source.ts'
import { type Entry, FRESH_MS, STALE_MS, type Store } from './store.ts'

const StoredResult = z.object({
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
 * Values in the cache of a Cloudflare location, shared by its isolates. An unexpected entry is a miss.
 * On a workers.dev domain every read is a miss.
 */
export function cacheApiStore(clocks: Clocks): Store<SourceResult> {
  return {
    async get(key) {
      try {
        const cache = await open()
        const response = await cache.match(address(key))
        if (!response) return undefined
        return toEntry(StoredResult.parse(await response.json()).value, clocks)
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
 * Isolates share only the wall clock, which may have been adjusted on one of them. A value from the
 * future would stay fresh until the clock catches up, so it is served but refreshed. No value is too
 * old to serve, as the cache itself removes those.
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
