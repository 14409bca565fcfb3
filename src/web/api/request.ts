import { credentials, onUnauthorized } from './access-token.ts'
import { BROKEN_OFF, RequestError, TOO_LATE, UNREACHABLE } from './request-error.ts'

const TIMEOUT_MS = 30_000

interface RequestOptions {
  signal?: AbortSignal | undefined
  method?: 'GET' | 'POST'
  body?: unknown
}

/**
 * Asks a route of this service, with the access token where one was given, and reads its JSON.
 *
 * @throws RequestError for every answer but a good one; the signal's reason when it is aborted.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  return await readJson(await send(path, { ...options, signal }), options.signal)
}

/** An answer of whatever status, or the reason why there is none. */
export async function fetchAnswer(address: string | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    if (isAborted(cause)) throw cause
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new RequestError(isLate ? TOO_LATE : UNREACHABLE, { cause })
  }
}

/** The signal is that of whoever asks, without the time limit. */
export async function readJson<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    return await response.json()
  } catch (cause) {
    throw signal?.aborted ? signal.reason : new RequestError(BROKEN_OFF, { cause })
  }
}

/** The answer as it comes, for routes that stream; its reader sets the limits. */
export async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, signal } = options
  const sent = credentials()
  const headers = body === undefined ? sent : { ...sent, 'content-type': 'application/json' }
  const response = await fetchAnswer(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.ok) return response
  if (response.status === 401) onUnauthorized(sent)
  throw await errorIn(response)
}

/** Asks for what is cheap and wants a token wherever anything does. */
export async function isTokenAccepted(token: string): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetchAnswer('/status', { headers: credentials(token), signal })
  if (response.status !== 401 && !response.ok) throw await errorIn(response)
  return response.ok
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

async function errorIn(response: Response) {
  const { status } = response
  const body = await response.json().catch(() => undefined)
  const { error, code } = body ?? {}
  const said = typeof error === 'string' ? error : `The service answered with ${status}.`
  const message = `${said}${whenToRetry(response)}`
  return new RequestError(message, { status, ...(typeof code === 'string' && { code }) })
}

/** What the service said about when to ask again, in words. */
function whenToRetry({ headers }: Response): string {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (!Number.isInteger(seconds) || seconds <= 0) return ''
  if (seconds > 90) return ` Try again in ${Math.ceil(seconds / 60)} minutes.`
  return ` Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}
