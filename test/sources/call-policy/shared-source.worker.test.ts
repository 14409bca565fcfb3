import { env, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/core/error.ts'
import { createLog } from '../../../src/core/log.ts'
import { cachedSource } from '../../../src/sources/cache/cached-source.ts'
import { createSourceCache } from '../../../src/sources/cache/source-cache.ts'
import { createCallPolicy } from '../../../src/sources/call-policy/call-policy.ts'
import { remoteSource } from '../../../src/sources/call-policy/remote-source.ts'
import {
  type SharedSource,
  sharedSourceObject,
} from '../../../src/sources/call-policy/shared-source.worker.ts'
import type { SourceResult } from '../../../src/sources/source.ts'
import { fakeSource } from '../../helper/fake-source.ts'

const now = () => new Date()
const clock = () => performance.now()
const log = createLog({ level: 'silent', write: () => {}, now })
const QUESTION = { order: 'VOTES' as const, limit: 3 }

function sourceResult(): SourceResult {
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

describe('sharedSourceObject()', () => {
  const top = vi.fn<() => Promise<SourceResult>>()

  const create = (_env: unknown, { save }: { save(known: unknown): void }) => {
    const upstream = 'Product Hunt'
    const callPolicy = createCallPolicy({ upstream, log, now, clock, onChange: save })
    const ask = async () => {
      callPolicy.reportBudget({ remaining: 150, resetMs: 600_000 })
      return top()
    }
    const source = fakeSource({ top: ask })
    const cache = createSourceCache({ now, clock, log })
    return { callPolicy, source: cachedSource(source, { callPolicy, cache }) }
  }

  beforeEach(() => {
    top.mockReset()
  })

  /** The object of this name, asked as isolates ask it; inside it asks our own upstream. */
  async function testObject(name: string, shared: SharedSource = create(env, { save() {} })) {
    const stub = () => env.GUARD.getByName(name)
    await runInDurableObject(stub(), (instance) => Object.assign(instance, { shared }))
    const isolate = () => remoteSource(stub, { name: 'product-hunt' })
    return { stub, isolate, shared }
  }

  it('equal questions of different isolates make one call', async () => {
    const { isolate, stub } = await testObject('one call')
    const answer = sourceResult()
    let release!: (answer: SourceResult) => void
    const released = new Promise<SourceResult>((resolve) => {
      release = resolve
    })
    top.mockReturnValue(released)
    const asked = Array.from({ length: 20 }, () => isolate().top(QUESTION))
    await stub().state() // asked after them, and answered after all of them have come
    release(answer)
    for (const given of await Promise.all(asked)) expect(given).toEqual(answer)
    expect(top).toHaveBeenCalledTimes(1)
  })

  it('a failure inside the object is the same failure outside', async () => {
    const { isolate } = await testObject('failure')
    const options = { retryAfterMs: 9_000, cause: new Error('status 429') }
    top.mockRejectedValue(new AppError('upstream-unavailable', 'Too many.', options))
    const error = await isolate()
      .top(QUESTION)
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'upstream-unavailable', message: 'Too many.', ...options })
  })

  it('the object reports the state of its call policy', async () => {
    const { stub } = await testObject('state')
    top.mockResolvedValue(sourceResult())
    await stub().top(QUESTION)
    expect(await stub().state()).toMatchObject({ breaker: 'closed', budgetLeft: 150 })
  })

  it('a stored budget reset is waited for no longer than one lasts', async () => {
    const Shared = sharedSourceObject(create)
    await runInDurableObject(env.GUARD.getByName('turned'), async (_instance, state) => {
      const breaker = { failures: 0, openMs: 0, openForMs: 0, probingForMs: 0 }
      const budget = { remaining: 0, resetMs: 86_400_000 }
      const known = { from: 'another', pending: 0, pausedMs: 0, budget, breaker }
      state.storage.kv.put('policy', { ...known, at: Date.now() })
      const ahead = await new Shared(state, env).top(QUESTION)
      expect(ahead).toMatchObject({ failure: { retryAfterMs: expect.closeTo(900_000, -3) } })
      state.storage.kv.put('policy', { ...known, at: Date.now() - 86_400_000 })
      top.mockResolvedValue(sourceResult())
      expect(await new Shared(state, env).top(QUESTION)).toHaveProperty('result')
    })
  })

  it('the budget survives the eviction of the object', async () => {
    const Shared = sharedSourceObject(create)
    top.mockResolvedValue(sourceResult())
    await runInDurableObject(env.GUARD.getByName('budget'), async (_instance, state) => {
      await new Shared(state, env).top(QUESTION)
      const next = await new Shared(state, env).top(QUESTION)
      expect(next).toMatchObject({ failure: { code: 'upstream-unavailable', retryable: false } })
      expect(top).toHaveBeenCalledTimes(1)
    })
  })
})
