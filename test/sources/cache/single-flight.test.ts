import { describe, expect, it } from 'vitest'
import { createSingleFlight } from '../../../src/sources/cache/single-flight.ts'
import { testCalls, testClock } from '../call-policy/call-policy.fixture.ts'

function testSingleFlight() {
  const clock = testClock()
  return { ...testCalls(), clock, singleFlight: createSingleFlight<string>(clock) }
}

describe('createSingleFlight()', () => {
  it('200 equal calls are one', async () => {
    const { singleFlight, call, calls } = testSingleFlight()
    const answers = Array.from({ length: 200 }, () => singleFlight.run('key', call))
    calls[0]!.resolve('answer')
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['answer']))
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('a failed call fails for all, and the next one calls again', async () => {
    const { singleFlight, call, calls } = testSingleFlight()
    const answers = [singleFlight.run('key', call), singleFlight.run('key', call)]
    calls[0]!.reject(new Error('no'))
    await expect(Promise.allSettled(answers)).resolves.toMatchObject([
      { reason: new Error('no') },
      { reason: new Error('no') },
    ])
    const next = singleFlight.run('key', call)
    calls[1]!.resolve('yes')
    expect(await next).toBe('yes')
  })

  it('different keys make different calls', async () => {
    const { singleFlight, call } = testSingleFlight()
    void singleFlight.run('one', call)
    void singleFlight.run('other', call)
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('a caller that aborts leaves at once with its reason, and the others continue', async () => {
    const { singleFlight, call, calls } = testSingleFlight()
    const leaver = new AbortController()
    const left = singleFlight.run('key', call, leaver.signal)
    const stayed = singleFlight.run('key', call, new AbortController().signal)
    leaver.abort(new Error('mine'))
    await expect(left).rejects.toThrow('mine')
    expect(calls[0]!.signal.aborted).toBe(false)
    calls[0]!.resolve('answer')
    expect(await stayed).toBe('answer')
  })

  it('the call is aborted when its last caller leaves, and the next is a new call', async () => {
    const { singleFlight, call, calls } = testSingleFlight()
    const leavers = [new AbortController(), new AbortController()]
    const left = leavers.map(({ signal }) => singleFlight.run('key', call, signal))
    for (const leaver of leavers) leaver.abort(new Error('gone'))
    await Promise.allSettled(left)
    expect(calls[0]!.signal).toMatchObject({ aborted: true, reason: new Error('gone') })

    const next = singleFlight.run('key', call)
    calls[0]!.reject(new Error('aborted'))
    await Promise.allSettled([calls[0]!.promise])
    const another = singleFlight.run('key', call)
    calls[1]!.resolve('answer')
    expect(await Promise.all([next, another])).toEqual(['answer', 'answer'])
  })

  it('a caller without a signal keeps the call alive', async () => {
    const { singleFlight, call, calls } = testSingleFlight()
    const leaver = new AbortController()
    const stayed = singleFlight.run('key', call)
    const left = singleFlight.run('key', call, leaver.signal)
    leaver.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls[0]!.signal.aborted).toBe(false)
    calls[0]!.resolve('answer')
    expect(await stayed).toBe('answer')
  })

  it('a caller that has already left makes no call', async () => {
    const { singleFlight, call } = testSingleFlight()
    await expect(
      singleFlight.run('key', call, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow()
    expect(call).not.toHaveBeenCalled()
  })

  it('a call that never settles is replaced after a while', async () => {
    const { singleFlight, call, calls, clock } = testSingleFlight()
    void singleFlight.run('key', call)
    clock.pass(15_000)
    const answer = singleFlight.run('key', call)
    calls[1]!.resolve('answer')
    expect(await answer).toBe('answer')
  })
})
