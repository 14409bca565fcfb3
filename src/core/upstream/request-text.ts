import { AppError } from '../error.ts'
import { readCapped } from './read-capped.ts'
import { retryAfterMs } from './retry-after.ts'
import {
  invalidCredentials,
  networkError,
  rateLimited,
  unreadableAnswer,
} from './upstream-error.ts'
import { withTimeout } from './with-timeout.ts'

export interface TextRequest {
  /** The upstream's name, for messages. */
  upstream: string
  url: string
  init?: RequestInit
  fetch?: typeof globalThis.fetch | undefined
  signal?: AbortSignal | undefined
  /** The limit of connection, headers and body together. */
  timeoutMs?: number | undefined
  maxBytes?: number
  now?: (() => Date) | undefined
  /** Called with the headers of every response, whatever its status. */
  onHeaders?(headers: Headers): void
  readRetryAfter?: ReadRetryAfter
}

interface TextAnswer {
  text: string
  headers: Headers
}

/** Leaves time for a retry within what our own callers wait. */
export const TIMEOUT_MS = 8_000
const MAX_BYTES = 2 * 1024 * 1024

/**
 * One request to another service, without retries or redirects.
 *
 * @throws AppError whose code says how it failed.
 * @throws the signal's own reason after the caller has aborted.
 */
export function requestText(request: TextRequest): Promise<TextAnswer> {
  const { upstream, signal, timeoutMs = TIMEOUT_MS } = request
  return withTimeout({ upstream, timeoutMs, signal }, (limited) => sendAndRead(request, limited))
}

async function sendAndRead(request: TextRequest, signal: AbortSignal): Promise<TextAnswer> {
  const {
    upstream,
    maxBytes = MAX_BYTES,
    now = () => new Date(),
    readRetryAfter,
    onHeaders,
  } = request
  const response = await send(request, signal)
  const { headers } = response
  onHeaders?.(headers)

  if (!response.ok) throw await errorOf(response, { upstream, now, readRetryAfter })
  return { text: await readCapped(response, { upstream, maxBytes }), headers }
}

async function send({ upstream, url, init, ...rest }: TextRequest, signal: AbortSignal) {
  // On Workers `fetch` fails when it is called as a property.
  const { fetch = globalThis.fetch } = rest
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal })
  } catch (error) {
    throw networkError(`${upstream} could not be reached.`, error)
  }
}

/** Reads how long to wait from an upstream's own headers or body, if it sends no `Retry-After`. */
type ReadRetryAfter = (response: { headers: Headers; body: string }) => number | undefined

interface ErrorContext {
  upstream: string
  now(): Date
  readRetryAfter?: ReadRetryAfter | undefined
}

/** Enough for the details of a rate limit. */
const MAX_ERROR_BYTES = 16 * 1024

async function errorOf(response: Response, context: ErrorContext): Promise<AppError> {
  const { status, headers } = response
  const { upstream, now } = context
  const cause = new Error(`status ${status}`)

  if (status === 429) return rateLimited(upstream, await rateLimitWait(response, context), cause)
  // A browser challenge says nothing about our credentials.
  if (status === 403 && headers.get('content-type')?.includes('html'))
    return unreadableAnswer(upstream, 'status 403 with a page')
  if (status === 401 || status === 403) return invalidCredentials(upstream, cause)
  if (status >= 500) {
    const wait = status === 503 ? retryAfterMs(headers, now()) : undefined
    const message = `${upstream} had an internal error.`
    return new AppError('upstream-failed', message, { cause, retryable: true, retryAfterMs: wait })
  }
  if (status < 400) {
    return new AppError('upstream-failed', `${upstream} redirected the request.`, { cause })
  }
  return new AppError('upstream-failed', `${upstream} rejected the request.`, { cause })
}

async function rateLimitWait(response: Response, { upstream, now, readRetryAfter }: ErrorContext) {
  const { headers } = response
  const wait = retryAfterMs(headers, now())
  if (wait !== undefined || !readRetryAfter) return wait
  // The limit holds even if the body cannot be read.
  const body = await readCapped(response, { upstream, maxBytes: MAX_ERROR_BYTES }).catch(() => '')
  return readRetryAfter({ headers, body })
}
