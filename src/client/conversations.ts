import { type Api, dataOf } from './api.ts'
import { type CursorOptions, type Cursors, cursorPages } from './pages.ts'
import type { Conversation, ConversationRead } from './platform-types.ts'
import type { CallOptions } from './send.ts'

export interface ConversationPage extends Cursors {
  conversations: Conversation[]
}

/** A conversation, and the message up to which it was read: by default the last one. */
export interface ReadUpTo {
  /** A uid or a guid. */
  receiver: string
  receiverType: 'user' | 'group'
  messageId?: string
}

export function conversations(api: Api) {
  return {
    /** Page by page, latest first; `limit` is 100 at most. */
    async *list(options: CursorOptions = {}): AsyncGenerator<ConversationPage> {
      const pages = cursorPages(options, (query, call) =>
        api.GET('/v3/conversations', api.with({ query }, call)),
      )
      for await (const { items, ...cursors } of pages) yield { conversations: items, ...cursors }
    },

    /** A conversation never becomes unread: an earlier message changes nothing. */
    markRead(upTo: ReadUpTo, options?: CallOptions): Promise<ConversationRead> {
      const { receiver, receiverType, ...body } = upTo
      const call = { ...options, isRepeatable: true }
      const sent = <Path extends object>(path: Path) => ({ body, ...api.with({ path }, call) })
      return dataOf(
        receiverType === 'user'
          ? api.POST('/v3/users/{uid}/conversation/read', sent({ uid: receiver }))
          : api.POST('/v3/groups/{guid}/conversation/read', sent({ guid: receiver })),
      )
    },
  }
}
