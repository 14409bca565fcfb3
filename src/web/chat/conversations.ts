import { signal } from '@preact/signals'
import { randomId, readStorage, writeStorage } from '../browser/storage.ts'
import { type AgentConversation, createConversation } from './conversation.ts'
import { findConversation, removeConversation, storeConversation } from './stored-conversations.ts'

/** The conversation that this tab shows: a reload shows it again. */
const SHOWN_KEY = 'launchboard-chat'

/** Those that were shown since the page was loaded: their answers continue. */
const opened = new Map<string, AgentConversation>()

export const shown = signal(openedConversation(readStorage('session', SHOWN_KEY)))

/** Shows a stored conversation, or else a new one. */
export function showConversation(id?: string): void {
  shown.value = openedConversation(id)
}

/** Returns what undoes it. */
export function deleteConversation(id: string): (() => void) | undefined {
  const conversation = findConversation(id)
  opened.get(id)?.abandon()
  opened.delete(id)
  removeConversation(id)
  if (shown.value.id === id) showConversation()
  if (!conversation) return undefined
  return () => {
    storeConversation(conversation)
    showConversation(id)
  }
}

function openedConversation(id: string | undefined): AgentConversation {
  const stored = id === undefined ? undefined : findConversation(id)
  const empty = { id: randomId(), updatedAt: Date.now(), messages: [], draft: '' }
  const conversation = opened.get(stored?.id ?? '') ?? createConversation(stored ?? empty)
  opened.set(conversation.id, conversation)
  writeStorage('session', SHOWN_KEY, conversation.id)
  return conversation
}
