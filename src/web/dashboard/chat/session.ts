import { signal } from '@preact/signals'
import {
  createPlatformClient,
  type LiveEvent,
  type PlatformClient,
  PlatformClientError,
} from '../../../platform/client.ts'
import { isAborted } from '../../api/request.ts'
import { RequestError } from '../../api/request-error.ts'
import { apiKey } from '../api-key.ts'
import { platform } from '../platform-client.ts'

/** A user whom the dashboard signed in, with what happens in that user's conversations. */
export interface Session {
  uid: string
  client: PlatformClient
  connection: { readonly value: Connection }
  /** What went wrong for good. */
  error: { readonly value: unknown }
  /** Is called with each event, and with `ready` each time all that was missed has come. */
  listen(listener: (event: LiveEvent) => void): () => void
  /** Signs the user out again. */
  close(): void
}

type Connection = 'connecting' | 'live' | 'reconnecting' | 'failed'

/** Lists and sending are tried once more; whoever looks at the page decides about the rest. */
const RETRIES = 1

export function openSession(uid: string): Session {
  const key = apiKey.value ?? ''
  const end = new AbortController()
  const tokenIds: string[] = []
  const listeners = new Set<(event: LiveEvent) => void>()
  const connection = signal<Connection>('connecting')
  const error = signal<unknown>(undefined)

  async function createToken() {
    const made = await platform.value.run(({ authTokens }) => authTokens.create(uid))
    tokenIds.push(made.id)
    if (end.signal.aborted) revokeAll()
    return made.authToken
  }

  /** Both clients share a token. One that asks again was turned away with it. */
  let current: Promise<string> | undefined
  function tokenSource() {
    let given: Promise<string> | undefined
    return () => {
      if (current === given) current = createToken()
      given = current
      return given ?? createToken()
    }
  }

  /** Also while the page goes away: such a request outlives it. */
  function revokeAll() {
    for (const id of tokenIds.splice(0)) {
      const path = `/v3/users/${encodeURIComponent(uid)}/auth_tokens/${encodeURIComponent(id)}`
      const headers = { apikey: key }
      void fetch(path, { method: 'DELETE', headers, keepalive: true }).catch(() => {})
    }
  }

  const client = createPlatformClient({
    baseUrl: location.origin,
    authToken: tokenSource(),
    retries: RETRIES,
  })
  const listening = createPlatformClient({
    baseUrl: location.origin,
    authToken: tokenSource(),
    onRetry: () => {
      connection.value = 'reconnecting'
    },
  })

  async function follow() {
    try {
      for await (const event of listening.events({ signal: end.signal })) {
        if (event.type === 'ready') connection.value = 'live'
        for (const listener of listeners) listener(event)
      }
    } catch (thrown) {
      if (end.signal.aborted) return
      connection.value = 'failed'
      error.value = requestError(thrown)
    }
  }
  void follow()
  addEventListener('pagehide', revokeAll)

  return {
    uid,
    client,
    connection,
    error,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      end.abort()
      removeEventListener('pagehide', revokeAll)
      revokeAll()
    },
  }
}

/** In the words that the page shows. */
export function requestError(error: unknown): unknown {
  if (!(error instanceof PlatformClientError) || isAborted(error)) return error
  const { code, message, cause } = error
  if (code === 'no-token' && cause instanceof RequestError) return cause
  const isUnanswered = ['unreachable', 'timed-out', 'unreadable'].includes(code)
  const shown = isUnanswered ? 'The service cannot be reached, or its answer broke off.' : message
  return new RequestError(shown, { code, cause: error })
}
