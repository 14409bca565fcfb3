import { describe, expect, it } from 'vitest'
import { memoryLimiter } from '../../src/access/rate-limit.ts'

describe('memoryLimiter()', () => {
  it('admits so many a minute, from the first call on', async () => {
    let nowMs = 0
    const limiter = memoryLimiter({ perMinute: 2, clock: () => nowMs })
    expect(await limiter.take('a')).toEqual({
      ...{ isAdmitted: true, limit: 2, remaining: 1, resetMs: 60_000 },
    })
    nowMs = 20_000
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: true, remaining: 0 })
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: false, resetMs: 40_000 })
    expect(await limiter.take('b')).toMatchObject({ isAdmitted: true })
    nowMs = 59_999
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: false, resetMs: 1 })
    nowMs = 60_000
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: true, remaining: 1 })
  })

  it('forgets the one who was silent longest, however many come', async () => {
    const limiter = memoryLimiter({ perMinute: 1, clock: () => 0, maxCallers: 3 })
    for (const key of ['silent', 'busy', 'a', 'busy', 'b', 'busy', 'c']) await limiter.take(key)
    expect(await limiter.take('busy')).toMatchObject({ isAdmitted: false })
    expect(await limiter.take('silent')).toMatchObject({ isAdmitted: true })
  })
})
