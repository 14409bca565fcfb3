import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { AuthTokenSource, LiveEvent } from '../../client/client.ts'
import { createUserClient, type UserClient } from '../../client/user-client.ts'
import { platformError } from '../api/platform-error.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'failed'

/** A user of the chat platform, with what happens in that user's conversations. */
export interface Session {
  client: UserClient
  connection: ReadonlySignal<Connection>
  /** What went wrong for good. */
  error: ReadonlySignal<unknown>
  /** Is called with each event, and with `ready` each time all that was missed has come. */
  listen(listener: (event: LiveEvent) => void): () => void
  /** The user may no longer call: there is nothing to go on with. */
  fail(error: unknown): void
  close(): void
}

interface SessionOptions {
  baseUrl: string
  /** Is called for each client that has to sign in. */
  authToken(): AuthTokenSource
}

/** Lists and sending are tried once more; whoever looks at the page decides about the rest. */
const RETRIES = 1

export function openSession({ baseUrl, authToken }: SessionOptions): Session {
  const end = new AbortController()
  const listeners = new Set<(event: LiveEvent) => void>()
  const connection = signal<Connection>('connecting')
  const error = signal<unknown>(undefined)
  const client = createUserClient({ baseUrl, authToken: authToken(), retries: RETRIES })
  const listening = createUserClient({
    baseUrl,
    authToken: authToken(),
    onRetry: () => {
      connection.value = 'reconnecting'
    },
  })

  function fail(thrown: unknown) {
    if (end.signal.aborted) return
    batch(() => {
      connection.value = 'failed'
      error.value = platformError(thrown)
    })
  }

  async function follow() {
    for await (const event of listening.events({ signal: end.signal })) {
      if (event.type === 'ready') connection.value = 'live'
      for (const listener of listeners) listener(event)
    }
  }
  follow().catch(fail)

  return {
    client,
    connection,
    error,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    fail,
    close: () => end.abort(),
  }
}
