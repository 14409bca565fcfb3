import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/core/error.ts'
import type { SourceResult } from '../../../src/sources/source.ts'
import { reading, testSourceCache } from './source-cache.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const HOUR_MS = 3_600_000
const fails = () => Promise.reject(new AppError('upstream-failed', 'It is down.'))
const hangs = () => new Promise<SourceResult>(() => {})

/** With an answer in it that was read so long ago. */
async function filledCache(ageMs: number, options?: Parameters<typeof testSourceCache>[0]) {
  const tested = testSourceCache(options)
  const first = await tested.cache.read('key', async () => reading('first'))
  await vi.advanceTimersByTimeAsync(ageMs)
  return { ...tested, first }
}

describe('createSourceCache()', () => {
  it('200 equal reads load once', async () => {
    const { cache } = testSourceCache()
    const load = vi.fn(async () => reading())
    await Promise.all(Array.from({ length: 200 }, () => cache.read('key', load)))
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('an entry younger than a minute is not loaded again', async () => {
    const { cache, first } = await filledCache(59_999)
    const load = vi.fn(async () => reading('second'))
    expect(await cache.read('key', load)).toEqual(first)
    expect(load).not.toHaveBeenCalled()
  })

  it('an older entry is served at once while one refresh runs', async () => {
    const { cache, first } = await filledCache(60_000)
    const load = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return reading('second')
    })
    const served = await Promise.all(Array.from({ length: 50 }, () => cache.read('key', load)))
    expect(served).toEqual(served.map(() => first))
    await vi.advanceTimersByTimeAsync(150)
    expect(load).toHaveBeenCalledTimes(1)

    const { products, asOf, stale } = await cache.read('key', load)
    expect(products[0]!.name).toBe('second')
    expect({ asOf, stale }).toEqual({ asOf: '2026-11-20T18:01:00.150Z', stale: false })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('after a failed refresh the answer is stale with its own time', async () => {
    const { cache, first } = await filledCache(2 * HOUR_MS)
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(0)
    expect(await cache.read('key', fails)).toEqual({ ...first, stale: true })
  })

  it('after a successful refresh the answer is not stale', async () => {
    const { cache } = await filledCache(2 * HOUR_MS)
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(5_000)
    await cache.read('key', async () => reading('second'))
    await vi.advanceTimersByTimeAsync(0)
    expect(await cache.read('key', fails)).toMatchObject({ stale: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await cache.read('key', hangs)).toMatchObject({ stale: false })
  })

  it('a failed refresh is not repeated for every read', async () => {
    const { cache } = await filledCache(2 * HOUR_MS)
    const load = vi.fn(fails)
    for (let second = 0; second < 60; second += 1) {
      await cache.read('key', load)
      await cache.read('key', load)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(load).toHaveBeenCalledTimes(12)
  })

  it('a hanging upstream delays no read once there is an entry', async () => {
    const { cache, first } = await filledCache(23 * HOUR_MS)
    expect(await cache.read('key', hangs)).toEqual(first)
    expect(await cache.read('key', hangs)).toEqual(first)
  })

  it('a hanging refresh is given up, so that the next can succeed', async () => {
    const { cache } = await filledCache(HOUR_MS)
    await cache.read('key', hangs)
    await vi.advanceTimersByTimeAsync(15_000)
    await cache.read('key', async () => reading('second'))
    await vi.advanceTimersByTimeAsync(0)
    expect((await cache.read('key', fails)).products[0]!.name).toBe('second')
  })

  it('without an entry of the last day the failure is thrown', async () => {
    const { cache } = testSourceCache()
    await expect(cache.read('key', fails)).rejects.toThrow('It is down.')
    const old = await filledCache(24 * HOUR_MS)
    await expect(old.cache.read('key', fails)).rejects.toThrow('It is down.')
  })

  it('without an entry a read waits ten seconds at most', async () => {
    const { cache } = testSourceCache()
    const answer = expect(cache.read('key', hangs)).rejects.toMatchObject({
      code: 'upstream-timeout',
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await answer
  })

  it('a load that nobody waits for is aborted', async () => {
    const { cache } = testSourceCache()
    const signals: AbortSignal[] = []
    const load = (signal: AbortSignal) => {
      signals.push(signal)
      return hangs()
    }
    const leaver = new AbortController()
    const left = cache.read('key', load, leaver.signal)
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(signals[0]!.aborted).toBe(true)
  })

  it('a refresh continues when the readers that started it have left', async () => {
    const { cache, kept } = await filledCache(HOUR_MS)
    const leaver = new AbortController()
    const load = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return reading('second')
    }
    await cache.read('key', load, leaver.signal)
    leaver.abort()
    await vi.advanceTimersByTimeAsync(150)
    await Promise.all(kept)
    expect((await cache.read('key', fails)).products[0]!.name).toBe('second')
  })

  it('a stale result of the loader is passed on as stale', async () => {
    const { cache } = testSourceCache()
    const asOf = new Date(Date.now() - HOUR_MS).toISOString()
    const load = vi.fn(async () => ({ ...reading(), asOf, stale: true }))
    expect(await cache.read('key', load)).toMatchObject({ asOf, stale: true })
    expect(await cache.read('key', load)).toMatchObject({ asOf, stale: true })
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5_000)
    await cache.read('key', load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['another machine wrote a moment ahead of us is fresh', -1_000, 0],
    ['was read an hour ago is served and refreshed', HOUR_MS, 1],
    ['is from the future is served and refreshed', -HOUR_MS, 1],
    ['seems a week old can be served', 7 * 24 * HOUR_MS, 1],
  ])('a shared answer that %s', async (_name, ageMs, loads) => {
    const asOf = new Date(Date.now() - ageMs).toISOString()
    const first = { ...reading('first'), asOf }
    const shared = { get: async () => first, set: vi.fn(async () => {}) }
    const { cache } = testSourceCache({ shared })
    const load = vi.fn(async () => reading('second'))
    expect(await cache.read('key', load)).toEqual(first)
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(loads)
    expect(shared.set).toHaveBeenCalledTimes(loads)
    const { products } = await cache.read('key', load)
    expect(products[0]!.name).toBe(loads === 0 ? 'first' : 'second')
  })

  it('a refresh of another process is taken over', async () => {
    const shared = {
      get: vi.fn(async () => undefined as SourceResult | undefined),
      set: async () => {},
    }
    const { cache } = await filledCache(HOUR_MS, { shared })
    shared.get.mockResolvedValue(reading('second'))
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(0)
    expect(await cache.read('key', fails)).toMatchObject({
      products: [{ name: 'second' }],
      stale: false,
    })
  })

  it('a reader that leaves does not disturb those who wait or come next', async () => {
    const { cache } = testSourceCache()
    const load = async (signal: AbortSignal) => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      signal.throwIfAborted()
      return reading()
    }
    const leaver = new AbortController()
    const left = expect(cache.read('key', load, leaver.signal)).rejects.toThrow('gone')
    const stays = cache.read('key', load, new AbortController().signal)
    leaver.abort(new Error('gone'))
    await left
    await vi.advanceTimersByTimeAsync(150)
    expect(await stays).toMatchObject({ stale: false })

    const alone = new AbortController()
    const other = expect(cache.read('other', load, alone.signal)).rejects.toThrow('gone')
    alone.abort(new Error('gone'))
    const next = cache.read('other', load)
    await other
    await vi.advanceTimersByTimeAsync(150)
    expect(await next).toMatchObject({ stale: false })
  })

  it('a patient read waits for the refresh', async () => {
    const { cache } = await filledCache(HOUR_MS, { waitsForRefresh: true })
    const answer = await cache.read('key', async () => reading('second'))
    expect(answer.products[0]!.name).toBe('second')
  })

  it('a patient read is served the earlier entry when the refresh fails or has just failed', async () => {
    const { cache, first } = await filledCache(HOUR_MS, { waitsForRefresh: true })
    expect(await cache.read('key', fails)).toEqual({ ...first, stale: true })
    expect(await cache.read('key', hangs)).toEqual({ ...first, stale: true })
  })

  it('a patient reader that leaves gets only its own reason', async () => {
    const { cache } = await filledCache(HOUR_MS, { waitsForRefresh: true })
    const leaver = new AbortController()
    const left = cache.read('key', hangs, leaver.signal)
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
  })

  it('an entry is fresh for a minute whatever the wall clock does', async () => {
    for (const turnMs of [-HOUR_MS, 24 * HOUR_MS]) {
      const { cache, first } = await filledCache(59_999)
      const load = vi.fn(async () => reading('second'))
      vi.setSystemTime(Date.now() + turnMs)
      expect(await cache.read('key', load)).toEqual(first)
      expect(load).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await cache.read('key', load)
      expect(load).toHaveBeenCalledTimes(1)
    }
  })

  it('an entry can be served for a day whatever the wall clock does', async () => {
    for (const turnMs of [-HOUR_MS, 48 * HOUR_MS]) {
      const { cache, first } = await filledCache(24 * HOUR_MS - 2)
      vi.setSystemTime(Date.now() + turnMs)
      expect(await cache.read('key', fails)).toEqual(first)
      await vi.advanceTimersByTimeAsync(2)
      await expect(cache.read('key', fails)).rejects.toThrow()
    }
  })

  it('an entry with a future date is fresh for a minute from its arrival', async () => {
    const { cache } = testSourceCache()
    const asOf = new Date(Date.now() + HOUR_MS).toISOString()
    const load = vi.fn(async () => ({ ...reading(), asOf }))
    await cache.read('key', load)
    await vi.advanceTimersByTimeAsync(59_999)
    await cache.read('key', load)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await cache.read('key', load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('an answer that cannot be stored is still returned', async () => {
    const shared = { get: async () => undefined, set: () => Promise.reject(new Error('full')) }
    const { cache, records } = testSourceCache({ shared })
    expect(await cache.read('key', async () => reading())).toMatchObject({ stale: false })
    expect(records()).toMatchObject([{ event: 'cache-write-failed', error: { message: 'full' } }])
  })

  it('an unexpected refresh failure is logged without the question', async () => {
    const { cache, records } = await filledCache(HOUR_MS)
    await cache.read('key', () => Promise.reject(new TypeError('oops')))
    await vi.advanceTimersByTimeAsync(5_000)
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(0)
    expect(records()).toMatchObject([{ event: 'refresh-failed', error: { message: 'oops' } }])
    expect(JSON.stringify(records())).not.toContain('key')
  })
})
