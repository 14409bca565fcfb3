import { batch, signal } from '@preact/signals'
import type { LiveEvent, Secret } from '../../client/client.ts'
import { createUserClient } from '../../client/user-client.ts'
import { platformError, RequestError } from '../api/request.ts'

type Connection = 'connecting' | 'live' | 'reconnecting' | 'failed'

export type Session = ReturnType<typeof openSession>

interface SessionOptions {
  baseUrl: string
  authToken: Secret
}

/** Signs a user of the chat platform in, with the live events of their conversations. */
export function openSession({ baseUrl, authToken }: SessionOptions) {
  const closing = new AbortController()
  const listeners = new Set<(event: LiveEvent) => void>()
  const connection = signal<Connection>('connecting')
  /** Why the connection failed for good. */
  const error = signal<unknown>(undefined)
  // Only the events are retried without end; what else fails, the user can retry.
  const client = createUserClient(baseUrl, {
    authToken,
    retries: 0,
    onRetry: () => {
      connection.value = 'reconnecting'
    },
  })

  /** Ends the session, also when the user's token is no longer accepted. */
  function fail(thrown: unknown) {
    if (closing.signal.aborted) return
    batch(() => {
      connection.value = 'failed'
      error.value = platformError(thrown)
    })
  }

  async function follow() {
    for await (const event of client.events({ signal: closing.signal })) {
      if (event.type === 'ready') connection.value = 'live'
      for (const listener of listeners) listener(event)
    }
  }
  follow().catch(fail)

  return {
    client,
    connection,
    error,
    /** Calls the listener with each event; `ready` follows the replay of missed events. */
    listen(listener: (event: LiveEvent) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    fail,
    close: () => closing.abort(),
  }
}

/** Whether the user's token is missing or no longer accepted. */
export function mustSignIn(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.code === 'no-token')
}
