import { count, min, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { groups, reactions, users } from '../../storage/schema.ts'
import { isOneOf } from '../../storage/statements.ts'
import { shown } from '../field.ts'
import { type GroupRow, toPublicGroup } from '../people/groups.ts'
import { toPublicUser, type UserRow } from '../people/users.ts'
import { shownData } from './answer.ts'
import { conversationId } from './conversation-key.ts'
import { type MessageRow, StoredMessage } from './message.ts'

type Described = z.output<typeof StoredMessage>

const Head = StoredMessage.omit({ data: true })

/**
 * Messages as the API returns them, with sender, receiver and the counts of reactions.
 *
 * @param isServer whether they are for a server, which may see why agents failed
 */
export async function describeMessages(
  database: Database,
  rows: readonly MessageRow[],
  reader?: string,
  isServer = false,
): Promise<Described[]> {
  const toGroups = rows.filter(({ receiverType }) => receiverType === 'group')
  const toUsers = rows.filter(({ receiverType }) => receiverType === 'user')
  const guids = new Set(toGroups.map(({ receiver }) => receiver))
  const uids = new Set([...rows.map(({ sender }) => sender), ...toUsers.map((row) => row.receiver)])
  const ids = rows.map(({ id }) => id)

  const [userRows, groupRows, counted] = await database.batch([
    database.select().from(users).where(isOneOf(users.uid, uids)),
    database.select().from(groups).where(isOneOf(groups.guid, guids)),
    countReactions(database, ids, reader),
  ])
  const entitiesOf = entitiesIn(userRows, groupRows)
  const reactionsOf = reactionsByMessage(counted)

  return rows.map((row) => {
    const { id } = row
    const counts = reactionsOf.get(id)
    return {
      ...shown(Head, { ...row, id: String(id), conversationId: conversationId(row) }),
      data: {
        ...shownData(row.data, isServer),
        entities: entitiesOf(row),
        ...(counts && { reactions: counts }),
      },
    }
  })
}

/** The sender and the receiver of a message, of the users and groups that are known. */
function entitiesIn(userRows: readonly UserRow[], groupRows: readonly GroupRow[]) {
  const knownUsers = new Map(userRows.map((user) => [user.uid, user]))
  const knownGroups = new Map(groupRows.map((group) => [group.guid, group]))
  return (row: MessageRow) => {
    const { sender, receiver, receiverType } = row
    return {
      sender: userEntity(sender, knownUsers.get(sender)),
      receiver:
        receiverType === 'group'
          ? groupEntity(receiver, knownGroups.get(receiver))
          : userEntity(receiver, knownUsers.get(receiver), conversationId(row)),
    }
  }
}

export async function describeMessage(
  database: Database,
  row: MessageRow,
  reader?: string,
  isServer?: boolean,
): Promise<Described> {
  const [message] = await describeMessages(database, [row], reader, isServer)
  if (!message) throw new Error('a message was not described')
  return message
}

function userEntity(uid: string, row: UserRow | undefined, conversationId?: string) {
  const user = row ? toPublicUser(row) : { uid, name: uid }
  return {
    entity: { ...user, ...(conversationId && { conversationId }) },
    entityType: 'user' as const,
  }
}

function groupEntity(guid: string, row: GroupRow | undefined) {
  return { entity: row ? toPublicGroup(row) : { guid, name: guid }, entityType: 'group' as const }
}

/** A query for the number of each reaction to each message, oldest reaction first. */
function countReactions(
  database: Database,
  messageIds: readonly number[],
  reader: string | undefined,
) {
  return database
    .select({
      messageId: reactions.messageId,
      reaction: reactions.reaction,
      count: count(),
      isMine: sql<number>`max(${reactions.uid} = ${reader ?? ''})`,
    })
    .from(reactions)
    .where(isOneOf(reactions.messageId, messageIds))
    .groupBy(reactions.messageId, reactions.reaction)
    .orderBy(min(reactions.id))
}

/** The counts by message, as the API returns them. */
function reactionsByMessage(counted: Awaited<ReturnType<typeof countReactions>>) {
  const byMessage = new Map<number, { reaction: string; count: number; reactedByMe?: true }[]>()
  for (const { messageId, reaction, count, isMine } of counted) {
    const tally = { reaction, count, ...(isMine && { reactedByMe: true as const }) }
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), tally])
  }
  return byMessage
}
