import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import { invalidCredentials, rateLimited } from '../../src/core/upstream/upstream-error.ts'
import type { UpstreamAnswer } from '../../src/sources/source.ts'
import { answerOf, sharedAnswers, testFresh } from './fresh.fixture.ts'

const START = new Date('2026-11-20T18:00:00.000Z')
const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const down = () => new AppError('upstream-failed', 'It is down.', { retryable: true })
const refused = () => new AppError('upstream-failed', 'It refused.')
const fails = () => Promise.reject(refused())
const hangs = () => new Promise<UpstreamAnswer>(() => {})
const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it did not fail'),
    (reason: unknown) => reason,
  )
const nameOf = ({ products }: UpstreamAnswer) => products[0]?.name

/** With an answer in it that was read so long ago. */
async function filled(ageMs: number, options?: Parameters<typeof testFresh>[0]) {
  const tested = testFresh(options)
  const first = await tested.read('key', async () => answerOf('first'))
  await vi.advanceTimersByTimeAsync(ageMs)
  return { ...tested, first }
}

describe('fresh()', () => {
  it('200 equal questions make one call, and share its failure', async () => {
    const { read } = testFresh()
    const load = vi.fn(async () => answerOf())
    await Promise.all(Array.from({ length: 200 }, () => read('key', load)))
    expect(load).toHaveBeenCalledTimes(1)
    const failing = vi.fn(fails)
    const asked = Array.from({ length: 200 }, () => rejectionOf(read('other', failing)))
    for (const error of await Promise.all(asked))
      expect(error).toMatchObject({ message: 'It refused.' })
    expect(failing).toHaveBeenCalledTimes(1)
  })

  it('an answer younger than a minute is not asked for again', async () => {
    const { read, first } = await filled(59_999)
    expect(await read('key', fails)).toEqual(first)
  })

  it('an older answer is served at once while one refresh runs', async () => {
    const { read, first } = await filled(60_000)
    const load = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return answerOf('second')
    })
    const served = await Promise.all(Array.from({ length: 50 }, () => read('key', load)))
    expect(served).toEqual(served.map(() => first))
    await vi.advanceTimersByTimeAsync(150)
    expect(await read('key', load)).toMatchObject({
      asOf: '2026-11-20T18:01:00.150Z',
      stale: false,
      products: [{ name: 'second' }],
    })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('while the upstream fails an answer is stale, with its own time, and asked for again after 5 s', async () => {
    const { read, first } = await filled(2 * HOUR_MS)
    const failing = vi.fn(fails)
    await read('key', failing)
    await vi.advanceTimersByTimeAsync(0)
    for (let time = 0; time < 20; time += 1) {
      expect(await read('key', failing)).toEqual({ ...first, stale: true })
    }
    expect(failing).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5_000)
    await read('key', async () => answerOf('second'))
    await vi.advanceTimersByTimeAsync(0)
    expect(await read('key', fails)).toMatchObject({ stale: false, products: [{ name: 'second' }] })
  })

  it('an answer of a day ago is not served', async () => {
    const { read } = await filled(24 * HOUR_MS)
    await expect(read('key', fails)).rejects.toThrow('It refused.')
    expect(nameOf(await read('key', async () => answerOf('second')))).toBe('second')
  })

  it('a clock that is turned changes the age of no answer', async () => {
    const { read, first } = await filled(1_000)
    for (const turnMs of [-48 * HOUR_MS, 48 * HOUR_MS]) {
      vi.setSystemTime(Date.now() + turnMs)
      expect(await read('key', fails)).toEqual(first)
    }
  })

  it('a caller who leaves gets its reason, and the others their answer', async () => {
    const { read } = testFresh()
    const load = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return answerOf()
    })
    const leaver = new AbortController()
    const left = rejectionOf(read('key', load, leaver.signal))
    const stays = read('key', load)
    leaver.abort('gone')
    expect(await left).toBe('gone')
    await vi.advanceTimersByTimeAsync(100)
    expect(nameOf(await stays)).toBe('one')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('a load that never ends is a timeout after eight seconds, and then asked for anew', async () => {
    const { read } = testFresh()
    const lost = rejectionOf(read('key', hangs))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await lost).toMatchObject({ code: 'upstream-timeout' })
    expect(nameOf(await read('key', async () => answerOf()))).toBe('one')
  })

  it('a refresh that was lost with its request is forgotten after a while', async () => {
    // A Worker's timers end with the request too: only the clock goes on.
    let passedMs = 0
    const { read } = testFresh({ clock: () => passedMs })
    await read('key', async () => answerOf('first'))
    passedMs += 61_000
    await read('key', hangs)
    passedMs += 15_000
    expect(nameOf(await read('key', async () => answerOf('second')))).toBe('second')
  })
})

