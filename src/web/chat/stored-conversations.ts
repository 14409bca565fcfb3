import { signal } from '@preact/signals'
import { asRecord, tryParseJson } from '../../core/json.ts'
import { readStorage, writeStorage } from '../browser/storage.ts'
import { endAnswer, type TranscriptMessage } from '../transcript/conversation.ts'

/**
 * Each conversation has a key of its own, so that tabs do not overwrite each other's. If the form in
 * which they are stored changes, so must the prefix.
 */
const PREFIX = 'launchboard-chat:'
const MAX_CONVERSATIONS = 50
/** Browsers store about five million characters per origin, and other pages use them too. */
const MAX_CHARACTERS = 2_000_000
const MAX_CHARACTERS_EACH = 500_000

export interface StoredConversation {
  id: string
  updatedAt: number
  messages: readonly TranscriptMessage[]
  /** The message that is being typed. */
  draft: string
}

/** The conversations of this browser, the latest first. One without messages has a draft. */
export const stored = signal(readAll())
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) stored.value = readAll()
})

export function findConversation(id: string): StoredConversation | undefined {
  return stored.value.find((conversation) => conversation.id === id)
}

/** Stores it without its oldest messages if it is too long; the oldest conversations make room. */
export function storeConversation(conversation: StoredConversation): void {
  const { id } = conversation
  const sizeOf = (message: TranscriptMessage) => JSON.stringify(message).length
  const messages = lastWithin(MAX_CHARACTERS_EACH, conversation.messages, sizeOf)
  writeStorage('local', PREFIX + id, JSON.stringify({ ...conversation, messages }))
  const others = stored.value.filter((other) => other.id !== id)
  const all = [...others, conversation].sort((one, other) => one.updatedAt - other.updatedAt)
  const kept = lastWithin(MAX_CHARACTERS, all.slice(-MAX_CONVERSATIONS), (one) => {
    return readStorage('local', PREFIX + one.id)?.length ?? 0
  })
  for (const one of all.slice(0, -kept.length)) forget(one.id)
  stored.value = kept.reverse()
}

/** The last of the items, as many as have no more characters than this together. */
export function lastWithin<Item>(
  maxCharacters: number,
  items: readonly Item[],
  sizeOf: (item: Item) => number,
): Item[] {
  let characters = 0
  const last = items.findLastIndex((item) => {
    characters += sizeOf(item)
    return characters > maxCharacters
  })
  return items.slice(last + 1)
}

export function removeConversation(id: string): void {
  forget(id)
  stored.value = stored.value.filter((conversation) => conversation.id !== id)
}

function forget(id: string): void {
  writeStorage('local', PREFIX + id, undefined)
}

function readAll(): StoredConversation[] {
  return keys()
    .map((key) => tryParseJson(readStorage('local', key) ?? ''))
    .filter(isConversation)
    .map((one) => ({ ...one, messages: one.messages.map(asInterrupted) }))
    .sort((one, other) => other.updatedAt - one.updatedAt)
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    // The browser has storage turned off.
    return []
  }
}

/** An answer that was still streaming when the page was left is over. */
export function asInterrupted(message: TranscriptMessage): TranscriptMessage {
  if (message.state !== 'streaming') return message
  return endAnswer(message, 'failed', 'The answer was cut off when the page was left or reloaded.')
}

function isConversation(value: unknown): value is StoredConversation {
  return Array.isArray(asRecord(value).messages)
}
