import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectionFailure, cutOff, refusal } from '../../src/agent/hosted/host-error.ts'
import { ModelError, modelFailure } from '../../src/agent/model-failure.ts'
import { AppError } from '../../src/core/error.ts'
import { NOW } from '../helper/test-services.ts'

const refused = (status: number, error: object = {}, headers: Record<string, string> = {}) =>
  refusal({ message: 'sk-secret', ...error }, status, new Headers(headers))
const network = Object.assign(new Error('sk-secret'), { code: 'ECONNREFUSED' })
const timeout = new DOMException('sk-secret', 'TimeoutError')

describe('modelFailure()', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each<[string, unknown, string, object]>([
    ['a wrong key', refused(401), 'upstream-failed', { kind: 'refused', status: 401 }],
    ['a rate limit', refused(429), 'upstream-unavailable', { kind: 'refused', status: 429 }],
    ['an error of the host', refused(500), 'upstream-failed', { kind: 'refused', status: 500 }],
    [
      'nobody there',
      connectionFailure('unreachable', network),
      'upstream-failed',
      { kind: 'unreachable', hostCode: 'ECONNREFUSED' },
    ],
    ['no answer in time', timeout, 'upstream-timeout', { kind: 'timed-out' }],
    [
      'an error inside the stream',
      cutOff({ message: 'sk-secret', code: 'server_error' }),
      'upstream-failed',
      { kind: 'cut', hostCode: 'server_error' },
    ],
    [
      'a code of the host that is more than plain words',
      refused(400, { code: 'sk-secret', type: 'Bad Type' }),
      'upstream-failed',
      { kind: 'refused', status: 400 },
    ],
  ])('%s has a code, a message of ours and its details', (_name, error, code, details) => {
    const failure = modelFailure(error)
    expect(failure.code).toBe(code)
    expect(failure instanceof ModelError && failure.details).toEqual(details)
    expect(JSON.stringify([failure.message, failure.cause])).not.toContain('sk-secret')
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
    expect(refused(429, {}, headers).retryAfterMs).toBe(ms)
  })

  it('an error of ours stays as it is, and any other is internal', () => {
    const ours = new AppError('not-found', 'No.')
    expect(modelFailure(ours)).toBe(ours)
    expect(modelFailure(new Error('bug'))).toMatchObject({ code: 'internal' })
  })
})
