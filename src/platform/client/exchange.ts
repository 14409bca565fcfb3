import { AppError } from '../../error.ts'
import { readCapped } from '../../upstream/read-capped.ts'
import { withTimeLimit } from '../../upstream/time-limit.ts'
import { PlatformClientError } from './client-error.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From `/v3` on, its parts percent-encoded. */
  path: string
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
  /** The uid of the user in whose name the call is made. */
  onBehalfOf?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

export interface Line {
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
  /** For a whole call: connection, headers and body. */
  timeoutMs: number
  maxBytes: number
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

const UPSTREAM = 'The platform'

/**
 * One call, made once and never redirected, whatever its status.
 *
 * @throws PlatformClientError when no whole answer came.
 * @throws the signal's own reason when the caller left.
 */
export async function exchange(call: Call, line: Line): Promise<Answer> {
  const { signal, timeoutMs = line.timeoutMs } = call
  try {
    return await withTimeLimit({ upstream: UPSTREAM, timeoutMs, signal }, async (limited) => {
      const response = await send(call, line, limited)
      const { status, headers } = response
      if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) throw redirected()
      const text = await readCapped(response, { upstream: UPSTREAM, maxBytes: line.maxBytes })
      return { status, headers, text }
    })
  } catch (error) {
    if (error instanceof AppError) throw translated(error)
    throw error
  }
}

async function send(call: Call, { baseUrl, apiKey, fetch }: Line, signal: AbortSignal) {
  const { method, path, query = {}, body, onBehalfOf } = call
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers = {
    apikey: apiKey,
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(onBehalfOf !== undefined && { onBehalfOf }),
  }
  const init = { method, headers, redirect: 'manual', signal } as const
  try {
    return await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  } catch (error) {
    throw new PlatformClientError('unreachable', `${UPSTREAM} could not be reached.`, {
      // The words of a connection can quote a header; its code says enough.
      cause: new Error(connectionCode(error)),
    })
  }
}

function connectionCode(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}

function redirected() {
  return new PlatformClientError(
    'redirected',
    `${UPSTREAM} named another address, where the key must not go: is the base address right?`,
  )
}

function translated({ code, message, retryable, cause }: AppError) {
  if (code === 'upstream-timeout') return new PlatformClientError('timed-out', message)
  return new PlatformClientError(retryable ? 'unreachable' : 'unreadable', message, { cause })
}
