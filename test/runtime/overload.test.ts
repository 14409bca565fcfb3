import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { watchOverload } from '../../src/runtime/overload.node.ts'

afterEach(() => void vi.useRealTimers())

it('a loop that stays behind is overloaded until it has caught up; one long stall is not', () => {
  vi.useFakeTimers()
  const events: string[] = []
  const write = (line: string) => events.push(JSON.parse(line).event)
  const log = createLog({ level: 'info', write, now: () => new Date(0) })
  let [nowMs, cpuMs] = [0, 0]
  const clocks = { nowMs: () => nowMs, cpuMs: () => cpuMs }
  const isOverloaded = watchOverload({ log }, clocks)
  const turn = (lagMs: number, cpuShare = 1) => {
    nowMs += 500 + lagMs
    cpuMs += (500 + lagMs) * cpuShare
    vi.advanceTimersByTime(500)
    return isOverloaded()
  }
  expect([10_000, 20, 450, 450, 20].map((lag) => turn(lag))).not.toContain(true)
  expect([600, 700, 900].map((lag) => turn(lag, 0.2))).not.toContain(true)
  expect([600, 700, 900, 20].map((lag) => turn(lag))).toEqual([false, true, true, false])
  expect(events).toEqual(['overloaded', 'overload-ended'])
})
