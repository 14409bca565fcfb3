import { computed, signal } from '@preact/signals'
import { ClientError } from '../../client/client-error.ts'
import { isRecord } from '../../core/json.ts'
import { readStorage, writeStorage } from '../browser/storage.ts'

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
async function fetchResponse(address: string | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    if (isAborted(cause)) throw cause
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new RequestError(isTimeout ? TIMED_OUT : UNREACHABLE, { cause })
  }
}

/** `signal` is the caller's, without the timeout. */
async function readJson<T>(response: Response, signal?: AbortSignal): Promise<T> {
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

const TIMED_OUT = 'The service took too long to answer.'
export const UNREACHABLE = 'The service cannot be reached. Check your connection.'
const INCOMPLETE = 'The response was cut off. Try again.'

interface RequestErrorOptions {
  status?: number
  code?: string
  details?: Record<string, string>
  /** When it may be tried again. */
  retryAfterMs?: number
  cause?: unknown
}

/** A failed request. Its message is meant for the user. */
export class RequestError extends Error {
  readonly status: number | undefined
  readonly code: string | undefined
  /** Messages about single fields, by their path; empty if the service sent none. */
  readonly details: Readonly<Record<string, string>>
  readonly retryAfterMs: number | undefined

  /** `status` is absent if there was no response. */
  constructor(message: string, options: RequestErrorOptions = {}) {
    const { status, code, details = {}, retryAfterMs, cause } = options
    super(message, { cause })
    this.name = 'RequestError'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

/** Messages for failures of the client that have no response, by its error code. */
const NETWORK_ERRORS: ReadonlyMap<string, string> = new Map([
  ['unreachable', UNREACHABLE],
  ['timed-out', TIMED_OUT],
  ['unreadable', INCOMPLETE],
])

/** Turns an error of the typed client into a `RequestError`. Any other error is returned as it is. */
export function platformError(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error
  const { status, code, details, cause } = error
  if (code === 'no-token' && cause instanceof RequestError) return cause
  return new RequestError(NETWORK_ERRORS.get(code) ?? error.message, {
    code,
    details: fieldIssues(details),
    cause: error,
    ...(status !== undefined && { status }),
  })
}

/** Messages by field. The service sends an object of lists; the client's own checks are a list. */
function fieldIssues(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null) return {}
  if (Array.isArray(details)) {
    const issues = details.filter(({ field, message }) => field && message)
    return Object.fromEntries(issues.map(({ field, message }) => [field, message]))
  }
  return Object.fromEntries(
    Object.entries(details).map(([field, messages]) => [field, [messages].flat().join('; ')]),
  )
}

const STORAGE_KEY = 'launchboard-token'

/** The token that was entered since the page was opened, or an empty one after it was refused. */
const entered = signal<string>()
/** The token that a protected service requires. An embedded board, which needs none, reads no storage. */
const token = computed(() => entered.value ?? readStorage('session', STORAGE_KEY))

/** `required` and `expired` show the form for a token; `expired` is a token that used to work. */
export const access = signal<'open' | 'required' | 'expired'>('open')

export function credentials(value = token.value): Record<string, string> {
  return value ? { authorization: `Bearer ${value}` } : {}
}

/** The token is stored for this tab only. */
export function setAccessToken(value: string): void {
  entered.value = value
  writeStorage('session', STORAGE_KEY, value)
  access.value = 'open'
}

/** Call when the service answered 401 to a request with these credentials. */
function onUnauthorized(sent: Record<string, string>): void {
  const wasSent = sent.authorization !== undefined
  // The answer to an older token says nothing about the current one.
  if (wasSent && sent.authorization !== credentials().authorization) return
  entered.value = ''
  writeStorage('session', STORAGE_KEY, undefined)
  access.value = wasSent ? 'expired' : 'required'
}
