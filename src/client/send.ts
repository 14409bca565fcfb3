import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import { readCapped } from '../core/upstream/read-capped.ts'
import { networkReason } from '../core/upstream/upstream-error.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { invalidInput, PlatformClientError, unreadable } from './client-error.ts'
import { type Clock, either } from './clock.ts'
import type { Credential, Credentials } from './credentials.ts'
import type { Pace } from './pace.ts'
import { responseError } from './response-error.ts'

export interface CallOptions {
  /** The uid of the user on whose behalf a call with an API key is made. */
  onBehalfOf?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

/** The options of a call, and what the operation adds to them. */
export interface Call extends CallOptions {
  /** Whether it is safe to repeat. By default true for all methods but POST. */
  isRepeatable?: boolean
  /** By default those of the client. */
  retries?: number
  /** Waited for before each attempt. */
  pace?: Pace
  /** Once it aborts, no further calls are made, but the current one is completed. */
  stop?: AbortSignal | undefined
  /** Takes server-sent events, which may then be the response. */
  onStream?(response: Response): void
}

export interface SendConfig {
  credentials: Credentials
  fetch: typeof globalThis.fetch
  clock: Clock
  random(): number
  /** For a whole call: connection, headers and body. */
  timeoutMs: number
  maxBytes: number
  /** The maximum number of retries of a call. */
  retries: number
  onRetry(error: PlatformClientError, waitMs: number): void
}

const UPSTREAM = 'The platform'
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
/** If the platform asks to wait longer, the call fails instead. */
const MAX_RETRY_AFTER_MS = 120_000

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

/**
 * Sends a request with credentials, within limits of time and size, and with retries where that is
 * safe and may help. Redirects are not followed.
 *
 * @returns the JSON of a good response; nothing if the response is a stream, which `onStream` gets.
 * @throws PlatformClientError for every other response, or if there is none.
 * @throws the reason of the signal, if it aborts.
 */
export async function send(request: Request, call: Call, config: SendConfig): Promise<Response> {
  const sent = await readRequest(request, call, config)
  const { clock, random, onRetry } = config
  const { isRepeatable = sent.method !== 'POST', retries = config.retries } = call
  const { pace, signal, stop } = call
  for (let failed = 1; ; failed += 1) {
    try {
      await pace?.(either(signal, stop))
      return await attempt(sent, call, config)
    } catch (error) {
      if (failed > retries || !isRetryable(error, isRepeatable)) throw error
      const wait = error.retryAfterMs ?? backoffMs(failed, random())
      onRetry(error, wait)
      await clock.sleep(wait, either(signal, stop))
    }
  }
}

/** The request of an operation, with what all calls have in common. */
async function readRequest(request: Request, call: Call, { credentials }: SendConfig) {
  const { onBehalfOf, onStream } = call
  if (onBehalfOf !== undefined && credentials.isToken) {
    const message = 'must not be given with an auth token, which identifies the user'
    throw invalidInput('onBehalfOf', message)
  }
  const { url, method } = request
  const headers = {
    ...Object.fromEntries(request.headers),
    accept: onStream ? 'text/event-stream, application/json' : 'application/json',
    ...(onBehalfOf !== undefined && { onBehalfOf }),
  }
  return { url, method, headers, body: (await request.text()) || null }
}

async function attempt(sent: Sent, call: Call, config: SendConfig): Promise<Response> {
  const { credentials, clock, maxBytes, timeoutMs } = config
  return withinTime(call.timeoutMs ?? timeoutMs, call.signal, async (signal) => {
    const response = await connect(sent, config, signal)
    const { status, headers } = response
    if (call.onStream && status < 400 && isEventStream(headers)) {
      call.onStream(response)
      return new Response()
    }
    const text = await readCapped(response, { upstream: UPSTREAM, maxBytes })
    if (status >= 400) {
      throw responseError({ status, headers, text }, credentials.mask, clock.now())
    }
    if (text === '') return new Response()
    const json = tryParseJson(text)
    if (json === undefined) throw unreadable(status, 'not JSON')
    return Response.json(json)
  })
}

function isEventStream(headers: Headers) {
  return headers.get('content-type')?.startsWith('text/event-stream')
}

/** Resolves with the response when it starts. It is requested again if the token was renewed. */
async function connect(sent: Sent, config: SendConfig, signal: AbortSignal): Promise<Response> {
  const { credentials } = config
  const credential = await untilAborted(credentials.current(), signal)
  const response = await fetchOnce(sent, credential, config, signal)
  const renewed = response.status === 401 ? credentials.renewed(credential) : undefined
  if (!renewed) return response
  response.body?.cancel().catch(() => {})
  return fetchOnce(sent, await untilAborted(renewed, signal), config, signal)
}

async function fetchOnce(
  { url, method, headers, body }: Sent,
  { header, value }: Credential,
  { fetch }: SendConfig,
  signal: AbortSignal,
) {
  const init = { method, headers: { ...headers, [header]: value }, body, signal }
  const response = await fetch(url, { ...init, redirect: 'manual' }).catch((error: unknown) => {
    throw new PlatformClientError('unreachable', `${UPSTREAM} could not be reached.`, {
      // The message can quote a header, so only the code is kept.
      cause: new Error(networkReason(error)),
    })
  })
  const { type, status } = response
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return response
  const message = `${UPSTREAM} redirected to another address, to which the key is not sent. Check baseUrl.`
  throw new PlatformClientError('redirected', message)
}

/** Runs work within a limit of time, and converts the errors of shared modules. */
export async function withinTime<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withTimeout({ upstream: UPSTREAM, timeoutMs, signal }, work)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, retryable, cause } = error
    if (code === 'upstream-timeout') throw new PlatformClientError('timed-out', message)
    throw new PlatformClientError(retryable ? 'unreachable' : 'unreadable', message, { cause })
  }
}

export function isRetryable(error: unknown, isRepeatable: boolean): error is PlatformClientError {
  if (!(error instanceof PlatformClientError)) return false
  const { code, status = 0, retryAfterMs = 0 } = error
  if (retryAfterMs > MAX_RETRY_AFTER_MS) return false
  if (status === 429) return true // rejected, so it was not executed
  return isRepeatable && (status >= 500 || code === 'unreachable' || code === 'timed-out')
}

/** Exponential backoff with jitter: up to half of the delay is random. */
export function backoffMs(failed: number, random: number, firstMs = FIRST_WAIT_MS): number {
  const longest = Math.min(Math.max(firstMs, MAX_WAIT_MS), firstMs * 2 ** (failed - 1))
  return Math.round(longest * (1 - random / 2))
}
