import { describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import { cacheApiStore } from '../../../src/sources/cache/cache-api-store.ts'
import { createSourceCache } from '../../../src/sources/cache/source-cache.ts'
import type { SourceResult } from '../../../src/sources/source.ts'

const now = () => new Date()
const clock = () => performance.now()
const log = createLog({ level: 'silent', write: () => {}, now })

function reading(): SourceResult {
  const launchedAt = '2026-11-20T08:00:00.000Z'
  const counts = { votesCount: 7, commentsCount: 1 }
  const product = { id: '1', name: 'One', tagline: null, url: null, launchedAt, topics: ['AI'] }
  return {
    products: [{ ...product, ...counts }],
    source: 'product-hunt',
    asOf: now().toISOString(),
    stale: false,
  }
}

describe('cacheApiStore()', () => {
  const key = 'product-hunt RANKING 2026-11-20T08:00:00.000Z/2026-11-21T08:00:00.000Z'

  it('the Cache API shares entries between isolates', async () => {
    const waits: Promise<unknown>[] = []
    const isolate = () => {
      const waitUntil = (promise: Promise<unknown>) => waits.push(promise)
      const store = cacheApiStore({ now, clock })
      return createSourceCache({ store, now, clock, log, waitUntil })
    }
    const load = vi.fn(async () => reading())
    const answer = await isolate().read(key, load)
    await Promise.all(waits)
    expect(await isolate().read(key, load)).toEqual(answer)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['another machine wrote it a moment ahead of us', -1_000, 0],
    ['it was read an hour ago', 3_600_000, 3_600_000],
    ['our clock was turned back an hour: it is refreshed', -3_600_000, 60_000],
    ['our clock was turned forward a week: it can be served', 7 * 86_400_000, 86_399_999],
  ])('the age of a shared entry is known: %s', async (_name, passedMs, ageMs) => {
    const value = reading()
    const later = () => new Date(Date.parse(value.asOf) + passedMs)
    const store = cacheApiStore({ now: later, clock: () => 7 })
    await store.set('turned', { value, readAtMs: 0 })
    expect(await store.get('turned')).toEqual({ value, readAtMs: 7 - ageMs })
  })

  it('an unreadable shared entry is a miss', async () => {
    const headers = { 'cache-control': 'max-age=60' }
    const cache = await caches.open('freshness')
    for (const body of ['no JSON', '{}', '{"value":{"products":[]},"readAt":1}']) {
      await cache.put('https://freshness.invalid/garbage', new Response(body, { headers }))
      expect(await cacheApiStore({ now, clock }).get('garbage')).toBeUndefined()
    }
    expect(await cacheApiStore({ now, clock }).get('nothing')).toBeUndefined()
  })
})
