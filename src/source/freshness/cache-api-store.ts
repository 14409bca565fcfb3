import * as z from 'zod'
import { Product } from '../../product/product.ts'
import { Provenance, type Reading } from '../source.ts'
import { STALE_MS } from './freshness.ts'
import type { Store } from './store.ts'

const StoredReading = z.object({
  value: z.object({ products: z.array(Product), ...Provenance.shape }),
  readAt: z.number(),
})

/** A host that cannot exist, so that no key is the address of something. */
const HOST = 'https://freshness.invalid'

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': `max-age=${STALE_MS / 1000}`,
}

/**
 * Answers in the cache of a Cloudflare location, which its isolates share. Whatever else is found
 * there is a miss. On a workers.dev domain nothing is ever found.
 */
export function cacheApiStore(): Store<Reading> {
  return {
    async get(key) {
      try {
        const cache = await open()
        const response = await cache.match(address(key))
        return response && StoredReading.parse(await response.json())
      } catch {
        return undefined
      }
    },

    async set(key, entry) {
      const cache = await open()
      await cache.put(address(key), new Response(JSON.stringify(entry), { headers: HEADERS }))
    },
  }
}

function open() {
  return caches.open('freshness')
}

function address(key: string) {
  return `${HOST}/${encodeURIComponent(key)}`
}
