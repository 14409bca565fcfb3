import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withTimeout } from '../../../src/core/upstream/with-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const LIMIT = { upstream: 'Algolia', timeoutMs: 1_000 }

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the socket was closed')))
  })

describe('withTimeout()', () => {
  it('the result of work that ends in time is returned, and no timer is left', async () => {
    expect(await withTimeout(LIMIT, async () => 'done')).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('work that takes too long is aborted, and fails with upstream-timeout', async () => {
    const failed = expect(withTimeout(LIMIT, untilAborted)).rejects.toMatchObject({
      code: 'upstream-timeout',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    await failed
  })

  it('the reason of the caller is thrown unchanged', async () => {
    const caller = new AbortController()
    const reason = new Error('left')
    const failed = expect(
      withTimeout({ ...LIMIT, signal: caller.signal }, untilAborted),
    ).rejects.toBe(reason)
    caller.abort(reason)
    await failed
  })

  it('a caller who has left before starts no work', async () => {
    const work = vi.fn(async () => 'done')
    const signal = AbortSignal.abort(new Error('left'))
    await expect(withTimeout({ ...LIMIT, signal }, work)).rejects.toThrow('left')
    expect(work).not.toHaveBeenCalled()
  })

  it('the signal aborts when the work fails, which closes its socket', async () => {
    let given: AbortSignal | undefined
    const failed = withTimeout(LIMIT, async (signal) => {
      given = signal
      throw new Error('broken')
    })
    await expect(failed).rejects.toThrow('broken')
    expect(given?.aborted).toBe(true)
  })
})
