import { describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import { cacheApi } from '../../../src/sources/cache/cache-api.ts'
import { createSourceCache } from '../../../src/sources/cache/source-cache.ts'
import type { SourceResult } from '../../../src/sources/source.ts'

const now = () => new Date()
const clock = () => performance.now()
const log = createLog({ level: 'silent', write: () => {}, now })

function reading(): SourceResult {
  const launchedAt = '2026-11-20T08:00:00.000Z'
  const counts = { votesCount: 7, commentsCount: 1 }
  const product = {
    id: '1',
    name: 'One',
    tagline: null,
    url: null,
    imageUrl: null,
    launchedAt,
    topics: ['AI'],
  }
  return {
    products: [{ ...product, ...counts }],
    source: 'product-hunt',
    asOf: now().toISOString(),
    stale: false,
  }
}

describe('cacheApi', () => {
  const key = 'product-hunt RANKING 2026-11-20T08:00:00.000Z/2026-11-21T08:00:00.000Z'

  it('the Cache API shares answers between isolates', async () => {
    const waits: Promise<unknown>[] = []
    const isolate = () => {
      const waitUntil = (promise: Promise<unknown>) => waits.push(promise)
      return createSourceCache({ shared: cacheApi, now, clock, log, waitUntil })
    }
    const load = vi.fn(async () => reading())
    const answer = await isolate().read(key, load)
    await Promise.all(waits)
    expect(await isolate().read(key, load)).toEqual(answer)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('an unreadable shared answer is a miss', async () => {
    const headers = { 'cache-control': 'max-age=60' }
    const cache = await caches.open('freshness')
    for (const body of ['no JSON', '{}', '{"products":[],"readAt":1}']) {
      await cache.put('https://freshness.invalid/garbage', new Response(body, { headers }))
      expect(await cacheApi.get('garbage')).toBeUndefined()
    }
    expect(await cacheApi.get('nothing')).toBeUndefined()
  })
})
