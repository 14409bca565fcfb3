import { describe, expect, it } from 'vitest'
import { cacheApi } from '../../src/sources/cache-api.ts'

describe('cacheApi()', () => {
  it('isolates share the answers and the pause of an upstream, and of no other', async () => {
    const waits: Promise<unknown>[] = []
    const isolate = (upstream: string) =>
      cacheApi({ upstream, waitUntil: (work) => waits.push(work) })
    const key = 'product-hunt RANKING 2026-11-20T08:00:00.000Z/2026-11-21T08:00:00.000Z'
    const pausedUntilMs = Date.now() + 60_000
    isolate('https://one.example a').write(key, '{"products":[]}', 60_000)
    isolate('https://one.example a').pause(pausedUntilMs)
    await Promise.all(waits)
    const found = await isolate('https://one.example a').read(key)
    expect(found).toEqual({ answer: '{"products":[]}', pausedUntilMs })
    expect(await isolate('https://one.example a').read('other')).toEqual({ pausedUntilMs })
    expect(await isolate('https://one.example b').read(key)).toEqual({})
  })
})
