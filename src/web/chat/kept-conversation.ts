import { isRecord, tryParseJson } from '../../core/json.ts'
import { keep, kept } from '../ui/kept.ts'
import { type Answer, type ChatMessage, ended } from './answer.ts'

const KEPT_AS = 'launchboard-chat'
/** Browsers keep about five million characters for an address, and the tab is not ours alone. */
const MAX_CHARACTERS = 1_000_000

export interface Conversation {
  messages: readonly ChatMessage[]
  threadId: string | undefined
  /** What is being written. */
  draft: string
}

export const EMPTY: Conversation = { messages: [], threadId: undefined, draft: '' }

/** For this tab, over a reload. The oldest messages go where it grows too long. */
export function keepConversation({ messages, threadId, draft }: Conversation): void {
  const texts = messages.map((message) => JSON.stringify(message))
  let characters = draft.length
  const first = texts.findLastIndex((text) => {
    characters += text.length
    return characters > MAX_CHARACTERS
  })
  const fields = { threadId, draft, messages: messages.slice(first + 1) }
  const isEmpty = messages.length === 0 && draft === ''
  keep(sessionStorage, KEPT_AS, isEmpty ? undefined : JSON.stringify(fields))
}

/** What was kept, if it is as we would have kept it: an older page may have had other fields. */
export function keptConversation(): Conversation {
  const value = tryParseJson(kept(sessionStorage, KEPT_AS) ?? '')
  return isConversation(value) ? { ...value, messages: value.messages.map(brokenOff) } : EMPTY
}

/** Nobody reads on where an answer was under way when the page was left. */
export function brokenOff(message: ChatMessage): ChatMessage {
  if (message.author === 'user' || message.state !== 'growing') return message
  return ended(message, 'failed', 'The answer broke off when the page was left or reloaded.')
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
  return isRecord(call) && typeof call.id === 'string' && typeof call.name === 'string'
}
