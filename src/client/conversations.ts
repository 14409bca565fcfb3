import { MessageSchema } from './messages.ts'
import { type CallOptions, checked } from './options.ts'
import { type CursorOptions, type Cursors, cursorPages } from './pages.ts'
import type { Conversation, ConversationRead } from './platform-types.ts'
import {
  dataOf,
  filledText,
  id,
  loose,
  number,
  oneOf,
  optional,
  record,
  strict,
  text,
} from './schema.ts'
import type { Send } from './send.ts'

export interface ConversationPage extends Cursors {
  conversations: Conversation[]
}

/** A conversation, and the message up to which it was read: by default the last one. */
export interface ReadUpTo {
  /** A uid or a guid. */
  receiver: string
  receiverType: 'user' | 'group'
  messageId?: string | undefined
}

const readState = {
  conversationId: text,
  lastReadMessageId: optional(id),
  unreadMessageCount: number,
}

const ConversationReadSchema = loose<ConversationRead>(readState)
const ConversationSchema = loose<Conversation>({
  ...readState,
  conversationType: text,
  conversationWith: record,
  lastMessage: MessageSchema,
})

const ReadUpToSchema = strict<ReadUpTo>({
  receiver: filledText,
  receiverType: oneOf(['user', 'group']),
  messageId: optional(filledText),
})

export function conversations(send: Send) {
  return {
    /** Page by page, latest first; `limit` is 100 at most. */
    async *list(options: CursorOptions = {}): AsyncGenerator<ConversationPage> {
      const pages = cursorPages(send, '/v3/conversations', ConversationSchema, options)
      for await (const { items, next, previous } of pages) {
        yield { conversations: items, next, previous }
      }
    },

    /** A conversation never becomes unread: an earlier message changes nothing. */
    async markRead(upTo: ReadUpTo, options: CallOptions = {}): Promise<ConversationRead> {
      const { receiver, receiverType, messageId } = checked(ReadUpToSchema, upTo)
      const path = `/v3/${receiverType}s/${encodeURIComponent(receiver)}/conversation/read`
      const body = messageId === undefined ? undefined : { messageId }
      const call = { ...options, method: 'POST', path, body, isRepeatable: true } as const
      return (await send({ ...call, answer: dataOf(ConversationReadSchema) })).data
    },
  }
}
