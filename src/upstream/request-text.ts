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
  /** The upstream's name as people know it. */
  upstream: string
  url: string
  init?: RequestInit
  fetch?: typeof globalThis.fetch | undefined
  signal?: AbortSignal | undefined
  /** For the whole exchange: connection, headers and body. */
  timeoutMs?: number | undefined
  maxBytes?: number
  now?: (() => Date) | undefined
  /** Is shown the headers of every answer, those of a refusal too. */
  onHeaders?(headers: Headers): void
  /** How an upstream that limits our rate says when to come back, besides `Retry-After`. */
  readRetryAfter?: ReadRetryAfter
}

interface TextAnswer {
  text: string
  headers: Headers
}

/** Fits in the patience of somebody who waits for an answer of ours. */
export const TIMEOUT_MS = 8_000
const MAX_BYTES = 2 * 1024 * 1024

/**
 * One call to another service, never repeated and never redirected.
 *
 * @throws AppError that says in which of the many ways it failed.
 * @throws the signal's own reason when the caller left.
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
  // The Workers runtime refuses to have it called as a property.
  const { fetch = globalThis.fetch } = rest
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal })
  } catch (error) {
    throw networkError(`${upstream} could not be reached.`, error)
  }
}

/** How an upstream says when to come back, besides `Retry-After`: in its own headers or body. */
type ReadRetryAfter = (response: { headers: Headers; body: string }) => number | undefined

interface ErrorContext {
  upstream: string
  now(): Date
  readRetryAfter?: ReadRetryAfter | undefined
}

/** Room for what a rate limit has to say. */
const MAX_ERROR_BYTES = 16 * 1024

/** The error that a response without success stands for. */
async function errorOf(response: Response, context: ErrorContext): Promise<AppError> {
  const { status, headers } = response
  const { upstream, now } = context
  const cause = new Error(`status ${status}`)

  if (status === 429) return rateLimited(upstream, await rateLimitWait(response, context), cause)
  // A challenge for browsers says nothing of our credentials.
  if (status === 403 && isPage(headers)) return unreadableAnswer(upstream, 'status 403 with a page')
  if (status === 401 || status === 403) return invalidCredentials(upstream, cause)
  if (status >= 500) {
    const wait = status === 503 ? retryAfterMs(headers, now()) : undefined
    const message = `${upstream} has a problem of its own.`
    return new AppError('upstream-failed', message, { cause, retryable: true, retryAfterMs: wait })
  }
  if (status < 400) {
    return new AppError('upstream-failed', `${upstream} sent us to another address.`, { cause })
  }
  return new AppError('upstream-failed', `${upstream} refused the question.`, { cause })
}

async function rateLimitWait(response: Response, { upstream, now, readRetryAfter }: ErrorContext) {
  const { headers } = response
  const wait = retryAfterMs(headers, now())
  if (wait !== undefined || !readRetryAfter) return wait
  // A body that cannot be had changes nothing about the limit.
  const body = await readCapped(response, { upstream, maxBytes: MAX_ERROR_BYTES }).catch(() => '')
  return readRetryAfter({ headers, body })
}

function isPage(headers: Headers) {
  return headers.get('content-type')?.includes('html') === true
}
