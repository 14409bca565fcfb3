import { batch, type ReadonlySignal, signal } from '@preact/signals'
import {
  type AgentProfile,
  createPlatformClient,
  type PlatformClient,
  PlatformClientError,
} from '../../platform/client.ts'
import { celebrate } from '../conversation/celebrate.ts'
import { type Conversation, openConversation } from '../messaging/conversation.ts'
import type { WidgetOptions } from './widget-options.ts'

type Profile = Pick<AgentProfile, 'name' | 'isActive'> & Partial<AgentProfile>

export interface WidgetState {
  isOpen: ReadonlySignal<boolean>
  profile: ReadonlySignal<Profile | undefined>
  /** Opened with the chat, and kept while it is closed again. */
  conversation: ReadonlySignal<Conversation | undefined>
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

interface Events {
  onExpired(): void
}

export function createWidgetState(
  options: WidgetOptions & { baseUrl: string },
  { onExpired }: Events,
): WidgetState {
  const { agent, actions = {} } = options
  let { token } = options
  const isOpen = signal(false)
  const profile = signal<Profile>()
  const conversation = signal<Conversation>()
  const isExpired = signal(false)
  const error = signal<unknown>(undefined)
  const destroyed = new AbortController()

  function openClient(onRetry: () => void): PlatformClient {
    return createPlatformClient({
      baseUrl: options.baseUrl,
      authToken: token,
      onRetry(cause) {
        if (isUnauthorized(cause)) expire()
        onRetry()
      },
    })
  }

  async function loadProfile() {
    const { signal } = destroyed
    try {
      profile.value = await openClient(() => {}).agents.getProfile(agent, { signal })
    } catch (cause) {
      if (signal.aborted) return
      if (isUnauthorized(cause)) expire()
      batch(() => {
        profile.value ??= { name: agent, isActive: true }
        error.value = cause
      })
    }
  }

  function expire() {
    if (isExpired.value) return
    isExpired.value = true
    onExpired()
  }

  function connect() {
    conversation.value?.close()
    const opened = openConversation({
      openClient,
      receiver: agent,
      receiverType: 'user',
      handlers: { triggerConfetti: () => ({ celebrated: true }), ...actions },
      onToolCall: (name, args) => {
        if (name === 'triggerConfetti' && !Object.hasOwn(actions, name)) void celebrate(args)
      },
    })
    opened.error.subscribe((cause) => {
      if (isUnauthorized(cause)) expire()
    })
    conversation.value = opened
  }

  function again() {
    batch(() => {
      isExpired.value = false
      error.value = undefined
    })
    void loadProfile()
    if (conversation.value) connect()
  }

  void loadProfile()
  return {
    isOpen,
    profile,
    conversation,
    isExpired,
    error,
    open() {
      if (!conversation.value) connect()
      isOpen.value = true
    },
    close() {
      isOpen.value = false
    },
    send: (text) => void conversation.value?.send(text),
    setToken(newToken) {
      token = newToken ?? token
      again()
    },
    retry: again,
    destroy() {
      destroyed.abort()
      conversation.value?.close()
    },
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof PlatformClientError && (error.status === 401 || error.code === 'no-token')
}
