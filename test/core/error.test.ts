import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '../../src/core/error.ts'

describe('AppError', () => {
  it.each<[ErrorCode, number]>([
    ['invalid-request', 400],
    ['unauthenticated', 401],
    ['not-found', 404],
    ['payload-too-large', 413],
    ['rate-limited', 429],
    ['cancelled', 499],
    ['internal', 500],
    ['upstream-failed', 502],
    ['upstream-unavailable', 503],
    ['upstream-timeout', 504],
  ])('the code %s has the status %i', (code, status) => {
    expect(new AppError(code, 'No.').status).toBe(status)
  })

  it('an error of ours is returned as it is', () => {
    const error = new AppError('not-found', 'No.', { retryAfterMs: 5 })
    expect(AppError.from(error)).toBe(error)
  })

  it.each([new Error('secret'), 'secret', undefined])(
    'any other error, such as %s, is internal, and only its cause says what it was',
    (cause) => {
      const error = AppError.from(cause)
      expect(error).toMatchObject({ code: 'internal', cause, retryable: false, headers: {} })
      expect(error.message).not.toContain('secret')
    },
  )
})
