import { and, asc, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { HttpOperation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { reactions, users } from '../../storage/schema.ts'
import { shown } from '../field.ts'
import { platformOperation } from '../operation.ts'
import { PageMeta, PageQuery, readPage } from '../page.ts'
import { PlatformUser, toPublicUser, type UserRow } from '../people/users.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { conversationId, hasConversation } from './conversation-key.ts'
import { describeMessage } from './describe-messages.ts'
import { findMessage } from './find-messages.ts'
import { type MessageRow, StoredMessage } from './message.ts'
import { ReactionText } from './reaction.ts'

/** A reaction as the API returns it. */
const Reaction = z
  .object({
    id: z.string(),
    messageId: z.string(),
    reaction: z.string(),
    uid: z.string(),
    reactedAt: z.int(),
    reactedBy: PlatformUser.omit({
      link: true,
      lastActiveAt: true,
      metadata: true,
      tags: true,
    }).extend({
      conversationId: z
        .string()
        .optional()
        .describe(
          'The conversation of this user with the one on whose behalf the call is made, if there is one.',
        ),
    }),
  })
  .meta({ id: 'PlatformReaction' })

const MAX_KINDS = 25

const OneMessage = z.object({ id: z.string().describe('The id of the message.') })
const OneReaction = OneMessage.extend({ reaction: ReactionText })

/** Lists, adds and removes reactions to messages. */
export function reactionOperations(store: Store): HttpOperation[] {
  const { database } = store
  const path = '/v3/messages/{id}/reactions'
  const page = { query: PageQuery, data: z.array(Reaction), meta: PageMeta }

  const change = async (apply: typeof addReaction, id: string, reaction: string, uid: string) => {
    const message = await findMessage(database, id, uid)
    await apply(message, reaction, uid, store)
    return { data: await describeMessage(database, message, uid) }
  }

  return [
    platformOperation('listReactions', 'get', path, {
      summary: 'The reactions to a message',
      onBehalfOf: 'optional',
      params: OneMessage,
      ...page,
      async handle({ user: reader, params: { id }, query }) {
        const message = await findMessage(database, id, reader)
        return listReactions(database, { message, reader }, query)
      },
    }),
    platformOperation('listReactionsOfKind', 'get', `${path}/{reaction}`, {
      summary: 'The users with one reaction to a message',
      onBehalfOf: 'optional',
      params: OneReaction,
      ...page,
      async handle({ user: reader, params: { id, reaction }, query }) {
        const message = await findMessage(database, id, reader)
        return listReactions(database, { message, reaction, reader }, query)
      },
    }),
    platformOperation('addReaction', 'post', `${path}/{reaction}`, {
      summary: 'React to a message; repeating it changes nothing',
      onBehalfOf: 'required',
      params: OneReaction,
      data: StoredMessage,
      handle: ({ user, params: { id, reaction } }) => change(addReaction, id, reaction, user),
    }),
    platformOperation('removeReaction', 'delete', `${path}/{reaction}`, {
      summary: 'Remove a reaction',
      onBehalfOf: 'required',
      params: OneReaction,
      data: StoredMessage,
      handle: ({ user, params: { id, reaction } }) => change(removeReaction, id, reaction, user),
    }),
  ]
}

interface ReactionFilter {
  message: MessageRow
  reaction?: string | undefined
  /** The user on whose behalf they are listed. */
  reader?: string | undefined
}

/** A page of the reactions to a message, oldest first. */
async function listReactions(
  database: Database,
  { message, reaction, reader }: ReactionFilter,
  query: PageQuery,
) {
  const isMatch = and(
    eq(reactions.messageId, message.id),
    reaction === undefined ? undefined : eq(reactions.reaction, reaction),
  )
  return readPage(query, {
    column: reactions.id,
    async read({ bound, isBackwards, limit }) {
      const rows = await database
        .select({
          ...getTableColumns(reactions),
          user: getTableColumns(users),
          hasConversationWithReader:
            reader === undefined ? sql<number>`0` : hasConversation(reactions.uid, reader),
        })
        .from(reactions)
        .innerJoin(users, eq(users.uid, reactions.uid))
        .where(and(isMatch, bound))
        .orderBy(isBackwards ? desc(reactions.id) : asc(reactions.id))
        .limit(limit)
      return { rows, found: rows.length }
    },
    describe: async (rows) => rows.map((row) => toReaction(row, message, reader)),
  })
}

type ReactionRow = typeof reactions.$inferSelect & {
  user: UserRow
  /** 1 if the user and the reader have a conversation with each other. */
  hasConversationWithReader: number
}

function toReaction(row: ReactionRow, message: MessageRow, reader = '') {
  const { id, messageId, uid, user } = row
  const between = { sender: reader, receiver: uid, receiverType: 'user' as const }
  const conversation =
    message.receiverType === 'user' ? message : row.hasConversationWithReader && between
  const reactedBy = {
    ...toPublicUser(user),
    ...(conversation && { conversationId: conversationId(conversation) }),
  }
  return shown(Reaction, { ...row, id: String(id), messageId: String(messageId), reactedBy })
}

/** Adds a reaction. If it exists already, nothing changes. */
async function addReaction(
  { id: messageId, deletedAt, visibleTo }: MessageRow,
  reaction: string,
  uid: string,
  { database, now }: Store,
): Promise<void> {
  if (deletedAt !== null) {
    throw new PlatformError('ERR_MESSAGE_DELETED', `The message ${messageId} was deleted.`)
  }
  if (visibleTo !== null) {
    throw new PlatformError('ERR_MESSAGE_NOT_EDITABLE', 'Notices cannot be reacted to.')
  }
  const isOf = eq(reactions.messageId, messageId)
  const kinds = sql`select count(distinct reaction) from ${reactions}
    where ${and(isOf, ne(reactions.reaction, reaction))}`
  // One statement, so that two at once cannot both pass the limit.
  const added = await database
    .insert(reactions)
    .select(
      sql`select null, ${messageId}, ${reaction}, ${uid}, ${toSeconds(now())}
        where (${kinds}) < ${MAX_KINDS}
          and exists (select 1 from messages where id = ${messageId} and deleted_at is null)`,
    )
    .onConflictDoNothing()
    .returning({ id: reactions.id })
  if (added.length > 0) return

  const isReaction = and(isOf, eq(reactions.reaction, reaction), eq(reactions.uid, uid))
  if ((await database.$count(reactions, isReaction)) > 0) return
  throw new PlatformError(
    'ERR_REACTION_LIMIT_EXCEEDED',
    `A message can have at most ${MAX_KINDS} different reactions.`,
    { details: { reaction: [`exceeds the limit of ${MAX_KINDS} different reactions`] } },
  )
}

/** Removes a reaction. If there is none, nothing changes. */
async function removeReaction(
  { id }: MessageRow,
  reaction: string,
  uid: string,
  { database }: Store,
): Promise<void> {
  const isReaction = and(
    eq(reactions.messageId, id),
    eq(reactions.reaction, reaction),
    eq(reactions.uid, uid),
  )
  await database.delete(reactions).where(isReaction)
}
