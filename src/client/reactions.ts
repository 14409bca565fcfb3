import type { Api } from './api.ts'
import { type CursorOptions, type Cursors, cursorPages } from './pages.ts'
import type { Reaction } from './platform-types.ts'
import type { CallOptions } from './send.ts'

export interface ReactionPage extends Cursors {
  reactions: Reaction[]
}

/** With `reaction`, only that one. */
export interface ListReactionsOptions extends CursorOptions {
  reaction?: string
}

const REACTIONS = '/v3/messages/{id}/reactions'
const REACTION = `${REACTIONS}/{reaction}` as const

export function reactions(api: Api) {
  return {
    /** Page by page, to the end in the direction of `affix`. */
    async *listReactions(
      id: string,
      { reaction, ...options }: ListReactionsOptions = {},
    ): AsyncGenerator<ReactionPage> {
      const pages = cursorPages(options, (query, call) =>
        reaction === undefined
          ? api.GET(REACTIONS, api.with({ path: { id }, query }, call))
          : api.GET(REACTION, api.with({ path: { id, reaction }, query }, call)),
      )
      for await (const { items, ...cursors } of pages) yield { reactions: items, ...cursors }
    },

    /** Adds a reaction of the user. Repeating it changes nothing. */
    async addReaction(id: string, reaction: string, options?: CallOptions): Promise<void> {
      const call = { ...options, isRepeatable: true }
      await api.POST(REACTION, api.with({ path: { id, reaction } }, call))
    },

    /** Removes a reaction of the user. */
    async removeReaction(id: string, reaction: string, options?: CallOptions): Promise<void> {
      await api.DELETE(REACTION, api.with({ path: { id, reaction } }, options))
    },
  }
}
