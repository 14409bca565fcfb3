import { computed } from '@preact/signals'
import { createPlatformClient, type PlatformClient } from '../../client/client.ts'
import { fieldIssues, platformError } from '../api/platform-error.ts'
import { fetchAnswer, readJson } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import { apiKey, forgetKey } from './api-key.ts'

interface PlatformRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | undefined>
  body?: unknown
  onBehalfOf?: string
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/**
 * The chat platform of this service, with the dashboard's key. Whatever fails is a `RequestError`
 * with the platform's `code` and what it says of each field; a key that is no longer accepted brings
 * the key form back.
 */
export interface Platform {
  /** An operation of the typed client. */
  run<T>(operation: (client: PlatformClient) => Promise<T>): Promise<T>
  /** An operation that the client does not have: its path from `/v3` on, and its whole answer. */
  request<T>(path: string, request?: PlatformRequest): Promise<T>
}

const TIMEOUT_MS = 30_000

export const platform = computed(() => createPlatform(apiKey.value ?? ''))

export function createPlatform(key: string): Platform {
  let client: PlatformClient | undefined

  async function withKey<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation()
    } catch (error) {
      const failed = platformError(error)
      const isKeyWrong = failed instanceof RequestError && failed.status === 401
      if (isKeyWrong && key === apiKey.value) forgetKey('This key is no longer accepted.')
      throw failed
    }
  }

  return {
    run: (operation) =>
      withKey(() => {
        // Nobody would see that it is tried again: who looks at the page does that better.
        client ??= createPlatformClient({ baseUrl: location.origin, apiKey: key, retries: 0 })
        return operation(client)
      }),
    request: (path, options = {}) => withKey(() => sendRequest(path, key, options)),
  }
}

async function sendRequest<T>(path: string, key: string, options: PlatformRequest): Promise<T> {
  const { method = 'GET', query = {}, body, onBehalfOf, signal } = options
  const { timeoutMs = TIMEOUT_MS } = options
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const timeout = AbortSignal.timeout(timeoutMs)
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  const response = await fetchAnswer(url, {
    method,
    headers: {
      apikey: key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(onBehalfOf !== undefined && { onBehalfOf }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: limit,
  })
  if (!response.ok) throw await errorIn(response)
  return await readJson(response, signal)
}

async function errorIn(response: Response) {
  const { status } = response
  const body = await response.json().catch(() => undefined)
  const { code, message, details } = body?.error ?? {}
  return new RequestError(
    typeof message === 'string' ? message : `The service answered with ${status}.`,
    { status, details: fieldIssues(details), ...(typeof code === 'string' && { code }) },
  )
}
