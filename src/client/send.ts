import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import { readCapped } from '../core/upstream/read-capped.ts'
import { retryAfterMs } from '../core/upstream/retry-after.ts'
import { networkReason } from '../core/upstream/upstream-error.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { ClientError, unreadableResponse } from './client-error.ts'
import { either } from './clock.ts'
import type { Credential } from './credentials.ts'
import type { ClientConfig } from './options.ts'
import { responseError } from './response-error.ts'

export interface CallOptions {
  signal?: AbortSignal | null | undefined
  timeoutMs?: number | undefined
}

/** The options of a call, and what the operation adds to them. */
export interface SendOptions extends CallOptions {
  credential: Credential | undefined
  /** Whether it is safe to repeat. */
  isRepeatable: boolean
  /** By default the client's. */
  retries?: number | undefined
  /** Waited for before each attempt. */
  pace?: ((signal: AbortSignal | undefined) => Promise<void>) | undefined
  /** Once it aborts, no further calls are made, but the current one is completed. */
  stop?: AbortSignal | undefined
  /** `json` is checked. Of a `stream`, unless it is JSON, only the beginning is waited for. */
  parseAs: string
}

const SERVICE = 'The service'
const JSON_TYPE = 'application/json'
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
/** If the service asks to wait longer, the call fails instead. */
const MAX_RETRY_AFTER_MS = 120_000

/**
 * Sends a request with a credential, within limits of time and size, and with retries where that is
 * safe and may help. Redirects are not followed.
 *
 * @throws ClientError unless the response is good.
 * @throws the reason of the signal, if it aborts.
 */
export async function sendRequest(
  request: Request,
  call: SendOptions,
  config: ClientConfig,
): Promise<Response> {
  const { url, method, headers } = request
  const sent = { url, method, headers, body: (await request.text()) || null }
  const { clock, random, onRetry } = config
  const { pace, stop, isRepeatable, retries = config.retries } = call
  const signal = call.signal ?? undefined
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

type Sent = Pick<Request, 'url' | 'method' | 'headers'> & { body: string | null }

function attempt(sent: Sent, call: SendOptions, config: ClientConfig): Promise<Response> {
  const { credential, parseAs, signal, timeoutMs = config.timeoutMs } = call
  return withinTime(timeoutMs, signal ?? undefined, async (signal) => {
    const response = await connect(sent, credential, config, signal)
    const { status, headers } = response
    const isJson = parseAs === 'json' || headers.get('content-type')?.startsWith(JSON_TYPE)
    if (parseAs === 'stream' && !isJson && status < 400) return response
    const text = await readCapped(response, { upstream: SERVICE, maxBytes: config.maxBytes })
    if (status >= 400) {
      throw responseError(text, {
        status,
        retryAfterMs: retryAfterMs(headers, config.clock.now()),
        ...(credential && { mask: credential.mask }),
      })
    }
    if (parseAs === 'text' || !isJson) return new Response(text, { headers })
    if (text === '' && status !== 200) return new Response()
    const json = tryParseJson(text)
    if (json === undefined) throw unreadableResponse(status, 'not JSON')
    return Response.json(json)
  })
}

/** Resolves with the response when it starts. It is requested again if the token was renewed. */
async function connect(
  sent: Sent,
  credential: Credential | undefined,
  { fetch }: ClientConfig,
  signal: AbortSignal,
): Promise<Response> {
  const secret = credential && (await untilAborted(credential.current(), signal))
  const response = await fetchOnce(sent, secret, fetch, signal)
  const renewed = response.status === 401 && secret ? credential?.renewed(secret) : undefined
  if (!renewed) return response
  response.body?.cancel().catch(() => {})
  return fetchOnce(sent, await untilAborted(renewed, signal), fetch, signal)
}

/** Resolves with the response when it starts, whatever its status. */
export async function fetchOnce(
  { url, ...init }: Sent,
  secret: Headers | undefined,
  fetch: ClientConfig['fetch'],
  signal: AbortSignal,
) {
  const headers = new Headers(init.headers)
  for (const [name, value] of secret ?? []) headers.set(name, value)
  const options = { ...init, headers, signal, redirect: 'manual' } as const
  const response = await fetch(url, options).catch((error: unknown) => {
    throw new ClientError('unreachable', `${new URL(url).origin} could not be reached.`, {
      // The message can quote a header, so only the code is kept.
      cause: new Error(networkReason(error)),
    })
  })
  const { type, status } = response
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return response
  const message = `${SERVICE} redirected to another address, to which no key is sent. Check its address.`
  throw new ClientError('redirected', message)
}

/** Runs work within a limit of time, and converts the errors of shared modules. */
export async function withinTime<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withTimeout({ upstream: SERVICE, timeoutMs, signal }, work)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, retryable, cause } = error
    if (code === 'upstream-timeout') throw new ClientError('timed-out', message)
    throw new ClientError(retryable ? 'unreachable' : 'unreadable', message, { cause })
  }
}

export function isRetryable(error: unknown, isRepeatable: boolean): error is ClientError {
  if (!(error instanceof ClientError)) return false
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