describe('fresh() in two processes', () => {
  it('an answer of another process is used, and its pause kept', async () => {
    const { answers } = sharedAnswers()
    const [one, other] = [testFresh({ answers }), testFresh({ answers })]
    await one.read('key', async () => answerOf('first'))
    expect(nameOf(await other.read('key', fails))).toBe('first')
    const limited = rateLimited('Product Hunt', 40_000, new Error('status 429'))
    await rejectionOf(one.read('another', () => Promise.reject(limited)))
    const load = vi.fn(async () => answerOf())
    expect(await rejectionOf(other.read('third', load))).toMatchObject({ retryAfterMs: 40_000 })
    await vi.advanceTimersByTimeAsync(40_000)
    await other.read('third', load)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('an old answer of another process is served first, and refreshed', async () => {
    const { answers } = sharedAnswers()
    await filled(HOUR_MS, { answers })
    const { read } = testFresh({ answers })
    const second = async () => answerOf('second')
    expect(nameOf(await read('key', second))).toBe('first')
    await vi.advanceTimersByTimeAsync(0)
    expect(nameOf(await read('key', second))).toBe('second')
  })

  it('an answer from the future or that cannot be read does not stay', async () => {
    const { answers, stored } = sharedAnswers()
    const { read } = testFresh({ answers })
    const future = { ...answerOf('future'), asOf: new Date(Date.now() + HOUR_MS).toISOString() }
    stored.set('key', JSON.stringify(future)).set('broken', '{"products":')
    const second = async () => answerOf('second')
    await read('key', second)
    await vi.advanceTimersByTimeAsync(0)
    expect(nameOf(await read('key', second))).toBe('second')
    expect(nameOf(await read('broken', second))).toBe('second')
  })
})

describe('the calls of fresh()', () => {
  const budget = (remaining: number, resetMs = 600_000) => ({ total: 6_250, remaining, resetMs })

  /** Five failures in a row. */
  async function broken() {
    const tested = testFresh()
    for (let time = 0; time < 3; time += 1) {
      const asked = rejectionOf(tested.calls.run(() => Promise.reject(down())))
      await vi.advanceTimersByTimeAsync(400)
      await asked
    }
    return tested
  }

  it('a failure that may pass is repeated once, and no other', async () => {
    const { calls } = testFresh()
    const failing = vi.fn().mockRejectedValue(down())
    const asked = rejectionOf(calls.run(failing))
    await vi.advanceTimersByTimeAsync(400)
    expect(await asked).toMatchObject({ message: 'It is down.' })
    expect(failing).toHaveBeenCalledTimes(2)
    const busy = new AppError('upstream-failed', 'Busy.', { retryable: true, retryAfterMs: 100 })
    for (const error of [refused(), busy]) {
      const once = vi.fn().mockRejectedValue(error)
      expect(await rejectionOf(calls.run(once))).toBe(error)
      expect(once).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(100)
    }
  })

  it('a call with its repetition takes at most eight seconds, and is aborted', async () => {
    const { calls } = testFresh()
    const signals: AbortSignal[] = []
    const call = vi.fn((signal: AbortSignal) => {
      signals.push(signal)
      if (signals.length > 1) return hangs()
      return new Promise<never>((_, reject) => setTimeout(() => reject(down()), 4_000))
    })
    const asked = rejectionOf(calls.run(call))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await asked).toMatchObject({ code: 'upstream-timeout' })
    expect(signals[1]?.aborted).toBe(true)
  })

  it('no call is made before the requested wait is over, a quarter of an hour at most', async () => {
    const { calls } = testFresh()
    const call = vi.fn(async () => 'answer')
    for (const [askedMs, waitMs] of [
      [40_000, 40_000],
      [86_400_000, 900_000],
    ] as const) {
      const limited = rateLimited('Product Hunt', askedMs, new Error('status 429'))
      await rejectionOf(calls.run(() => Promise.reject(limited)))
      vi.setSystemTime(Date.now() + HOUR_MS)
      expect(await rejectionOf(calls.run(call))).toMatchObject({
        code: 'upstream-unavailable',
        retryAfterMs: waitMs,
      })
      await vi.advanceTimersByTimeAsync(waitMs)
    }
    expect(call).not.toHaveBeenCalled()
    expect(calls.state().breaker).toBe('closed')
    expect(await calls.run(call)).toBe('answer')
  })

  it('a call over the budget is not made until the reset', async () => {
    const { calls } = testFresh()
    calls.reportBudget(budget(199))
    const call = vi.fn(async () => 'answer')
    expect(await rejectionOf(calls.run(call))).toMatchObject({ retryAfterMs: 600_000 })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await calls.run(call)).toBe('answer')
  })

  it('the lower of two reports of a budget counts, and a new one after its reset', () => {
    const { calls } = testFresh()
    const left = () => calls.budget()?.remaining
    expect(left()).toBeUndefined()
    calls.reportBudget(budget(500))
    calls.reportBudget(budget(550, 601_000))
    expect(left()).toBe(500)
    calls.reportBudget(budget(6_200, 900_000))
    expect(left()).toBe(6_200)
  })

  it('calls beside each other stay within the budget', async () => {
    const { calls } = testFresh()
    calls.reportBudget(budget(500))
    const call = vi.fn(async () => 'answer')
    await Promise.allSettled(Array.from({ length: 50 }, () => calls.run(call)))
    expect(call).toHaveBeenCalledTimes(4)
  })

  it('after five failures the upstream is left alone, and then tried by one call', async () => {
    const { calls } = await broken()
    const call = vi.fn(async () => 'answer')
    expect(calls.state().breaker).toBe('open')
    expect(await rejectionOf(calls.run(call))).toMatchObject({ code: 'upstream-unavailable' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(calls.state().breaker).toBe('half-open')
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => calls.run(call)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(call).toHaveBeenCalledTimes(1)
    expect(calls.state()).toMatchObject({ breaker: 'closed', pausedUntil: null })
  })

  it('each failed trial doubles the wait, up to five minutes, however many failed at first', async () => {
    const { calls } = testFresh()
    const failing = () => Promise.reject(new TypeError('oops'))
    await Promise.allSettled(Array.from({ length: 50 }, () => calls.run(failing)))
    for (const waitMs of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      expect(await rejectionOf(calls.run(failing))).toMatchObject({ retryAfterMs: waitMs })
      await vi.advanceTimersByTimeAsync(waitMs)
      await rejectionOf(calls.run(failing))
    }
  })

  it('a trial that is lost lets another one follow', async () => {
    let passedMs = 0
    const { calls } = testFresh({ clock: () => passedMs })
    const failing = () => Promise.reject(new TypeError('oops'))
    for (let time = 0; time < 5; time += 1) await rejectionOf(calls.run(failing))
    passedMs += 30_000
    void calls.run(hangs).catch(() => {})
    await rejectionOf(calls.run(async () => 'answer'))
    passedMs += 8_000
    expect(await calls.run(async () => 'answer')).toBe('answer')
  })

  it('refusals and callers who leave do not open the breaker', async () => {
    const { calls, records } = testFresh()
    for (let time = 0; time < 10; time += 1) {
      await rejectionOf(calls.run(() => Promise.reject(refused())))
      const leaver = new AbortController()
      const left = rejectionOf(calls.run(hangs, leaver.signal))
      leaver.abort('gone')
      expect(await left).toBe('gone')
    }
    expect(calls.state().breaker).toBe('closed')
    expect(records().at(-1)).toMatchObject({ outcome: 'cancelled' })
  })

  it('a failure is logged and reported with its reason until a call succeeds', async () => {
    const { calls, records } = testFresh()
    await rejectionOf(calls.run(() => Promise.reject(new TypeError('secret'))))
    expect(calls.state().lastFailure).toMatchObject({ code: 'internal' })
    expect(JSON.stringify([records(), calls.state()])).not.toContain('secret')
    const rejected = invalidCredentials('Product Hunt', new Error('status 401'))
    await rejectionOf(calls.run(() => Promise.reject(rejected)))
    const why = { code: 'upstream-failed', reason: 'status 401' }
    expect(records().at(-1)).toMatchObject({ level: 'warn', outcome: 'failed', ...why })
    const lastFailure = { at: START.toISOString(), ...why }
    expect(calls.state()).toMatchObject({ failing: true, lastFailure, pausedUntil: null })
    await calls.run(async () => 'answer')
    expect(calls.state()).toMatchObject({ failing: false, lastFailure })
  })
})
