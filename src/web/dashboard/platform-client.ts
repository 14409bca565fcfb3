import { computed } from '@preact/signals'
import { type Client, createClient } from '../../client/client.ts'
import { platformError } from '../api/platform-error.ts'
import { type RequestOptions, request } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import { apiKey, forgetKey } from './api-key.ts'

interface PlatformRequest extends Omit<RequestOptions, 'keys'> {
  query?: Record<string, string | number>
}

/**
 * The chat platform of this service, called with the dashboard's key. Errors are `RequestError`s
 * with the platform's `code` and `details` by field. If the key is no longer accepted, the form for
 * it is shown again.
 */
export interface Platform {
  /** Runs an operation of the typed client. */
  run<T>(operation: (client: Client) => Promise<T>): Promise<T>
  /** For bodies that a form puts together, and for `meta`. Resolves with the whole body. */
  request<T>(path: string, request?: PlatformRequest): Promise<T>
}

export const platform = computed(() => createPlatform(apiKey.value ?? ''))

export function createPlatform(key: string): Platform {
  let client: Client | undefined

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
        client ??= createClient(location.origin, { apiKey: key, retries: 0 })
        return operation(client)
      }),
    request: (path, { query = {}, ...options } = {}) =>
      withKey(() => {
        const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
        const search = new URLSearchParams(entries)
        return request(entries.length > 0 ? `${path}?${search}` : path, {
          ...options,
          keys: { apikey: key },
        })
      }),
  }
}
