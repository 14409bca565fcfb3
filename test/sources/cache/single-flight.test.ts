import { describe, expect, it } from 'vitest'
import { createSingleFlight } from '../../../src/sources/cache/single-flight.ts'
import { testCalls, testClock } from '../call-policy/call-policy.fixture.ts'

function testSingleFlight() {
  const clock = testClock()
  return { ...testCalls(), clock, singleFlight: createSingleFlight<string>(clock) }
}

describe('createSingleFlight()', () => {
  it('makes one call for 200 equal questions', async () => {
    const { singleFlight, call, calls } = testSingleFlight()
    const answers = Array.from({ length: 200 }, () => singleFlight.run('key', call))
    calls[0]!.resolve('answer')
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['answer']))
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('fails for all when the call fails, and calls again for the next', async () => {
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

  it('keeps different questions apart', async () => {
    const { singleFlight, call } = testSingleFlight()
    void singleFlight.run('one', call)
    void singleFlight.run('other', call)
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('lets who aborts leave at once with its own reason, while the others go on', async () => {
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

  it('aborts the call when the last one has left, and the next question is a new call', async () => {
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

  it('is not aborted while somebody without a signal waits', async () => {
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

  it('does not call for somebody who has left already', async () => {
    const { singleFlight, call } = testSingleFlight()
    await expect(
      singleFlight.run('key', call, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow()
    expect(call).not.toHaveBeenCalled()
  })

  it('does not wait for a call that must have died', async () => {
    const { singleFlight, call, calls, clock } = testSingleFlight()
    void singleFlight.run('key', call)
    clock.pass(15_000)
    const answer = singleFlight.run('key', call)
    calls[1]!.resolve('answer')
    expect(await answer).toBe('answer')
  })
})
