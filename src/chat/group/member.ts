import { and, eq, type SQL, sql } from 'drizzle-orm'
import { chunks } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { members } from '../../storage/schema.ts'
import { PlatformError } from '../platform-error.ts'

export type MemberRow = typeof members.$inferSelect

/**
 * A member of a group who is not banned.
 *
 * @throws PlatformError `ERR_GROUP_NOT_JOINED`, `ERR_BANNED_GROUPMEMBER`.
 */
export async function findMember(
  database: Database,
  guid: string,
  uid: string,
): Promise<MemberRow> {
  const [member] = await memberQuery(database, guid, uid)
  return notBanned(member, guid, uid)
}

export function memberQuery(database: Database, guid: string, uid: string) {
  const isMember = and(eq(members.guid, guid), eq(members.uid, uid))
  return database.select().from(members).where(isMember).limit(1)
}

/** @throws PlatformError `ERR_GROUP_NOT_JOINED`, `ERR_BANNED_GROUPMEMBER`. */
export function notBanned(member: MemberRow | undefined, guid: string, uid: string): MemberRow {
  if (!member) {
    throw new PlatformError('ERR_GROUP_NOT_JOINED', `${uid} is not a member of ${guid}.`)
  }
  if (member.isBanned) {
    throw new PlatformError('ERR_BANNED_GROUPMEMBER', `${uid} is banned from ${guid}.`)
  }
  return member
}

/** The members of these groups among these users, without banned ones. */
export async function findMembers(
  database: Database,
  guids: Iterable<string>,
  uids: Iterable<string>,
): Promise<Pick<MemberRow, 'guid' | 'uid'>[]> {
  return database
    .select({ guid: members.guid, uid: members.uid })
    .from(members)
    .where(
      and(isOneOf(members.guid, guids), isOneOf(members.uid, uids), eq(members.isBanned, false)),
    )
}

/** A query for the guids of the groups that a user is a member of and not banned from. */
export function groupsOf(uid: string): SQL {
  return sql`select ${members.guid} from ${members}
    where ${and(eq(members.uid, uid), eq(members.isBanned, false))}`
}

/** Upserts members. */
export function saveMembers(database: Database, rows: readonly MemberRow[]) {
  const set = {
    scope: sql`excluded.scope`,
    isBanned: sql`excluded.is_banned`,
    joinedAt: sql`excluded.joined_at`,
    updatedAt: sql`excluded.updated_at`,
  }
  return chunks(rows).map((some) =>
    database
      .insert(members)
      .values(some)
      .onConflictDoUpdate({ target: [members.guid, members.uid], set }),
  )
}
