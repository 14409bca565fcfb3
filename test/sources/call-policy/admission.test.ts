import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/core/error.ts'
import { createAdmission } from '../../../src/sources/call-policy/admission.ts'
import { testClock } from './call-policy.fixture.ts'

function admission() {
  const { clock, ...time } = testClock()
  const now = () => new Date(clock())
  return { ...createAdmission({ upstream: 'Algolia', clock, now }), ...time }
}

const failed = (...args: ConstructorParameters<typeof AppError>) => ({
  outcome: 'failed' as const,
  error: new AppError(...args),
})

describe('createAdmission()', () => {
  it.each([
    ['a call that finished', { outcome: 'finished' } as const, 0],
    ['a call that was cancelled', { outcome: 'cancelled' } as const, 0],
    ['a failure that says nothing of a wait', failed('upstream-failed', 'No.'), 0],
    ['a wait that was asked for', failed('upstream-failed', 'No.', { retryAfterMs: 7_000 }), 7_000],
    [
      'a wait of a day, which is cut to a quarter of an hour',
      failed('upstream-unavailable', 'No.', { retryAfterMs: 86_400_000 }),
      900_000,
    ],
  ])('after %s', (_name, ending, waitMs) => {
    const { begin, waitMs: wait } = admission()
    begin()(ending)
    expect(wait()).toBe(waitMs)
  })

  it('a call during a wait is an error that says when to come back', () => {
    const { begin } = admission()
    begin()(failed('upstream-unavailable', 'No.', { retryAfterMs: 7_000 }))
    expect(() => begin()).toThrow(
      expect.objectContaining({ code: 'upstream-unavailable', retryAfterMs: 7_000 }),
    )
  })

  it.each([
    ['failures that may pass', failed('upstream-failed', 'No.', { retryable: true }), 'open'],
    ['timeouts', failed('upstream-timeout', 'No.'), 'open'],
    ['errors of no known kind', { outcome: 'failed' as const, error: new Error('x') }, 'open'],
    ['answers that cannot be read', failed('upstream-failed', 'No.'), 'closed'],
    ['callers who leave', { outcome: 'cancelled' as const }, 'closed'],
  ])('after five %s', (_name, ending, breaker) => {
    const { begin, state } = admission()
    for (let count = 0; count < 5; count += 1) begin()(ending)
    expect(state().breaker).toBe(breaker)
  })
})
