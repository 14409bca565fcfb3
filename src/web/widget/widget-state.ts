import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createUserClient } from '../../client/user-client.ts'
import { platformError } from '../api/platform-error.ts'
import { UNREACHABLE } from '../api/request-error.ts'
import { agentPartner, type Partner } from '../platform-chat/conversation.ts'
import type { ActionHandler } from '../platform-chat/frontend-actions.ts'
import { mustSignIn, openSession, type Session } from '../platform-chat/session.ts'
import { triggerConfetti } from '../transcript/confetti.ts'
import type { WidgetOptions } from './widget-options.ts'

export interface WidgetState {
  isOpen: ReadonlySignal<boolean>
  /** The agent: undefined at first, and without its profile if that could not be loaded. */
  partner: ReadonlySignal<Partner | undefined>
  /** Opened together with the chat for the first time; stays open when the chat is closed. */
  session: ReadonlySignal<Session | undefined>
  handlers: Readonly<Record<string, ActionHandler>>
  /** A message that the page sends for the user, until it is sent. */
  outbox: Signal<string | undefined>
  /** The user has to sign in again. */
  isExpired: ReadonlySignal<boolean>
  error: ReadonlySignal<unknown>
  open(): void
  close(): void
  send(text: string): void
  /** An error as a sentence for the visitor. The developer reads the reason in the console. */
  explain(error: unknown): string
  /** Reconnects with this token, or with a new one from the `token` function. */
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
  const explain = createExplain(agent)

  async function loadProfile() {
    const client = createUserClient({ baseUrl, authToken: token })
    try {
      partner.value = agentPartner(await client.agents.getProfile(agent))
    } catch (cause) {
      profileError.value = platformError(cause)
      partner.value ??= { type: 'user', id: agent, name: agent, kind: 'agent' }
    }
  }

  function open() {
    session.value ??= openSession({ baseUrl, authToken: token })
    isOpen.value = true
  }

  function reconnect() {
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
      reconnect()
    },
    explain,
    retry: reconnect,
    destroy() {
      unsubscribe()
      session.value?.close()
    },
  }
}

/** Each reason is told once. */
function createExplain(agent: string) {
  const told = new Set<string>()
  return (error: unknown): string => {
    const reason = error instanceof Error ? error.message : String(error)
    if (!told.has(reason)) console.error(`Launchboard: the chat with ${agent} failed. ${reason}`)
    told.add(reason)
    return reason === UNREACHABLE ? OFFLINE : UNAVAILABLE
  }
}

const OFFLINE = 'The chat cannot be reached. Check your connection.'
const UNAVAILABLE = 'The chat is not available at the moment.'
