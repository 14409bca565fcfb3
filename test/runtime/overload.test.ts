import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { watchOverload } from '../../src/runtime/overload.node.ts'

afterEach(() => void vi.useRealTimers())

it('a loop that stays behind is overloaded until it has caught up; one long stall is not', () => {
  vi.useFakeTimers()
  const events: string[] = []
  const write = (line: string) => events.push(JSON.parse(line).event)
  const log = createLog({ level: 'info', write, now: () => new Date(0) })
  let nowMs = 0
  const isOverloaded = watchOverload({ log }, () => nowMs)
  const turn = (lagMs: number) => {
    nowMs += 500 + lagMs
    vi.advanceTimersByTime(500)
    return isOverloaded()
  }
  expect([10_000, 20, 450, 450, 20].map(turn)).not.toContain(true)
  expect([600, 700, 900, 20].map(turn)).toEqual([false, true, true, false])
  expect(events).toEqual(['overloaded', 'overload-ended'])
})
