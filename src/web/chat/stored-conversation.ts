import { isRecord, tryParseJson } from '../../core/json.ts'
import { readStorage, writeStorage } from '../browser/storage.ts'
import { type Answer, type ChatMessage, endAnswer } from './answer.ts'

const STORAGE_KEY = 'launchboard-chat'
/** Browsers store about five million characters per origin, and other pages use them too. */
const MAX_CHARACTERS = 1_000_000

export interface Conversation {
  messages: readonly ChatMessage[]
  threadId: string | undefined
  /** The message that is being typed. */
  draft: string
}

export const EMPTY: Conversation = { messages: [], threadId: undefined, draft: '' }

/** Stores it for this tab, without its oldest messages if it is too long. */
export function storeConversation({ messages, threadId, draft }: Conversation): void {
  const texts = messages.map((message) => JSON.stringify(message))
  let characters = draft.length
  const first = texts.findLastIndex((text) => {
    characters += text.length
    return characters > MAX_CHARACTERS
  })
  const fields = { threadId, draft, messages: messages.slice(first + 1) }
  const isEmpty = messages.length === 0 && draft === ''
  writeStorage(sessionStorage, STORAGE_KEY, isEmpty ? undefined : JSON.stringify(fields))
}

/** The stored conversation, or an empty one if an older version stored it in another format. */
export function loadConversation(): Conversation {
  const value = tryParseJson(readStorage(sessionStorage, STORAGE_KEY) ?? '')
  return isConversation(value) ? { ...value, messages: value.messages.map(markInterrupted) } : EMPTY
}

/** Marks an answer as failed that was still streaming when the page was left. */
export function markInterrupted(message: ChatMessage): ChatMessage {
  if (message.author === 'user' || message.state !== 'streaming') return message
  return endAnswer(message, 'failed', 'The answer was cut off when the page was left or reloaded.')
}

function isConversation(value: unknown): value is Conversation {
  if (!isRecord(value) || !Array.isArray(value.messages)) return false
  const { threadId, draft, messages } = value
  const isThread = threadId === undefined || typeof threadId === 'string'
  return isThread && typeof draft === 'string' && messages.every(isMessage)
}

function isMessage(value: unknown): value is ChatMessage {
  if (!isRecord(value) || typeof value.id !== 'string') return false
  if (value.author === 'user') return typeof value.text === 'string'
  return value.author === 'agent' && Array.isArray(value.parts) && value.parts.every(isPart)
}

function isPart(value: unknown): value is Answer['parts'][number] {
  if (!isRecord(value)) return false
  if (value.type === 'text') return typeof value.text === 'string'
  const { call } = value
  return isRecord(call) && typeof call.toolCallId === 'string' && typeof call.toolName === 'string'
}
