import { describe, expect, it } from 'vitest'
import { createPace } from '../../src/client/pace.ts'
import { fakeClock } from '../helper/platform-proxy.ts'

describe('createPace()', () => {
  it('calls within the rate do not wait, and the next one waits for the first to be old enough', async () => {
    const clock = fakeClock()
    const pace = createPace({ calls: 2, everyMs: 60_000, clock })
    await pace()
    await pace()
    expect(clock.waits).toEqual([])
    await pace()
    expect(clock.waits).toEqual([60_000])
  })

  it('a caller who has left takes no turn', async () => {
    const clock = fakeClock()
    const pace = createPace({ calls: 1, everyMs: 60_000, clock })
    await expect(pace(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    await pace()
    expect(clock.waits).toEqual([])
  })
})
