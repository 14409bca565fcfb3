import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CallOutcome,
  createCircuitBreaker,
} from '../../../src/sources/call-policy/circuit-breaker.ts'
import { testClock } from './call-policy.fixture.ts'

const DAY_MS = 86_400_000

function testBreaker() {
  const clock = testClock()
  const breaker = createCircuitBreaker(clock)
  const call = (outcome: CallOutcome) => breaker.begin()(outcome)
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) call('failure')
  }
  return { breaker, clock, call, fail }
}

describe('createCircuitBreaker()', () => {
  it('five failures in a row open the breaker for 30 seconds', () => {
    const { breaker, clock, fail } = testBreaker()
    fail(4)
    expect(breaker.state()).toBe('closed')
    fail(1)
    expect(breaker.state()).toBe('open')
    clock.pass(10_000)
    expect(breaker.waitMs()).toBe(20_000)
    clock.pass(20_000)
    expect(breaker.state()).toBe('half-open')
    expect(breaker.waitMs()).toBe(0)
  })

  it('each failed probe doubles the open time up to five minutes', () => {
    const { breaker, clock, call, fail } = testBreaker()
    fail(5)
    const waits = Array.from({ length: 6 }, () => {
      const waitMs = breaker.waitMs()
      clock.pass(waitMs)
      call('failure')
      return waitMs
    })
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000])
    clock.pass(300_000)
    call('success')
    fail(5)
    expect(breaker.waitMs()).toBe(30_000)
  })

  it("the breaker's state follows from its history in any order of events", () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 120 }), obeysItsHistory), { numRuns: 2_000 })
  })
})

const outcome = fc.constantFrom<CallOutcome[]>(
  'success',
  'failure',
  'failure',
  'failure',
  'unknown',
)

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ begin: fc.constant(true) }) },
  { weight: 4, arbitrary: fc.record({ end: fc.nat(5), outcome }) },
  { weight: 1, arbitrary: fc.record({ passMs: fc.oneof(fc.nat(9_500), fc.nat(90_000)) }) },
  { weight: 1, arbitrary: fc.record({ turnMs: fc.integer({ min: -DAY_MS, max: DAY_MS }) }) },
)

type Step =
  | { begin: boolean }
  | { end: number; outcome: CallOutcome }
  | { passMs: number }
  | { turnMs: number }
type Turn = { to: 'open'; at: number; forMs: number } | { to: 'closed' }

interface Call {
  turn: Turn
  at: number
  end(outcome: CallOutcome): void
}

/** The model: openings, closings and calls as lists, from which all else follows. */
function obeysItsHistory(steps: Step[]) {
  const { breaker, clock } = testBreaker()
  const turns: Turn[] = [{ to: 'closed' }]
  const begun: Call[] = []
  const ended = new Set<Call>()
  let inARow = 0

  const time = () => clock.clock()
  const last = () => turns.at(-1)!
  const lastProbe = () => begun.findLast(({ turn }) => turn.to === 'open' && turn === last())
  const opensFor = () => {
    const since = turns.findLastIndex(({ to }) => to === 'closed')
    return Math.min(300_000, 30_000 * 2 ** (turns.length - 1 - since))
  }
  const expected = () => {
    const turn = last()
    if (turn.to === 'closed') return 'closed'
    return time() - turn.at < turn.forMs ? 'open' : 'half-open'
  }
  const mayBegin = () => {
    const probe = lastProbe()
    const isProbing = probe && !ended.has(probe) && time() - probe.at < 15_000
    return expected() === 'closed' || (expected() === 'half-open' && !isProbing)
  }

  const end = (call: Call, outcome: CallOutcome) => {
    const isHeard = call.turn === last() && (call.turn.to === 'closed' || call === lastProbe())
    call.end(outcome)
    ended.add(call)
    if (!isHeard || outcome === 'unknown') return
    inARow = outcome === 'success' ? 0 : inARow + 1
    if (outcome === 'success' && call.turn.to === 'open') turns.push({ to: 'closed' })
    const opens = outcome === 'failure' && (call.turn.to === 'open' || inARow >= 5)
    if (opens) turns.push({ to: 'open', at: time(), forMs: opensFor() })
  }

  for (const step of steps) {
    if ('passMs' in step) clock.pass(step.passMs)
    if ('turnMs' in step) clock.turn(step.turnMs)
    if ('begin' in step && mayBegin()) {
      begun.push({ turn: last(), at: time(), end: breaker.begin() })
    }
    const call = 'end' in step ? begun.filter((one) => !ended.has(one))[step.end] : undefined
    if ('end' in step && call) end(call, step.outcome)
    expect(breaker.state()).toBe(expected())
    expect(breaker.waitMs() === 0).toBe(mayBegin())
  }
}
