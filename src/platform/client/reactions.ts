import * as z from 'zod'
import type { Ask } from './ask.ts'
import { PlatformClientError } from './client-error.ts'
import { type CallOptions, checked } from './options.ts'

const Reaction = z.looseObject({
  id: z.coerce.string(),
  messageId: z.coerce.string(),
  reaction: z.string(),
  uid: z.string(),
  reactedAt: z.number(),
  reactedBy: z
    .looseObject({
      uid: z.string(),
      name: z.string().optional(),
      status: z.string().optional(),
      role: z.string().optional(),
      createdAt: z.number().optional(),
      conversationId: z.string().optional(),
    })
    .optional(),
})

const Cursor = z.object({ affix: z.enum(['append', 'prepend']), id: z.coerce.string() })

const Page = z.object({
  data: z.array(Reaction),
  meta: z.object({ next: absent(Cursor), previous: absent(Cursor) }).optional(),
})

/** A reaction to a message. */
export type Reaction = z.output<typeof Reaction>
export type Cursor = z.output<typeof Cursor>

export interface ReactionPage {
  reactions: Reaction[]
  /** Where the following page begins, towards later and towards earlier reactions. */
  next: Cursor | undefined
  previous: Cursor | undefined
}

const ListOptions = z.strictObject({
  limit: z.int().min(1).max(1000).optional(),
  affix: z.enum(['append', 'prepend']).optional(),
  id: z.string().min(1).optional(),
  reaction: z.string().min(1).optional(),
})

/** `affix` and `id` are a cursor of an earlier page; `reaction` leaves out all others. */
export type ListReactionsOptions = z.input<typeof ListOptions> & CallOptions

export function reactions(ask: Ask) {
  const change = (method: 'POST' | 'DELETE') => {
    return async (messageId: string, reaction: string, options: CallOptions): Promise<void> => {
      const path = address(messageId, reaction)
      await ask({ ...options, method, path, schema: z.unknown(), repeatable: true })
    }
  }

  return {
    /** Page after page, up to the end in the direction of `affix`. */
    async *listReactions(
      messageId: string,
      { limit, affix, id, reaction, ...options }: ListReactionsOptions = {},
    ): AsyncGenerator<ReactionPage> {
      checked(ListOptions, { limit, affix, id, reaction })
      const path = address(messageId, reaction)
      const query = { limit, affix, id }
      for (;;) {
        const question = { ...options, method: 'GET', path, query, repeatable: true } as const
        const { data, meta } = await ask({ ...question, schema: Page })
        const page = { reactions: data, next: meta?.next, previous: meta?.previous }
        // The last page of some platforms has nothing on it but that it is the last.
        if (data.length > 0 || query.id === id) yield page
        const following = page[affix === 'prepend' ? 'previous' : 'next']
        if (!following) return
        if (following.id === query.id) throw standsStill()
        Object.assign(query, following)
      }
    },

    /** Adds a reaction in the name of `onBehalfOf`; to add it twice is to add it once. */
    addReaction: change('POST'),

    /** Takes a reaction of `onBehalfOf` back. */
    removeReaction: change('DELETE'),
  }
}

function address(messageId: string, reaction?: string) {
  const list = `/v3/messages/${encodeURIComponent(messageId)}/reactions`
  return reaction === undefined ? list : `${list}/${encodeURIComponent(reaction)}`
}

function absent<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined)
}

function standsStill() {
  return new PlatformClientError('unreadable', 'The platform named the same page twice.')
}
