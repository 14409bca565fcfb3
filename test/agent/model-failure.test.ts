import { afterEach, describe, expect, it, vi } from 'vitest'
import { modelFailure, refusal } from '../../src/agent/model-failure.ts'
import { AppError } from '../../src/core/error.ts'
import { NOW } from '../helper/test-services.ts'

describe('modelFailure()', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '7', 'retry-after-ms': '20' }, 20],
    [{ 'retry-after': '99999999999999999999' }, 86_400_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 18:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1', 'retry-after-ms': '-1' }, undefined],
    [{}, undefined],
  ])('the wait that the host asks for is kept, up to a day: %j', (headers, ms) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    expect(refusal({}, 429, new Headers(headers)).retryAfterMs).toBe(ms)
  })

  it('an error of ours stays as it is, and any other is internal', () => {
    const ours = new AppError('not-found', 'No.')
    expect(modelFailure(ours)).toBe(ours)
    expect(modelFailure(new Error('bug'))).toMatchObject({ code: 'internal' })
  })
})
