import type {
  DropReason,
  Message,
  RunFailed,
  RunStarted,
  TextDelta,
  ToolCall,
  ToolCallStart,
  ToolResult,
} from './platform-types.ts'

/**
 * What somebody gets who waits for an agent's answer: first `message`, as it was stored; then the
 * run; last `answer`, as it was stored, or `failed` where none was. Where no agent answers there is
 * `message` alone, and a `notice` without a run for each agent that will not.
 */
export type ChatEvent =
  | { type: 'message' | 'notice'; runId?: string | undefined; message: Message }
  | ({ runId: string } & (
      | RunStarted
      | TextDelta
      | ToolCallStart
      | ToolCall
      | ToolResult
      | RunFailed
      | { type: 'answer'; message: Message }
    ))

/** Which conversation it is: a group's, or that of two users. */
export type OfConversation = { conversationId: string } & (
  | { guid: string; uids?: undefined }
  | { uids: [string, string]; guid?: undefined }
)

interface ReactionChange {
  type: 'reaction-added' | 'reaction-removed'
  messageId: string
  reaction: { id: string; messageId: string; reaction: string; uid: string; reactedAt: number }
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

type RunEvent = { runId: string } & (
  | RunStarted
  /** `offset` is its place in the whole text, in UTF-16 units. */
  | (TextDelta & { offset: number })
  | ToolCallStart
  | ToolCall
  | ToolResult
  | RunFailed
)

/** What happens in the conversations of a user, with the id to go on from. */
export type ConversationEvent = { id: string } & OfConversation &
  (MessageChange | ReactionChange | ConversationReadUpTo | RunEvent)

/**
 * Of the stream itself: `ready` once all that was missed has come; `resync` where that is not known
 * any more, and lists are to be read anew; `dropped` where the platform ended the stream, which
 * begins again by itself where it left off.
 */
export type StreamEvent =
  | { id: string; type: 'ready' | 'resync' }
  | {
      id: string | undefined
      type: 'dropped'
      reason: DropReason
    }

export type LiveEvent = ConversationEvent | StreamEvent
