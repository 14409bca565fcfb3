import { signal } from '@preact/signals'
import { asRecord, isRecord, tryParseJson } from '../../core/json.ts'
import { readStorage, writeStorage } from '../browser/storage.ts'
import { endAnswer, type Message } from '../transcript/message.ts'

/** Each conversation has a key of its own, so that tabs do not overwrite each other's. */
const PREFIX = 'launchboard-chat:'
const MAX_CONVERSATIONS = 50
/** Browsers store about five million characters per origin, and other pages use them too. */
const MAX_CHARACTERS = 2_000_000
const MAX_CHARACTERS_EACH = 500_000

/** What another version of the page may have stored in another form. */
const MESSAGE_STATES = /^(streaming|complete|stopped|failed)$/
const CALL_STATES = /^(running|done|stopped|failed)$/

export interface StoredConversation {
  id: string
  updatedAt: number
  messages: readonly Message[]
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
  const { id, messages } = conversation
  let characters = 0
  const first = messages.findLastIndex((message) => {
    characters += JSON.stringify(message).length
    return characters > MAX_CHARACTERS_EACH
  })
  write({ ...conversation, messages: messages.slice(first + 1) })
  const others = stored.value.filter((other) => other.id !== id)
  stored.value = withinLimits([conversation, ...others].sort(byAge))
}

export function removeConversation(id: string): void {
  writeStorage('local', PREFIX + id, undefined)
  stored.value = stored.value.filter((conversation) => conversation.id !== id)
}

function write(conversation: StoredConversation): void {
  writeStorage('local', PREFIX + conversation.id, JSON.stringify(conversation))
}

function withinLimits(conversations: readonly StoredConversation[]) {
  let characters = 0
  const end = conversations.findIndex(({ id }) => {
    characters += readStorage('local', PREFIX + id)?.length ?? 0
    return characters > MAX_CHARACTERS
  })
  const kept = conversations.slice(0, Math.min(end < 0 ? Infinity : end, MAX_CONVERSATIONS))
  for (const { id } of conversations.slice(kept.length)) {
    writeStorage('local', PREFIX + id, undefined)
  }
  return kept
}

function readAll(): StoredConversation[] {
  return keys()
    .map((key) => tryParseJson(readStorage('local', key) ?? ''))
    .filter(isConversation)
    .map((one) => ({ ...one, messages: one.messages.map(asInterrupted) }))
    .sort(byAge)
}

function byAge(a: StoredConversation, b: StoredConversation): number {
  return b.updatedAt - a.updatedAt
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
export function asInterrupted(message: Message): Message {
  if (message.state !== 'streaming') return message
  return endAnswer(message, 'failed', 'The answer was cut off when the page was left or reloaded.')
}

/** Another version of the page may have stored another format. */
function isConversation(value: unknown): value is StoredConversation {
  const { id, updatedAt, messages, draft } = asRecord(value)
  const isHead = typeof id === 'string' && typeof updatedAt === 'number'
  return isHead && typeof draft === 'string' && Array.isArray(messages) && messages.every(isMessage)
}

function isMessage(value: unknown): value is Message {
  if (!isRecord(value) || !Array.isArray(value.calls)) return false
  const { id, author, kind, text, state } = value
  const isWhole = [id, author, kind, text].every((field) => typeof field === 'string')
  return isWhole && MESSAGE_STATES.test(`${state}`) && value.calls.every(isCall)
}

function isCall(value: unknown): boolean {
  const { toolCallId, toolName, state } = asRecord(value)
  const isWhole = typeof toolCallId === 'string' && typeof toolName === 'string'
  return isWhole && CALL_STATES.test(`${state}`)
}
