import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/core/error.ts'
import { invalidCredentials, rateLimited } from '../../../src/core/upstream/upstream-error.ts'
import { START, testCallPolicy, testCalls } from './call-policy.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const broken = () => new AppError('upstream-failed', 'It is broken.', { retryable: true })
const refused = () => new AppError('upstream-failed', 'It refused.')
const budget = (remaining: number, resetMs = 600_000) => {
  return { remaining, resetMs }
}

/** Five failures in a row: three questions, of which two are tried twice. */
async function trip({ callPolicy }: ReturnType<typeof testCallPolicy>) {
  const fails = () => Promise.reject(broken())
  for (let time = 0; time < 3; time += 1) {
    const asked = callPolicy.run(fails).catch(() => {})
    await vi.advanceTimersByTimeAsync(600)
    await asked
  }
}

describe('createCallPolicy()', () => {
  it('a retryable failure is repeated after 200 to 600 ms', async () => {
    for (const [random, pauseMs] of [
      [0, 200],
      [0.999, 599],
    ] as const) {
      const { callPolicy } = testCallPolicy({ random: () => random })
      const call = vi.fn().mockRejectedValueOnce(broken()).mockResolvedValueOnce('answer')
      const answer = callPolicy.run(call)
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(call).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(2)
      expect(await answer).toBe('answer')
    }
  })

  it('a second failure is not repeated', async () => {
    const { callPolicy, records } = testCallPolicy()
    const call = vi.fn().mockRejectedValue(broken())
    const answer = expect(callPolicy.run(call)).rejects.toThrow('It is broken.')
    await vi.advanceTimersByTimeAsync(20_000)
    await answer
    expect(call).toHaveBeenCalledTimes(2)
    expect(records()).toHaveLength(2)
  })

  it('a refused call is not repeated', async () => {
    const { callPolicy } = testCallPolicy()
    const call = vi.fn().mockRejectedValue(refused())
    await expect(callPolicy.run(call)).rejects.toThrow('It refused.')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('a call that was told to wait is not repeated', async () => {
    const { callPolicy } = testCallPolicy()
    const options = { retryable: true, retryAfterMs: 100 }
    const busy = new AppError('upstream-failed', 'It is busy.', options)
    const call = vi.fn().mockRejectedValue(busy)
    await expect(callPolicy.run(call)).rejects.toBe(busy)
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('a call without enough time left is not repeated', async () => {
    const { callPolicy } = testCallPolicy()
    const { call, calls } = testCalls()
    const answer = expect(callPolicy.run(call)).rejects.toThrow('It is broken.')
    await vi.advanceTimersByTimeAsync(7_500)
    calls[0]!.reject(broken())
    await answer
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('a caller waits at most 9.5 seconds, even when the call ignores its signal', async () => {
    const { callPolicy, records } = testCallPolicy()
    const { call, calls } = testCalls()
    const answer = expect(callPolicy.run(call)).rejects.toMatchObject({
      code: 'upstream-timeout',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    calls[0]!.reject(broken())
    await vi.advanceTimersByTimeAsync(8_500)
    await answer
    expect(calls[1]!.signal.aborted).toBe(true)
    expect(records()[1]).toMatchObject({ outcome: 'failed', code: 'upstream-timeout', ms: 8_100 })
  })

  it('no call is made before the requested wait is over', async () => {
    const { callPolicy } = testCallPolicy()
    const limited = new AppError('upstream-unavailable', 'Too many.', { retryAfterMs: 40_000 })
    await expect(callPolicy.run(() => Promise.reject(limited))).rejects.toThrow('Too many.')
    await vi.advanceTimersByTimeAsync(15_000)

    const { call, calls } = testCalls()
    await expect(callPolicy.run(call)).rejects.toMatchObject({
      code: 'upstream-unavailable',
      retryAfterMs: 25_000,
    })
    expect(call).not.toHaveBeenCalled()
    expect(callPolicy.state().breaker).toBe('closed')

    await vi.advanceTimersByTimeAsync(25_000)
    const answer = callPolicy.run(call)
    calls[0]!.resolve('answer')
    expect(await answer).toBe('answer')
  })

  it('a requested wait is at most a quarter of an hour', async () => {
    const { callPolicy } = testCallPolicy()
    const options = { retryAfterMs: 86_400_000 }
    const limited = new AppError('upstream-unavailable', 'Too many.', options)
    await expect(callPolicy.run(() => Promise.reject(limited))).rejects.toThrow()
    await expect(callPolicy.run(async () => 'answer')).rejects.toMatchObject({
      retryAfterMs: 900_000,
    })
  })

  it('a rate limit without a wait has the wait of the calls after it', async () => {
    const { callPolicy } = testCallPolicy()
    const limited = rateLimited('Product Hunt', undefined, new Error('status 429'))
    const refusal = { code: 'upstream-unavailable', retryAfterMs: 30_000 }
    await expect(callPolicy.run(() => Promise.reject(limited))).rejects.toMatchObject(refusal)
    await expect(callPolicy.run(async () => 'answer')).rejects.toMatchObject(refusal)
  })

  it('a call over the budget is not made until the reset', async () => {
    const { callPolicy } = testCallPolicy()
    callPolicy.reportBudget(budget(199))
    const call = vi.fn(async () => 'answer')
    await expect(callPolicy.run(call)).rejects.toMatchObject({
      code: 'upstream-unavailable',
      retryAfterMs: 600_000,
    })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await callPolicy.run(call)).toBe('answer')
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('the lower of two reports of a budget counts, and a new one after its reset', () => {
    const { callPolicy } = testCallPolicy()
    const left = () => callPolicy.state().budgetLeft
    expect(left()).toBeNull()
    callPolicy.reportBudget(budget(500))
    callPolicy.reportBudget(budget(550, 601_000))
    expect(left()).toBe(500)
    callPolicy.reportBudget(budget(6_200, 900_000))
    expect(left()).toBe(6_200)
    callPolicy.reportBudget(budget(-3, 86_400_000))
    expect(callPolicy.state()).toMatchObject({
      budgetLeft: 0,
      budgetResetAt: new Date(START.getTime() + 900_000).toISOString(),
    })
  })

  it('concurrent calls stay within the budget', async () => {
    const { callPolicy } = testCallPolicy()
    const { call, calls } = testCalls()
    callPolicy.reportBudget(budget(500))
    const asked = Array.from({ length: 50 }, () => callPolicy.run(call))
    const ended = Promise.allSettled(asked)
    await vi.advanceTimersByTimeAsync(0)
    expect(call).toHaveBeenCalledTimes(4)
    for (const { resolve } of calls) resolve('answer')
    expect((await ended).filter(({ status }) => status === 'rejected')).toHaveLength(46)
  })

  it('an upstream that keeps failing is not called, and the error says when to return', async () => {
    const tested = testCallPolicy()
    await trip(tested)
    expect(tested.callPolicy.state().breaker).toBe('open')
    const call = vi.fn(async () => 'answer')
    const error = await tested.callPolicy.run(call).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'upstream-unavailable', status: 503 })
    expect(error.retryAfterMs).toBeGreaterThan(28_000)
    expect(call).not.toHaveBeenCalled()
  })

  it.each([-3_600_000, 86_400_000])(
    'a requested wait does not depend on the wall clock: by %i ms',
    async (turnMs) => {
      const { callPolicy, records } = testCallPolicy()
      const limited = new AppError('upstream-unavailable', 'Too many.', { retryAfterMs: 10_000 })
      await expect(callPolicy.run(() => Promise.reject(limited))).rejects.toThrow()
      vi.setSystemTime(Date.now() + turnMs)
      await expect(callPolicy.run(async () => 'answer')).rejects.toMatchObject({
        retryAfterMs: 10_000,
      })
      const turning = async () => {
        vi.setSystemTime(Date.now() + turnMs)
        return 'answer'
      }
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await callPolicy.run(turning)).toBe('answer')
      expect(records().at(-1)).toMatchObject({ outcome: 'finished', ms: 0 })
    },
  )

  it('after the pause one call is tried, and success resumes all', async () => {
    const tested = testCallPolicy()
    await trip(tested)
    await vi.advanceTimersByTimeAsync(30_000)
    const { call, calls } = testCalls()
    const asked = Array.from({ length: 20 }, () => tested.callPolicy.run(call))
    const ended = Promise.allSettled(asked)
    await vi.advanceTimersByTimeAsync(0)
    expect(call).toHaveBeenCalledTimes(1)
    calls[0]!.resolve('answer')
    expect((await ended).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tested.callPolicy.state().breaker).toBe('closed')
  })

  it('refusals, rate limits and readers who leave do not open the breaker', async () => {
    const { callPolicy } = testCallPolicy()
    for (let time = 0; time < 10; time += 1) {
      await callPolicy.run(() => Promise.reject(refused())).catch(() => {})
      const leaver = new AbortController()
      const left = callPolicy.run(() => new Promise(() => {}), leaver.signal).catch(() => {})
      leaver.abort()
      await left
    }
    expect(callPolicy.state().breaker).toBe('closed')
  })

  it('an upstream that hangs opens the breaker', async () => {
    const { callPolicy } = testCallPolicy()
    for (let time = 0; time < 5; time += 1) {
      const asked = callPolicy.run(() => new Promise(() => {})).catch(() => {})
      await vi.advanceTimersByTimeAsync(9_500)
      await asked
    }
    expect(callPolicy.state().breaker).toBe('open')
  })

  it('an unexpected error opens the breaker', async () => {
    const { callPolicy } = testCallPolicy()
    for (let time = 0; time < 5; time += 1) {
      await callPolicy.run(() => Promise.reject(new TypeError('oops'))).catch(() => {})
    }
    expect(callPolicy.state().breaker).toBe('open')
  })

  it('a caller that leaves aborts the call', async () => {
    const { callPolicy, records } = testCallPolicy()
    const { call, calls } = testCalls()
    const leaver = new AbortController()
    const left = expect(callPolicy.run(call, leaver.signal)).rejects.toThrow('gone')
    leaver.abort(new Error('gone'))
    await left
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls[0]!.signal.aborted).toBe(true)
    expect(call).toHaveBeenCalledTimes(1)
    expect(records()).toMatchObject([{ outcome: 'cancelled' }])
  })

  it('a caller that leaves during the pause causes no retry', async () => {
    const { callPolicy } = testCallPolicy()
    const call = vi.fn().mockRejectedValue(broken())
    const leaver = new AbortController()
    const left = expect(callPolicy.run(call, leaver.signal)).rejects.toThrow('gone')
    await vi.advanceTimersByTimeAsync(100)
    leaver.abort(new Error('gone'))
    await left
    await vi.advanceTimersByTimeAsync(20_000)
    expect(call).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a failure is logged and reported with its reason until a call succeeds', async () => {
    const { callPolicy, records } = testCallPolicy()
    const rejected = invalidCredentials('Product Hunt', new Error('status 401'))
    await callPolicy.run(() => Promise.reject(rejected)).catch(() => {})
    const why = { code: 'upstream-failed', reason: 'status 401' }
    expect(records()).toMatchObject([{ level: 'warn', outcome: 'failed', ...why }])
    const lastFailure = { at: START.toISOString(), ...why }
    expect(callPolicy.state()).toMatchObject({ failing: true, lastFailure, pausedUntil: null })
    await callPolicy.run(async () => 'answer')
    expect(callPolicy.state()).toMatchObject({ failing: false, lastFailure })
  })

  it('an unexpected error is reported without its message, which may hold anything', async () => {
    const { callPolicy, records } = testCallPolicy()
    await callPolicy.run(() => Promise.reject(new TypeError('secret'))).catch(() => {})
    expect(callPolicy.state().lastFailure).toMatchObject({ code: 'internal' })
    expect(JSON.stringify([records(), callPolicy.state()])).not.toContain('secret')
  })

  it('a pause is logged once, with its end and its reason, and reported while it lasts', async () => {
    const { callPolicy, records } = testCallPolicy()
    const limited = rateLimited('Product Hunt', 40_000, new Error('status 429'))
    await callPolicy.run(() => Promise.reject(limited)).catch(() => {})
    await callPolicy.run(async () => 'answer').catch(() => {})
    const pausedUntil = new Date(START.getTime() + 40_000).toISOString()
    expect(records()).toMatchObject([{ level: 'warn', reason: 'status 429', pausedUntil }])
    expect(callPolicy.state()).toMatchObject({ breaker: 'closed', pausedUntil })
    await vi.advanceTimersByTimeAsync(40_000)
    expect(callPolicy.state()).toMatchObject({ pausedUntil: null })
  })

  it('a call that spends the budget is logged with the pause that follows', async () => {
    const { callPolicy, records } = testCallPolicy()
    await callPolicy.run(async () => {
      callPolicy.reportBudget(budget(10))
      return 'answer'
    })
    const pausedUntil = new Date(START.getTime() + 600_000).toISOString()
    expect(records()).toMatchObject([{ level: 'warn', outcome: 'finished', pausedUntil }])
  })
})
