import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { AgentProfile } from '../../client/client.ts'
import { createUserClient } from '../../client/user-client.ts'
import { platformError } from '../api/platform-error.ts'
import { RequestError } from '../api/request-error.ts'
import type { Partner } from '../messaging/conversation.ts'
import type { CallHandler } from '../messaging/frontend-calls.ts'
import { openSession, type Session } from '../messaging/session.ts'
import { triggerConfetti } from '../messaging/trigger-confetti.ts'
import type { WidgetOptions } from './widget-options.ts'

export interface WidgetState {
  isOpen: ReadonlySignal<boolean>
  /** The agent; absent until the service has answered. */
  partner: ReadonlySignal<Partner | undefined>
  /** Begun with the first look at the chat, and kept while that is closed again. */
  session: ReadonlySignal<Session | undefined>
  handlers: Readonly<Record<string, CallHandler>>
  /** What the page says in the user's name, until it is sent. */
  outbox: Signal<string | undefined>
  /** The user has to sign in again. */
  isExpired: ReadonlySignal<boolean>
  error: ReadonlySignal<unknown>
  open(): void
  close(): void
  send(text: string): void
  /** Goes on with another token, or with another one of the function that gives them. */
  setToken(token?: string): void
  retry(): void
  destroy(): void
}

interface WidgetEvents {
  onExpired(): void
}

export function createWidgetState(
  options: WidgetOptions & { baseUrl: string },
  { onExpired }: WidgetEvents,
): WidgetState {
  const { agent, baseUrl, actions = {} } = options
  let { token } = options
  const isOpen = signal(false)
  const partner = signal<Partner>()
  const session = signal<Session>()
  const outbox = signal<string>()
  const profileError = signal<unknown>(undefined)
  const error = computed(() => session.value?.error.value ?? profileError.value)
  const isExpired = computed(() => mustSignIn(error.value))
  const unsubscribe = isExpired.subscribe((expired) => expired && onExpired())

  async function loadProfile() {
    const client = createUserClient({ baseUrl, authToken: token })
    try {
      partner.value = partnerOf(await client.agents.getProfile(agent))
    } catch (cause) {
      profileError.value = platformError(cause)
      partner.value ??= { type: 'user', id: agent, name: agent, kind: 'agent' }
    }
  }

  function open() {
    session.value ??= openSession({ baseUrl, authToken: () => token })
    isOpen.value = true
  }

  function again() {
    session.value?.close()
    session.value = undefined
    profileError.value = undefined
    void loadProfile()
    if (isOpen.value) open()
  }

  void loadProfile()
  return {
    isOpen,
    partner,
    session,
    handlers: { triggerConfetti, ...actions },
    outbox,
    isExpired,
    error,
    open,
    close() {
      isOpen.value = false
    },
    send(text) {
      outbox.value = text
      open()
    },
    setToken(newToken) {
      token = newToken ?? token
      again()
    },
    retry: again,
    destroy() {
      unsubscribe()
      session.value?.close()
    },
  }
}

function partnerOf(agent: AgentProfile): Partner {
  return { type: 'user', id: agent.uid, name: agent.name, kind: 'agent', agent }
}

function mustSignIn(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.code === 'no-token')
}
