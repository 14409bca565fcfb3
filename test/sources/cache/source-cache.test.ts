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
  it('loads once for 200 equal questions', async () => {
    const { cache } = testSourceCache()
    const load = vi.fn(async () => reading())
    await Promise.all(Array.from({ length: 200 }, () => cache.read('key', load)))
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('does not load again within a minute', async () => {
    const { cache, first } = await filledCache(59_999)
    const load = vi.fn(async () => reading('second'))
    expect(await cache.read('key', load)).toEqual(first)
    expect(load).not.toHaveBeenCalled()
  })

  it('serves an older answer at once while one refresh runs behind', async () => {
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

  it('says stale when the last refresh failed, and as of when the answer is', async () => {
    const { cache, first } = await filledCache(2 * HOUR_MS)
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(0)
    expect(await cache.read('key', fails)).toEqual({ ...first, stale: true })
  })

  it('says so no longer once a refresh succeeded', async () => {
    const { cache } = await filledCache(2 * HOUR_MS)
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(5_000)
    await cache.read('key', async () => reading('second'))
    await vi.advanceTimersByTimeAsync(0)
    expect(await cache.read('key', fails)).toMatchObject({ stale: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await cache.read('key', hangs)).toMatchObject({ stale: false })
  })

  it('says so no longer even where what it was given was read before the failure', async () => {
    const { cache } = await filledCache(HOUR_MS)
    const second = { ...reading('second'), asOf: new Date(Date.now() - 50_000).toISOString() }
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(5_000)
    await cache.read('key', async () => second)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await cache.read('key', hangs)).toEqual(second)
  })

  it('does not repeat a refresh that failed for every question', async () => {
    const { cache } = await filledCache(2 * HOUR_MS)
    const load = vi.fn(fails)
    for (let second = 0; second < 60; second += 1) {
      await cache.read('key', load)
      await cache.read('key', load)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(load).toHaveBeenCalledTimes(12)
  })

  it('costs nobody anything that an upstream hangs, once there is an answer', async () => {
    const { cache, first } = await filledCache(23 * HOUR_MS)
    expect(await cache.read('key', hangs)).toEqual(first)
    expect(await cache.read('key', hangs)).toEqual(first)
  })

  it('gives up a refresh that hangs, so that the next may succeed', async () => {
    const { cache } = await filledCache(HOUR_MS)
    await cache.read('key', hangs)
    await vi.advanceTimersByTimeAsync(15_000)
    await cache.read('key', async () => reading('second'))
    await vi.advanceTimersByTimeAsync(0)
    expect((await cache.read('key', fails)).products[0]!.name).toBe('second')
  })

  it('throws the failure where there is nothing to serve, or nothing of the last day', async () => {
    const { cache } = testSourceCache()
    await expect(cache.read('key', fails)).rejects.toThrow('It is down.')
    const old = await filledCache(24 * HOUR_MS)
    await expect(old.cache.read('key', fails)).rejects.toThrow('It is down.')
  })

  it('lets nobody wait longer than ten seconds where there is nothing to serve', async () => {
    const { cache } = testSourceCache()
    const answer = expect(cache.read('key', hangs)).rejects.toMatchObject({
      code: 'upstream-timeout',
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await answer
  })

  it('aborts a load that nobody waits for any more', async () => {
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

  it('lets a refresh run on when those who started it have left', async () => {
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

  it('passes on that whom it asked had but an earlier answer', async () => {
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

  it('waits for the refresh where it is patient', async () => {
    const { cache } = await filledCache(HOUR_MS, { waitsForRefresh: true })
    const answer = await cache.read('key', async () => reading('second'))
    expect(answer.products[0]!.name).toBe('second')
  })

  it('serves an earlier answer where it is patient and the refresh fails, or has just failed', async () => {
    const { cache, first } = await filledCache(HOUR_MS, { waitsForRefresh: true })
    expect(await cache.read('key', fails)).toEqual({ ...first, stale: true })
    expect(await cache.read('key', hangs)).toEqual({ ...first, stale: true })
  })

  it('serves an earlier answer where it is patient and the upstream hangs', async () => {
    const { cache, first } = await filledCache(HOUR_MS, { waitsForRefresh: true })
    const answer = cache.read('key', hangs)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toEqual({ ...first, stale: true })
    expect(await cache.read('key', hangs)).toEqual({ ...first, stale: true })
  })

  it('keeps nothing from who leaves a patient one but its own reason', async () => {
    const { cache } = await filledCache(HOUR_MS, { waitsForRefresh: true })
    const leaver = new AbortController()
    const left = cache.read('key', hangs, leaver.signal)
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
  })

  it('is cached for a minute, however the wall clock is turned meanwhile', async () => {
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

  it('is served for a day, however the wall clock is turned meanwhile', async () => {
    for (const turnMs of [-HOUR_MS, 48 * HOUR_MS]) {
      const { cache, first } = await filledCache(24 * HOUR_MS - 2)
      vi.setSystemTime(Date.now() + turnMs)
      expect(await cache.read('key', fails)).toEqual(first)
      await vi.advanceTimersByTimeAsync(2)
      await expect(cache.read('key', fails)).rejects.toThrow()
    }
  })

  it('is cached for a minute from when it came, where its date is still to come', async () => {
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

  it('answers although the answer cannot be kept', async () => {
    const { cache, store, records } = testSourceCache()
    store.set = () => {
      throw new Error('full')
    }
    expect(await cache.read('key', async () => reading())).toMatchObject({ stale: false })
    expect(records()).toMatchObject([{ event: 'answer-not-kept', error: { message: 'full' } }])
  })

  it('records a failure behind that nobody foresaw, and no question', async () => {
    const { cache, records } = await filledCache(HOUR_MS)
    await cache.read('key', () => Promise.reject(new TypeError('oops')))
    await vi.advanceTimersByTimeAsync(5_000)
    await cache.read('key', fails)
    await vi.advanceTimersByTimeAsync(0)
    expect(records()).toMatchObject([{ event: 'refresh-failed', error: { message: 'oops' } }])
    expect(JSON.stringify(records())).not.toContain('key')
  })
})
