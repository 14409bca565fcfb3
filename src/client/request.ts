import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import { readCapped } from '../core/upstream/read-capped.ts'
import { networkReason } from '../core/upstream/upstream-error.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { PlatformClientError } from './client-error.ts'
import type { Credential, Credentials } from './credentials.ts'
import type { Answer } from './response-error.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Starts with `/v3`; its segments are percent-encoded. */
  path: string
  query?: Readonly<Record<string, string | number | undefined>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** The uid of the user on whose behalf the call is made. */
  onBehalfOf?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

export interface RequestConfig {
  baseUrl: string
  credentials: Credentials
  fetch: typeof globalThis.fetch
  /** For a whole call: connection, headers and body. */
  timeoutMs: number
  maxBytes: number
}

const UPSTREAM = 'The platform'

/** An id that a URL would leave out, or take another path for. */
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/

/**
 * Makes a call and resolves with the response, whatever its status. Redirects are not followed. It
 * is repeated once if the token has to be renewed.
 *
 * @throws PlatformClientError if there is no complete response.
 * @throws the reason of the signal, if it aborts.
 */
export async function request(call: Call, config: RequestConfig): Promise<Answer> {
  return withinTime(call, config, async (signal) =>
    readAnswer(await connect(call, config, signal), config),
  )
}

/** Runs work within the timeout of a call, and converts its errors.  */
export async function withinTime<T>(
  { signal, timeoutMs }: Call,
  config: RequestConfig,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = { upstream: UPSTREAM, timeoutMs: timeoutMs ?? config.timeoutMs, signal }
  try {
    return await withTimeout(limit, work)
  } catch (error) {
    throw clientError(error)
  }
}

export async function readAnswer(response: Response, { maxBytes }: RequestConfig): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, text: await readCapped(response, { upstream: UPSTREAM, maxBytes }) }
}

/** Resolves with the response to a call when it starts. */
export async function connect(
  call: Call,
  config: RequestConfig,
  signal: AbortSignal,
): Promise<Response> {
  const { credentials } = config
  const credential = await untilAborted(credentials.current(), signal)
  const response = await fetchOnce(call, credential, config, signal)
  const renewed = response.status === 401 ? credentials.renewed(credential) : undefined
  if (!renewed) return response
  response.body?.cancel().catch(() => {})
  return fetchOnce(call, await untilAborted(renewed, signal), config, signal)
}

async function fetchOnce(
  call: Call,
  credential: Credential,
  { baseUrl, fetch }: RequestConfig,
  signal: AbortSignal,
) {
  const { method, path, query = {}, body, onBehalfOf } = call
  if (DOT_SEGMENT.test(path)) throw dotSegment()
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers = {
    [credential.header]: credential.value,
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    ...call.headers,
  }
  const init = { method, headers, redirect: 'manual', signal } as const
  const response = await fetch(
    url,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  ).catch((error: unknown) => {
    throw unreachable(error)
  })
  const { type, status } = response
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) throw redirected()
  return response
}

function dotSegment() {
  return new PlatformClientError('invalid-request', 'An id must not be `.` or `..`.')
}

function unreachable(error: unknown) {
  return new PlatformClientError('unreachable', `${UPSTREAM} could not be reached.`, {
    // The message can quote a header, so only the code is kept.
    cause: new Error(networkReason(error)),
  })
}

function redirected() {
  return new PlatformClientError(
    'redirected',
    `${UPSTREAM} redirected to another address, to which the key is not sent. Check baseUrl.`,
  )
}

/** Converts errors of shared modules. */
function clientError(error: unknown) {
  if (!(error instanceof AppError)) return error
  const { code, message, retryable, cause } = error
  if (code === 'upstream-timeout') return new PlatformClientError('timed-out', message)
  return new PlatformClientError(retryable ? 'unreachable' : 'unreadable', message, { cause })
}
