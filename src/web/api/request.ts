import { isRecord } from '../../core/json.ts'
import { credentials, onUnauthorized } from './access-token.ts'
import { fieldIssues } from './platform-error.ts'
import { INCOMPLETE, RequestError, TIMED_OUT, UNREACHABLE } from './request-error.ts'

const TIMEOUT_MS = 30_000

export interface RequestOptions {
  signal?: AbortSignal | undefined
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  timeoutMs?: number
  /** Credentials of the chat platform. By default the access token. */
  keys?: Record<string, string>
}

/**
 * Calls a route of this service, with the access token if there is one, and parses its JSON.
 *
 * @throws RequestError unless the response is successful; the signal's reason if it is aborted.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  return await readJson(await send(path, { ...options, signal }), options.signal)
}

/**
 * A response of any status.
 *
 * @throws RequestError if there is none; an `AbortError` if the request is aborted.
 */
export async function fetchResponse(address: string | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    if (isAborted(cause)) throw cause
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new RequestError(isTimeout ? TIMED_OUT : UNREACHABLE, { cause })
  }
}

/** `signal` is the caller's, without the timeout. */
export async function readJson<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    return await response.json()
  } catch (cause) {
    throw signal?.aborted ? signal.reason : new RequestError(INCOMPLETE, { cause })
  }
}

/** The response without its body, for routes that stream. It has no timeout of its own. */
export async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, signal, keys } = options
  const sent = keys ?? credentials()
  const headers = body === undefined ? sent : { ...sent, 'content-type': 'application/json' }
  const response = await fetchResponse(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.ok) return response
  if (response.status === 401 && !keys) onUnauthorized(sent)
  throw await responseError(response)
}

/** Calls a cheap route that requires a token whenever any route does. */
export async function isTokenAccepted(token: string): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetchResponse('/status', { headers: credentials(token), signal })
  if (response.status !== 401 && !response.ok) throw await responseError(response)
  return response.ok
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

async function responseError(response: Response) {
  const { status } = response
  const body = await response.json().catch(() => undefined)
  // The platform's errors are objects.
  const { error, code, details } = isRecord(body?.error) ? inner(body.error) : (body ?? {})
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new RequestError(typeof error === 'string' ? error : unexplained(status), {
    status,
    details: fieldIssues(details),
    ...(typeof code === 'string' && { code }),
    ...(Number.isInteger(seconds) && seconds > 0 && { retryAfterMs: seconds * 1_000 }),
  })
}

function inner({ message, code, details }: Record<string, unknown>) {
  return { error: message, code, details }
}

function unexplained(status: number): string {
  if (status < 500) return `The service refused the request (${status}). Reload the page.`
  return `The service had a problem (${status}). Try again in a moment.`
}
