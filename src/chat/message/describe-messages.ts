import { count, min, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { groups, reactions, users } from '../../storage/schema.ts'
import { GROUP_FACE, type GroupFace, toGroup } from '../group/group.ts'
import { toUser, USER_FACE, type UserFace } from '../user/user.ts'
import { withoutDetail } from './answer.ts'
import { conversationId } from './conversation-key.ts'
import type { Message, MessageRow } from './message.ts'

interface ReaderOptions {
  /** Whether they are for a server, which may see why agents failed. */
  isServer?: boolean
}

/** Messages as the API returns them, with sender, receiver and the counts of reactions. */
export async function describeMessages(
  database: Database,
  rows: readonly MessageRow[],
  reader?: string,
  { isServer = false }: ReaderOptions = {},
): Promise<z.output<typeof Message>[]> {
  const toGroups = rows.filter(({ receiverType }) => receiverType === 'group')
  const toUsers = rows.filter(({ receiverType }) => receiverType === 'user')
  const guids = new Set(toGroups.map(({ receiver }) => receiver))
  const uids = new Set([...rows.map(({ sender }) => sender), ...toUsers.map((row) => row.receiver)])

  const [userRows, groupRows, counted] = await database.batch([
    database.select(USER_FACE).from(users).where(isOneOf(users.uid, uids)),
    database.select(GROUP_FACE).from(groups).where(isOneOf(groups.guid, guids)),
    countReactions(
      database,
      rows.map(({ id }) => id),
      reader,
    ),
  ])
  const knownUsers = new Map(userRows.map((user) => [user.uid, user]))
  const knownGroups = new Map(groupRows.map((group) => [group.guid, group]))
  const reactionsOf = reactionsByMessage(counted)

  return rows.map((row) => {
    const { receiver, receiverType } = row
    const sender = userEntity(row.sender, knownUsers.get(row.sender))
    const counts = reactionsOf.get(row.id)
    return {
      ...toMessage(row),
      data: {
        ...(isServer ? row.data : withoutDetail(row.data)),
        entities: {
          sender,
          receiver:
            receiverType === 'group'
              ? groupEntity(receiver, knownGroups.get(receiver))
              : userEntity(receiver, knownUsers.get(receiver), conversationId(row)),
        },
        ...(counts && { reactions: counts }),
      },
    }
  })
}

function toMessage(row: MessageRow) {
  const { id, muid, tags, runId, threadId, visibleTo, editedAt, deletedAt } = row
  return {
    id: String(id),
    ...(muid !== null && { muid }),
    conversationId: conversationId(row),
    sender: row.sender,
    receiver: row.receiver,
    receiverType: row.receiverType,
    category: row.category,
    type: row.type,
    ...(tags && { tags: [...tags] }),
    ...(runId !== null && { runId }),
    ...(threadId !== null && { threadId }),
    ...(visibleTo !== null && { visibleTo }),
    sentAt: row.sentAt,
    updatedAt: row.updatedAt,
    ...(editedAt !== null && { editedAt }),
    ...(deletedAt !== null && { deletedAt }),
  }
}

function userEntity(uid: string, row: UserFace | undefined, conversationId?: string) {
  const user = row ? toUser(row) : { uid, name: uid }
  return {
    entity: { ...user, ...(conversationId && { conversationId }) },
    entityType: 'user' as const,
  }
}

function groupEntity(guid: string, row: GroupFace | undefined) {
  return { entity: row ? toGroup(row) : { guid, name: guid }, entityType: 'group' as const }
}

interface Counted {
  messageId: number
  reaction: string
  count: number
  isMine: number
}

/** A query for the number of each reaction to each message, oldest reaction first. */
export function countReactions(
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
export function reactionsByMessage(counted: readonly Counted[]) {
  const byMessage = new Map<number, { reaction: string; count: number; reactedByMe?: true }[]>()
  for (const { messageId, reaction, count, isMine } of counted) {
    const tally = { reaction, count, ...(isMine && { reactedByMe: true as const }) }
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), tally])
  }
  return byMessage
}
