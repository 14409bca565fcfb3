import { describe, expect, it } from 'vitest'
import { createFlights } from '../../../src/source/guard/flight.ts'
import { testCalls, testClock } from './guard.fixture.ts'

function testFlights() {
  const clock = testClock()
  return { ...testCalls(), clock, flights: createFlights<string>(clock) }
}

describe('createFlights()', () => {
  it('makes one call for 200 equal questions', async () => {
    const { flights, call, calls } = testFlights()
    const answers = Array.from({ length: 200 }, () => flights.join('key', call))
    calls[0]!.resolve('answer')
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['answer']))
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('fails for all when the call fails, and calls again for the next', async () => {
    const { flights, call, calls } = testFlights()
    const answers = [flights.join('key', call), flights.join('key', call)]
    calls[0]!.reject(new Error('no'))
    await expect(Promise.allSettled(answers)).resolves.toMatchObject([
      { reason: new Error('no') },
      { reason: new Error('no') },
    ])
    const next = flights.join('key', call)
    calls[1]!.resolve('yes')
    expect(await next).toBe('yes')
  })

  it('keeps different questions apart', async () => {
    const { flights, call } = testFlights()
    void flights.join('one', call)
    void flights.join('other', call)
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('lets who aborts leave at once with its own reason, while the others go on', async () => {
    const { flights, call, calls } = testFlights()
    const leaver = new AbortController()
    const left = flights.join('key', call, leaver.signal)
    const stayed = flights.join('key', call, new AbortController().signal)
    leaver.abort(new Error('mine'))
    await expect(left).rejects.toThrow('mine')
    expect(calls[0]!.signal.aborted).toBe(false)
    calls[0]!.resolve('answer')
    expect(await stayed).toBe('answer')
  })

  it('aborts the call when the last one has left, and the next question is a new call', async () => {
    const { flights, call, calls } = testFlights()
    const leavers = [new AbortController(), new AbortController()]
    const left = leavers.map(({ signal }) => flights.join('key', call, signal))
    for (const leaver of leavers) leaver.abort(new Error('gone'))
    await Promise.allSettled(left)
    expect(calls[0]!.signal).toMatchObject({ aborted: true, reason: new Error('gone') })

    const next = flights.join('key', call)
    calls[0]!.reject(new Error('aborted'))
    await Promise.allSettled([calls[0]!.promise])
    const another = flights.join('key', call)
    calls[1]!.resolve('answer')
    expect(await Promise.all([next, another])).toEqual(['answer', 'answer'])
  })

  it('is not aborted while somebody without a signal waits', async () => {
    const { flights, call, calls } = testFlights()
    const leaver = new AbortController()
    const stayed = flights.join('key', call)
    const left = flights.join('key', call, leaver.signal)
    leaver.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls[0]!.signal.aborted).toBe(false)
    calls[0]!.resolve('answer')
    expect(await stayed).toBe('answer')
  })

  it('does not call for somebody who has left already', async () => {
    const { flights, call } = testFlights()
    await expect(flights.join('key', call, AbortSignal.abort(new Error('gone')))).rejects.toThrow()
    expect(call).not.toHaveBeenCalled()
  })

  it('does not wait for a call that must have died', async () => {
    const { flights, call, calls, clock } = testFlights()
    void flights.join('key', call)
    clock.pass(15_000)
    const answer = flights.join('key', call)
    calls[1]!.resolve('answer')
    expect(await answer).toBe('answer')
  })
})
