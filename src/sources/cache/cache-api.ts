import { LaunchesPage } from '../source.ts'
import { type SharedAnswers, STALE_MS } from './source-cache.ts'

/** A host that cannot exist, so that no key is a real URL. */
const HOST = 'https://freshness.invalid'

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': `max-age=${STALE_MS / 1000}`,
}

/**
 * Answers in the cache of a Cloudflare location, shared by its isolates. An unexpected entry is a
 * miss. On a workers.dev domain every read is a miss.
 */
export const cacheApi: SharedAnswers = {
  async get(key) {
    try {
      const response = await (await open()).match(address(key))
      return response && LaunchesPage.parse(await response.json())
    } catch {
      return undefined
    }
  },

  async set(key, answer) {
    const cache = await open()
    await cache.put(address(key), new Response(JSON.stringify(answer), { headers: HEADERS }))
  },
}

function open() {
  return caches.open('freshness')
}

function address(key: string) {
  return `${HOST}/${encodeURIComponent(key)}`
}
