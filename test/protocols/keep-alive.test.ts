import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Piece, withKeepAlive } from '../../src/protocols/keep-alive.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const OPTIONS = { keepAlive: ': ping', silenceMs: 1_000 }

describe('withKeepAlive()', () => {
  it('a silence has a sign of life, and the piece that is late is not lost', async () => {
    let release!: (piece: Piece) => void
    const late = new Promise<Piece>((resolve) => {
      release = resolve
    })
    const next = withKeepAlive(() => late, OPTIONS)
    const first = next()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await first).toEqual({ text: ': ping', done: false })
    release({ text: 'late', done: true })
    expect(await next()).toEqual({ text: 'late', done: true })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a wire without a sign of life is left as it is', () => {
    const nextPiece = async () => ({ text: '', done: true })
    expect(withKeepAlive(nextPiece, {})).toBe(nextPiece)
  })
})
