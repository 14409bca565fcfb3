import { credentials, onUnauthorized } from './access-token.ts'
import { RequestError } from './request-error.ts'

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
  const response = await send(path, { ...options, signal })
  try {
    return await response.json()
  } catch (cause) {
    throw options.signal?.aborted ? options.signal.reason : unreadable(cause)
  }
}

/** The answer as it comes, for routes that stream; its reader sets the limits. */
export async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, signal } = options
  const sent = credentials()
  const headers = body === undefined ? sent : { ...sent, 'content-type': 'application/json' }
  const response = await fetch(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw isAborted(cause) ? cause : noAnswer(cause)
  })
  if (response.ok) return response
  if (response.status === 401) onUnauthorized(sent)
  throw await errorIn(response)
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

function noAnswer(cause: unknown) {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
  const message = isLate
    ? 'The service took too long to answer.'
    : 'The service cannot be reached. Check your connection.'
  return new RequestError(message, { cause })
}

function unreadable(cause: unknown) {
  return new RequestError('The answer of the service broke off.', { cause })
}
