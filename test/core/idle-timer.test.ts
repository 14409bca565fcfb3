import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idleTimer } from '../../src/core/idle-timer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function timer() {
  const onIdle = vi.fn()
  return { ...idleTimer(1_000, onIdle), onIdle }
}

describe('idleTimer()', () => {
  it('an idle timer does nothing before its first touch', () => {
    const { onIdle } = timer()
    vi.advanceTimersByTime(5_000)
    expect(onIdle).not.toHaveBeenCalled()
  })

  it('an idle timer fires once when the idle time has passed', () => {
    const { touch, onIdle } = timer()
    touch()
    vi.advanceTimersByTime(999)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5_000)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  it('each touch of an idle timer starts the idle time anew', () => {
    const { touch, onIdle } = timer()
    for (let at = 0; at < 10; at += 1) {
      touch()
      vi.advanceTimersByTime(600)
    }
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(400)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  it('a thousand touches of an idle timer share one timer', () => {
    const { touch } = timer()
    for (let at = 0; at < 1_000; at += 1) touch()
    expect(vi.getTimerCount()).toBe(1)
  })

  it('an idle timer that has fired starts again with the next touch', () => {
    const { touch, onIdle } = timer()
    touch()
    vi.advanceTimersByTime(1_000)
    touch()
    vi.advanceTimersByTime(1_000)
    expect(onIdle).toHaveBeenCalledTimes(2)
  })

  it('a stopped idle timer leaves no timer behind', () => {
    const { touch, stop, onIdle } = timer()
    touch()
    stop()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(5_000)
    expect(onIdle).not.toHaveBeenCalled()
  })
})
