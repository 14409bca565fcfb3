import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { reactions } from '../../storage/schema.ts'
import type { MessageRow } from '../message/message.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { spellingsOf } from './reaction.ts'

const MAX_KINDS = 25

interface ReactDeps {
  database: Database
  now(): Date
}

interface ReactionInput {
  message: MessageRow
  reaction: string
  uid: string
}

/**
 * Adds a reaction. If it exists already, nothing changes.
 *
 * @throws PlatformError `ERR_REACTION_LIMIT_EXCEEDED` for the 26th kind of one message,
 * `ERR_MESSAGE_DELETED`, `ERR_MESSAGE_NOT_EDITABLE` for a notice.
 */
export async function addReaction(
  { message, reaction, uid }: ReactionInput,
  { database, now }: ReactDeps,
): Promise<void> {
  if (message.deletedAt !== null) {
    throw new PlatformError('ERR_MESSAGE_DELETED', `The message ${message.id} was deleted.`)
  }
  if (message.visibleTo !== null) {
    const reason = 'Notices cannot be reacted to.'
    throw new PlatformError('ERR_MESSAGE_NOT_EDITABLE', reason)
  }
  const messageId = message.id
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
export async function removeReaction(
  { message, reaction, uid }: ReactionInput,
  { database }: ReactDeps,
): Promise<void> {
  const isReaction = and(
    eq(reactions.messageId, message.id),
    isOneOf(reactions.reaction, spellingsOf(reaction)),
    eq(reactions.uid, uid),
  )
  await database.delete(reactions).where(isReaction)
}
