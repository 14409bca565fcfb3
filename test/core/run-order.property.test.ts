import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/core/run.ts'
import { runOrder } from '../../src/core/run-order.ts'
import { run } from './run.arbitrary.ts'

function issuesOf(events: readonly RunEvent[]) {
  const issueOf = runOrder()
  return events.flatMap((event) => issueOf(event) ?? [])
}

describe('runOrder()', () => {
  it('a run in order has no issue', () => {
    fc.assert(
      fc.property(run, (events) => {
        expect(issuesOf(events)).toEqual([])
      }),
    )
  })

  it('what is said before the start, after the end or within another call is an issue', () => {
    fc.assert(
      fc.property(run, (events) => {
        const [start, ...rest] = events
        const end = rest.at(-1)!
        expect(issuesOf(rest)).not.toEqual([])
        expect(issuesOf([...events, start!])).not.toEqual([])
        expect(issuesOf([...events, end])).not.toEqual([])
        const call = { type: 'tool-call-start', toolCallId: 'within', toolName: 'a' } as const
        for (const [at, event] of events.entries()) {
          if (event.type !== 'tool-call-start') continue
          expect(issuesOf(events.toSpliced(at + 1, 0, call))).not.toEqual([])
        }
      }),
    )
  })

  it('a call that has not started, or that comes twice, is an issue', () => {
    fc.assert(
      fc.property(run, (events) => {
        for (const [at, event] of events.entries()) {
          if (event.type === 'tool-call')
            expect(issuesOf(events.toSpliced(at, 0, event))).not.toEqual([])
          if (event.type === 'tool-call-start')
            expect(issuesOf(events.toSpliced(at, 1))).not.toEqual([])
        }
      }),
    )
  })
})
