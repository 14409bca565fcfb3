import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stallWatchdog } from '../../../src/chat/run/stall-watchdog.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watchdog() {
  const onStall = vi.fn()
  return { ...stallWatchdog(1_000, onStall), onStall }
}

describe('stallWatchdog()', () => {
  it('a reader that takes nothing in time has stalled', () => {
    const { wait, onStall } = watchdog()
    wait()
    vi.advanceTimersByTime(999)
    expect(onStall).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onStall).toHaveBeenCalledOnce()
  })

  it('what is ready later does not move the deadline', () => {
    const { wait, onStall } = watchdog()
    wait()
    vi.advanceTimersByTime(600)
    wait()
    vi.advanceTimersByTime(400)
    expect(onStall).toHaveBeenCalledOnce()
  })

  it('a reader that comes for more has all its time again', () => {
    const { wait, reset, onStall } = watchdog()
    wait()
    vi.advanceTimersByTime(600)
    reset()
    vi.advanceTimersByTime(5_000)
    wait()
    vi.advanceTimersByTime(999)
    expect(onStall).not.toHaveBeenCalled()
  })
})
