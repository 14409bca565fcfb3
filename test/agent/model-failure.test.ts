import { APICallError } from 'ai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { brokenAnswer, failureDetails, modelFailure } from '../../src/agent/model-failure.ts'
import { AppError } from '../../src/core/error.ts'
import { NOW } from '../helper/test-services.ts'

const refused = (statusCode: number | undefined, more: object = {}) =>
  new APICallError({
    ...{ message: 'sk-secret', url: 'http://x', requestBodyValues: {} },
    ...(statusCode !== undefined && { statusCode }),
    ...more,
  })
const network = Object.assign(new Error('sk-secret'), { code: 'ECONNREFUSED' })
const timeout = new DOMException('sk-secret', 'TimeoutError')

describe('modelFailure()', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['a wrong key', refused(401), 'upstream-failed', { kind: 'refused', status: 401 }],
    ['a rate limit', refused(429), 'upstream-unavailable', { kind: 'refused', status: 429 }],
    ['an error of the host', refused(500), 'upstream-failed', { kind: 'refused', status: 500 }],
    [
      'nobody there',
      refused(undefined, { cause: network }),
      'upstream-failed',
      { kind: 'unreachable', hostCode: 'ECONNREFUSED' },
    ],
    ['no answer in time', timeout, 'upstream-timeout', { kind: 'timed-out' }],
    ['an answer that breaks off', new TypeError('terminated'), 'upstream-failed', { kind: 'cut' }],
    [
      'an error inside the stream',
      { error: { message: 'sk-secret', code: 'server_error' } },
      'upstream-failed',
      { kind: 'cut', hostCode: 'server_error' },
    ],
  ])('%s', (_name, error, code, details) => {
    const failure = modelFailure(error)
    expect(failure.code).toBe(code)
    expect(failure.message).not.toContain('sk-secret')
    expect(failureDetails(error)).toEqual(details)
    expect(JSON.stringify(failureDetails(error))).not.toContain('sk-secret')
  })

  it('a code of the host that is more than plain words is not told', () => {
    const data = { error: { code: 'sk-live-1', type: 'Bad Type' } }
    expect(failureDetails(refused(400, { data }))).toEqual({ kind: 'refused', status: 400 })
  })

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['99999999999999999999', 86_400_000],
    ['Fri, 20 Nov 2026 18:00:30 GMT', 30_000],
    ['soon', undefined],
    ['-1', undefined],
  ])('the wait that the host asks for is kept, up to a day: %s', (after, ms) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    const failure = modelFailure(refused(429, { responseHeaders: { 'retry-after': after } }))
    expect(failure.retryAfterMs).toBe(ms)
  })

  it('an error of ours stays as it is, and any other is internal', () => {
    const ours = new AppError('not-found', 'No.')
    expect(modelFailure(ours)).toBe(ours)
    expect(modelFailure(new Error('bug'))).toMatchObject({ code: 'internal' })
    expect(failureDetails(new Error('bug'))).toBeUndefined()
  })
})

describe('brokenAnswer()', () => {
  it('a cause that says more is kept', () => {
    const cause = modelFailure(refused(401))
    expect(brokenAnswer('cut', cause)).toBe(cause)
    expect(failureDetails(brokenAnswer('nonsense'))).toEqual({ kind: 'nonsense' })
  })
})
