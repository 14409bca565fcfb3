import { describe, expect, it } from 'vitest'
import { createPace } from '../../src/client/pace.ts'

/** A clock that moves on only where somebody waits for it. */
function pace(calls: number) {
  let atMs = Date.parse('2026-11-20T18:00:00.000Z')
  const waits: number[] = []
  const clock = {
    now: () => new Date(atMs),
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted()
      waits.push(ms)
      atMs += ms
    },
  }
  return { ...createPace({ calls, everyMs: 60_000, clock }), waits }
}

describe('createPace()', () => {
  it('calls within the rate do not wait, and the next one waits for the first to be old enough', async () => {
    const { turn, waits } = pace(2)
    await turn()
    await turn()
    expect(waits).toEqual([])
    await turn()
    expect(waits).toEqual([60_000])
  })

  it('a pause holds the next call back, and a shorter one does not end it', async () => {
    const { turn, pause, waits } = pace(2)
    pause(5_000)
    pause(1_000)
    await turn()
    expect(waits).toEqual([5_000])
  })

  it('a caller who has left takes no turn', async () => {
    const { turn, waits } = pace(1)
    await expect(turn(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    await turn()
    expect(waits).toEqual([])
  })
})
