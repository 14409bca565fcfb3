import type { DropReason } from '../core/live-listener.ts'
import type { AnswerEvent, RecordedEvent } from '../platform/answers/chat-event.ts'
import type { Message, Reaction } from './types.ts'

/**
 * The events of a message and its answer: first `message`, as it was stored; then the events of the
 * run; last `answer`, as it was stored, or `run-error` if none was. If no agent answers, there is only
 * `message`, and a `notice` without a run for each agent that will not answer.
 */
export type ChatEvent =
  | { type: 'message' | 'notice'; runId?: string | undefined; message: Message }
  | ({ runId: string } & (AnswerEvent | { type: 'answer'; message: Message }))

/** The conversation of an event: of a group, or of two users. */
type OfConversation = { conversationId: string } & (
  | { guid: string; uids?: undefined }
  | { uids: [string, string]; guid?: undefined }
)

interface ReactionChange {
  type: 'reaction-added' | 'reaction-removed'
  messageId: string
  reaction: Omit<Reaction, 'reactedBy'>
  reactions: { reaction: string; count: number }[]
}

interface MessageChange {
  type: 'message-sent' | 'message-edited' | 'message-deleted' | 'notice'
  message: Message
}

interface ConversationReadUpTo {
  type: 'conversation-read'
  uid: string
  messageId: string
  readAt: number
}

/** An event in the user's conversations, with the id to continue from. */
export type ConversationEvent = { id: string } & OfConversation &
  (MessageChange | ReactionChange | ConversationReadUpTo | ({ runId: string } & RecordedEvent))

/**
 * Events of the stream itself: `ready` once all missed events have been sent; `resync` if they are
 * no longer stored, so that lists have to be reloaded; `dropped` when the platform has ended the
 * stream, which is then resumed automatically.
 */
export type StreamEvent =
  | { id: string; type: 'ready' | 'resync' }
  | { id: string | undefined; type: 'dropped'; reason: DropReason }

export type LiveEvent = ConversationEvent | StreamEvent
