import { describe, expect, it } from 'vitest'
import { monotonicClock } from '../../src/runtime/monotonic-clock.ts'

describe('monotonicClock()', () => {
  it('a steady clock continues when the clock it reads is turned back', () => {
    let time = 1_000_000
    const clock = monotonicClock(() => time)
    const started = clock()
    time += 500
    expect(clock() - started).toBe(500)
    time -= 3_600_000
    expect(clock() - started).toBe(500)
    time += 250
    expect(clock() - started).toBe(750)
    time -= 10
    time += 10
    expect(clock() - started).toBe(750)
  })
})
