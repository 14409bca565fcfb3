import { describe, expect, it } from 'vitest'
import { createBudgetTracker } from '../../../src/sources/call-policy/budget.ts'
import { START, testClock } from './call-policy.fixture.ts'

function testBudget() {
  const clock = testClock()
  const budget = createBudgetTracker(clock)
  const report = (remaining: number, resetInMs = 600_000) =>
    budget.report({ limit: 6_250, remaining, resetMs: resetInMs })
  return { budget, clock, report }
}

describe('createBudgetTracker()', () => {
  it('an unknown budget stops no call', () => {
    const { budget } = testBudget()
    expect(budget.waitMs()).toBe(0)
    expect(budget.state()).toEqual({ budgetLeft: null, budgetResetAt: null })
  })

  it('a budget at its reserve stops calls until the reset', () => {
    const { budget, clock, report } = testBudget()
    report(200)
    expect(budget.waitMs()).toBe(0)
    report(199)
    expect(budget.waitMs()).toBe(600_000)
    clock.pass(599_999)
    expect(budget.waitMs()).toBe(1)
    clock.pass(1)
    expect(budget.waitMs()).toBe(0)
    expect(budget.state().budgetLeft).toBeNull()
  })

  it('the state has what is left and until when', () => {
    const { budget, report } = testBudget()
    report(-3)
    const budgetResetAt = new Date(START.getTime() + 600_000).toISOString()
    expect(budget.state()).toEqual({ budgetLeft: 0, budgetResetAt })
  })

  it('calls in progress count before their cost is known', () => {
    const { budget, report } = testBudget()
    report(350)
    budget.begin()
    expect(budget.waitMs()).toBe(0)
    budget.begin()
    expect(budget.waitMs()).toBe(1_000)
    expect(budget.state().budgetLeft).toBe(150)
  })

  it("a call's reported cost is used, and otherwise an estimate", () => {
    const { budget, report } = testBudget()
    report(1_000)
    const reporting = budget.begin()
    report(950)
    reporting()
    expect(budget.state().budgetLeft).toBe(950)
    budget.begin()()
    expect(budget.state().budgetLeft).toBe(850)
  })

  it('the lower of two reports counts, and a new one after the reset', () => {
    const { budget, report } = testBudget()
    report(500)
    report(550, 601_000)
    expect(budget.state().budgetLeft).toBe(500)
    report(6_200, 900_000)
    expect(budget.state().budgetLeft).toBe(6_200)
  })

  it('the time to the reset does not depend on the wall clock', () => {
    const { budget, clock, report } = testBudget()
    report(0)
    clock.turn(-3_600_000)
    expect(budget.waitMs()).toBe(600_000)
    clock.turn(86_400_000)
    expect(budget.waitMs()).toBe(600_000)
    const budgetResetAt = new Date(clock.now().getTime() + 600_000).toISOString()
    expect(budget.state()).toEqual({ budgetLeft: 0, budgetResetAt })
  })

  it('a reset is waited for at most a quarter of an hour', () => {
    const { budget, report } = testBudget()
    report(0, 86_400_000)
    expect(budget.waitMs()).toBe(900_000)
  })
})
