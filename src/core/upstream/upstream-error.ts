import { AppError, errorCode } from '../error.ts'

/** A failed connection. Only its reason is logged: the original message can quote a header. */
export function networkError(message: string, error: unknown): AppError {
  const cause = new Error(networkReason(error))
  return new AppError('upstream-failed', message, { retryable: true, cause })
}

/** Why a connection failed: its code, such as `ECONNREFUSED`, or the kind of error. */
export function networkReason(error: unknown): string {
  // On Workers it is a plain `Error`, whose message is not known to be harmless.
  const name = error instanceof Error && error.name !== 'Error' ? error.name : 'network error'
  return networkCode(error) ?? name
}

/**
 * The first network code of an error and its causes. A port that fetch never calls has none.
 * https://fetch.spec.whatwg.org/#port-blocking
 */
export function networkCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === BAD_PORT) return BAD_PORT
    const code = errorCode(cause)
    if (code !== undefined && NETWORK_CODE.test(code)) return code
  }
  return undefined
}

/** Node's message for it. */
const BAD_PORT = 'bad port'

/** Codes of Node and of undici. A code of any other form may be text from the other side. */
const NETWORK_CODE = /^[A-Z][A-Z0-9_]{1,39}$/

/** A complete response that is invalid. The reason is for the log, and quotes nothing of it. */
export function unreadableAnswer(upstream: string, reason: string): AppError {
  const message = `${upstream} sent an unreadable response.`
  return new AppError('upstream-failed', message, { cause: new Error(reason) })
}

/** Why a call to an upstream failed, such as `status 401`: in our words and codes, never in its own. */
export function upstreamReason({ code, cause }: AppError): string | undefined {
  return code.startsWith('upstream-') && cause instanceof Error ? cause.message : undefined
}

/** For an upstream that does not say for how long. */
const DEFAULT_WAIT_MS = 30_000

export function rateLimited(upstream: string, waitMs: number | undefined, cause: Error) {
  const message = `${upstream} is rate limiting this service.`
  const retryAfterMs = waitMs ?? DEFAULT_WAIT_MS
  return new AppError('upstream-unavailable', message, { cause, retryAfterMs })
}

export function invalidCredentials(upstream: string, cause: Error) {
  return new AppError('upstream-failed', `${upstream} rejected the credentials of this service.`, {
    cause,
  })
}
