import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/core/error.ts'
import { remoteSource, toRemoteAnswer } from '../../../src/sources/call-policy/remote-source.ts'
import type { SourceResult } from '../../../src/sources/source.ts'

const READING: SourceResult = {
  products: [],
  source: 'product-hunt',
  asOf: '2026-11-20T18:00:00.000Z',
  stale: false,
}
const question = { order: 'VOTES' as const, limit: 3 }

/** Another isolate: only what can be cloned gets there and back. */
function testRemote(answer: () => Promise<SourceResult>) {
  const call = vi.fn(async (asked: unknown) => {
    structuredClone(asked)
    return structuredClone(await toRemoteAnswer(answer()))
  })
  const stub = { top: call, launches: call, product: call }
  return { call, source: remoteSource(() => stub, { name: 'product-hunt' }) }
}

describe('remoteSource()', () => {
  it('a remote answer is returned, and the signal stays here', async () => {
    const { source, call } = testRemote(async () => READING)
    const { signal } = new AbortController()
    expect(await source.top({ ...question, signal })).toEqual(READING)
    expect(call).toHaveBeenLastCalledWith(question)
    expect(await source.product({ id: '1', signal })).toEqual(READING)
    expect(call).toHaveBeenLastCalledWith({ id: '1' })
  })

  it('a remote failure is thrown as it was there', async () => {
    const { source } = testRemote(async () => {
      const cause = new Error('status 503')
      const options = { retryAfterMs: 9_000, retryable: true, cause }
      throw new AppError('upstream-unavailable', 'Come back later.', options)
    })
    const error = await source.top(question).catch((reason) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'upstream-unavailable',
      message: 'Come back later.',
      retryAfterMs: 9_000,
      retryable: true,
      cause: new Error('status 503'),
    })
  })

  it('a remote that does not answer is unavailable', async () => {
    const { source } = testRemote(async () => {
      throw new TypeError('the object was reset')
    })
    await expect(source.top(question)).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      cause: new TypeError('the object was reset'),
    })
  })

  it('a caller that aborts leaves at once', async () => {
    const { source } = testRemote(() => new Promise(() => {}))
    const leaver = new AbortController()
    const left = source.top({ ...question, signal: leaver.signal })
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
  })
})
