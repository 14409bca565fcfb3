import { describe, expect, it } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { trackOverload } from '../../src/runtime/overload.node.ts'

const SECOND_MS = 1_000

/** Measurements, each as late as it says, until `forMs` are over. */
function tracked() {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const track = trackOverload({ log: createLog({ level: 'info', write, now: () => new Date(0) }) })
  let nowMs = 0
  const measure = (lagMs: number, forMs: number) => {
    let isOverloaded = false
    for (const endMs = nowMs + forMs; nowMs < endMs; ) {
      nowMs += 100 + lagMs
      isOverloaded = track(lagMs, nowMs)
    }
    return isOverloaded
  }
  return { measure, events: () => lines.map((line) => JSON.parse(line).event) }
}

describe('trackOverload()', () => {
  it('neither a burst nor one long stall counts as overload', () => {
    const { measure, events } = tracked()
    expect(measure(700, 1_500)).toBe(false)
    expect(measure(20, SECOND_MS)).toBe(false)
    expect(measure(10 * SECOND_MS, 1)).toBe(false)
    expect(measure(20, SECOND_MS)).toBe(false)
    expect(measure(450, 10 * SECOND_MS)).toBe(false)
    expect(events()).toEqual([])
  })

  it('a loop that stays behind is overloaded until it has caught up', () => {
    const { measure, events } = tracked()
    expect(measure(600, 4 * SECOND_MS)).toBe(true)
    expect(measure(300, 10 * SECOND_MS)).toBe(true)
    expect(measure(20, 500)).toBe(true)
    expect(measure(300, 100)).toBe(true)
    expect(measure(20, 2 * SECOND_MS)).toBe(false)
    expect(events()).toEqual(['overloaded', 'overload-ended'])
  })
})
