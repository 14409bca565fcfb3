import { AppError } from '../error.ts'

// The challenges of RFC 6750, section 3: a caller that sent nothing is told of no error.
const CHALLENGE = 'Bearer realm="launchboard"'
const INVALID = `${CHALLENGE}, error="invalid_token"`

const NEEDED = 'A token is needed, as Authorization: Bearer … or as X-API-Key: …'

export function tokenMissing(message = NEEDED): AppError {
  return new AppError('unauthenticated', message, { headers: { 'www-authenticate': CHALLENGE } })
}

/** A token was sent and is not accepted. `cause` says why, for the log. */
export function tokenRefused(message = 'The token is not accepted.', cause?: unknown): AppError {
  return new AppError('unauthenticated', message, {
    headers: { 'www-authenticate': INVALID },
    cause,
  })
}
