import { and, countDistinct, eq, ne } from 'drizzle-orm'
import { PlatformFailure } from '../failure.ts'
import type { MessageRow } from '../message/message.ts'
import type { Database } from '../storage/database.ts'
import { reactions } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'

const MOST_KINDS = 25

interface ReactNeeds {
  database: Database
  now(): Date
}

interface Reacting {
  message: MessageRow
  reaction: string
  uid: string
}

/**
 * Adds a reaction. One that is there already stays as it was.
 *
 * @throws PlatformFailure `ERR_REACTION_LIMIT_EXCEEDED` for the 26th kind of one message.
 */
export async function addReaction(
  { message, reaction, uid }: Reacting,
  { database, now }: ReactNeeds,
): Promise<void> {
  const messageId = message.id
  const [others] = await database
    .select({ kinds: countDistinct(reactions.reaction) })
    .from(reactions)
    .where(and(eq(reactions.messageId, messageId), ne(reactions.reaction, reaction)))
  if (others && others.kinds >= MOST_KINDS) {
    throw new PlatformFailure(
      'ERR_REACTION_LIMIT_EXCEEDED',
      `A message may have at most ${MOST_KINDS} different reactions.`,
    )
  }
  await database
    .insert(reactions)
    .values({ messageId, reaction, uid, reactedAt: toSeconds(now()) })
    .onConflictDoNothing()
}

/** Takes a reaction back. One that is not there needs no taking back. */
export async function removeReaction(
  { message, reaction, uid }: Reacting,
  { database }: ReactNeeds,
): Promise<void> {
  const isTheOne = and(
    eq(reactions.messageId, message.id),
    eq(reactions.reaction, reaction),
    eq(reactions.uid, uid),
  )
  await database.delete(reactions).where(isTheOne)
}
