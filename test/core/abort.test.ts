import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/client/clock.ts'
import { onAbort, untilAborted } from '../../src/core/abort.ts'
import { withTimeout } from '../../src/core/upstream/with-timeout.ts'
import { DELIVERY_LIMITS, startRunTimeouts } from '../../src/platform/delivery/run-timeouts.ts'
import { run } from '../agent/run.fixture.ts'
import { says, scriptedModel } from '../helper/scripted-model.ts'

/** What Node warned of meanwhile: it does so on the next turn of the event loop. */
async function warningsDuring(work: () => unknown) {
  const warnings: string[] = []
  const take = ({ message }: Error) => warnings.push(message)
  process.on('warning', take)
  await work()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', take)
  return warnings
}

const times = (count: number, make: () => unknown) => Array.from({ length: count }, make)
const never = () => new Promise<never>(() => {})

describe('onAbort()', () => {
  it('a signal calls each waiting listener once', () => {
    const abort = new AbortController()
    const called: string[] = []
    onAbort(abort.signal, () => called.push('a'))
    const stay = onAbort(abort.signal, () => called.push('b'))
    onAbort(abort.signal, () => called.push('c'))
    stay()
    abort.abort()
    abort.abort()
    expect(called).toEqual(['a', 'c'])
  })

  it('a listener of an aborted signal is called at once', () => {
    let isCalled = false
    onAbort(AbortSignal.abort(), () => {
      isCalled = true
    })
    expect(isCalled).toBe(true)
  })

  it('many listeners on one signal cause no warning', async () => {
    const { signal } = new AbortController()
    expect(await warningsDuring(() => times(50, () => onAbort(signal, () => {})))).toEqual([])
  })
})

describe('many waiters on one signal', () => {
  it.each<[string, (signal: AbortSignal) => unknown]>([
    ['work that heeds no signal', (signal) => untilAborted(never(), signal).catch(() => {})],
    ['deliveries', (signal) => startRunTimeouts(DELIVERY_LIMITS, signal)],
    ['pauses of the client', (signal) => systemClock.sleep(60_000, signal).catch(() => {})],
    [
      'calls of the client',
      (signal) => {
        const limit = { upstream: 'x', timeoutMs: 60_000, signal }
        const work = (limited: AbortSignal) => untilAborted(never(), limited)
        return withTimeout(limit, work).catch(() => {})
      },
    ],
    [
      'runs of a service',
      (signal) => run(scriptedModel(says('hi')), undefined, signal).events.next(),
    ],
  ])('many waiters are no leak for %s', async (_, wait) => {
    const abort = new AbortController()
    expect(await warningsDuring(() => times(50, () => wait(abort.signal)))).toEqual([])
    abort.abort()
  })
})
