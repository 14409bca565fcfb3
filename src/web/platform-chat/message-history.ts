import { type ReadonlySignal, signal } from '@preact/signals'
import type { Message, MessagePage } from '../../client/client.ts'
import type { UserClient } from '../../client/user-client.ts'

const PAGE_SIZE = 50

/** The stored messages of a conversation, loaded from the latest page backwards. */
export interface MessageHistory {
  isLoaded: ReadonlySignal<boolean>
  hasEarlier: ReadonlySignal<boolean>
  /** Why the latest messages could not be loaded. */
  error: ReadonlySignal<unknown>
  /** Loads the latest messages. Never rejects: see `error`. */
  reload(): Promise<void>
  loadEarlier(): Promise<void>
}

interface MessageHistoryDeps {
  client: UserClient
  partner: { type: 'user' | 'group'; id: string }
  closed: AbortSignal
  add(messages: readonly Message[]): void
  /** Converts errors to those that the page can show. */
  attempt<T>(response: Promise<T>): Promise<T>
}

export function createMessageHistory(deps: MessageHistoryDeps): MessageHistory {
  const { client, partner, closed, add, attempt } = deps
  const isLoaded = signal(false)
  const hasEarlier = signal(false)
  const error = signal<unknown>(undefined)
  let pages: AsyncGenerator<MessagePage> | undefined

  const list = () => {
    const query = { signal: closed, affix: 'prepend', limit: PAGE_SIZE } as const
    return partner.type === 'group'
      ? client.listGroupMessages(partner.id, query)
      : client.listUserMessages(partner.id, query)
  }

  async function loadFrom(from: AsyncGenerator<MessagePage>) {
    const { done, value } = await attempt(from.next())
    if (closed.aborted) return
    if (!done) add(value.messages)
    if (from === pages) hasEarlier.value = !done && value.messages.length >= PAGE_SIZE
  }

  return {
    isLoaded,
    hasEarlier,
    error,
    async reload() {
      error.value = undefined
      try {
        const latest = list()
        pages ??= latest
        await loadFrom(latest)
        isLoaded.value = true
      } catch (thrown) {
        if (!closed.aborted) error.value = thrown
        if (!isLoaded.value) pages = undefined
      }
    },
    async loadEarlier() {
      if (pages) await loadFrom(pages)
    },
  }
}
