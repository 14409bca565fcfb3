import { type CallOptions, checked } from './options.ts'
import { type CursorOptions, type Cursors, cursorPages } from './pages.ts'
import type { Reaction } from './platform-types.ts'
import { anything, filledText, id, loose, number, optional, strict, text } from './schema.ts'
import type { Send } from './send.ts'

export interface ReactionPage extends Cursors {
  reactions: Reaction[]
}

/** With `reaction`, only that one. */
export interface ListReactionsOptions extends CursorOptions {
  reaction?: string | undefined
}

const ReactionSchema = loose<Reaction>({
  id,
  messageId: id,
  reaction: text,
  uid: text,
  reactedAt: number,
  reactedBy: optional(loose<NonNullable<Reaction['reactedBy']>>({ uid: text })),
})

const Kind = strict<{ reaction?: string | undefined }>({ reaction: optional(filledText) })

export function reactions(send: Send) {
  const change = (method: 'POST' | 'DELETE') => {
    return async (
      messageId: string,
      reaction: string,
      options: CallOptions = {},
    ): Promise<void> => {
      const path = reactionsPath(messageId, reaction)
      await send({ ...options, method, path, answer: anything, isRepeatable: true })
    }
  }

  return {
    /** Page by page, to the end in the direction of `affix`. */
    async *listReactions(
      messageId: string,
      { reaction, ...options }: ListReactionsOptions = {},
    ): AsyncGenerator<ReactionPage> {
      checked(Kind, { reaction })
      const path = reactionsPath(messageId, reaction)
      for await (const { items, next, previous } of cursorPages(
        send,
        path,
        ReactionSchema,
        options,
      )) {
        yield { reactions: items, next, previous }
      }
    },

    /** Adds a reaction of the user. Repeating it changes nothing. */
    addReaction: change('POST'),

    /** Removes a reaction of the user. */
    removeReaction: change('DELETE'),
  }
}

function reactionsPath(messageId: string, reaction?: string) {
  const all = `/v3/messages/${encodeURIComponent(messageId)}/reactions`
  return reaction === undefined ? all : `${all}/${encodeURIComponent(reaction)}`
}
