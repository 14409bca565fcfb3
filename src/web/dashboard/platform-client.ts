import { computed } from '@preact/signals'
import { createPlatformClient, type PlatformClient } from '../../client/client.ts'
import { fieldIssues, platformError } from '../api/platform-error.ts'
import { fetchResponse, readJson } from '../api/request.ts'
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
 * The chat platform of this service, called with the dashboard's key. Errors are `RequestError`s
 * with the platform's `code` and `details` by field. If the key is no longer accepted, the form for
 * it is shown again.
 */
export interface Platform {
  /** Runs an operation of the typed client. */
  run<T>(operation: (client: PlatformClient) => Promise<T>): Promise<T>
  /** For operations that the client lacks: `path` starts with `/v3`. Resolves with the whole body. */
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
      const isUnauthorized = failed instanceof RequestError && failed.status === 401
      if (isUnauthorized && key === apiKey.value) forgetKey('This key is no longer accepted.')
      throw failed
    }
  }

  return {
    run: (operation) =>
      withKey(() => {
        // No silent retries: the user sees the error and can retry.
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
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  const response = await fetchResponse(url, {
    method,
    headers: {
      apikey: key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(onBehalfOf !== undefined && { onBehalfOf }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: either,
  })
  if (!response.ok) throw await responseError(response)
  return await readJson(response, signal)
}

async function responseError(response: Response) {
  const { status } = response
  const body = await response.json().catch(() => undefined)
  const { code, message, details } = body?.error ?? {}
  return new RequestError(
    typeof message === 'string' ? message : `The service answered with ${status}.`,
    { status, details: fieldIssues(details), ...(typeof code === 'string' && { code }) },
  )
}
