import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import { createBackgroundTasks } from '../../../src/platform/answers/background-tasks.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function tasks() {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now: () => new Date() })
  const waitUntil = vi.fn()
  return { ...createBackgroundTasks({ log, waitUntil }), waitUntil, lines }
}

type Start = ReturnType<typeof tasks>['start']

function begin(start: Start, work: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController()
  start(stop, () => work(stop.signal))
  return stop
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

describe('createBackgroundTasks()', () => {
  it('stopping waits for work that ends in time, and does not abort it', async () => {
    const { start, stop } = tasks()
    const { signal } = begin(start, () => new Promise((resolve) => setTimeout(resolve, 500)))
    const stopped = stop(1_000)
    await vi.advanceTimersByTimeAsync(500)
    await stopped
    expect(signal.aborted).toBe(false)
  })

  it('work that is not done in time is aborted', async () => {
    const { start, stop } = tasks()
    const { signal } = begin(start, untilAborted)
    const stopped = stop(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    await stopped
    expect(signal.aborted).toBe(true)
  })

  it('work that fails leaves a record in the log, and fails nobody', async () => {
    const { start, stop, waitUntil, lines } = tasks()
    begin(start, async () => {
      throw new Error('broken')
    })
    await stop(0)
    await expect(waitUntil.mock.calls[0]?.[0]).resolves.toBeUndefined()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'work-failed' }])
  })
})
