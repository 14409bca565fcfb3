import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { members } from '../../storage/schema.ts'
import { chunks, isOneOf, newValues } from '../../storage/statements.ts'
import { PlatformError } from '../platform-error.ts'

export const SCOPES = ['admin', 'moderator', 'participant'] as const

export type StoredMember = typeof members.$inferSelect

/** A member of a group who is not banned. */
export async function findMember(database: Database, guid: string, uid: string) {
  const [member] = await memberQuery(database, guid, uid)
  return notBanned(member, guid, uid)
}

export function memberQuery(database: Database, guid: string, uid: string) {
  const isMember = and(eq(members.guid, guid), eq(members.uid, uid))
  return database.select().from(members).where(isMember).limit(1)
}

export function notBanned(
  member: StoredMember | undefined,
  guid: string,
  uid: string,
): StoredMember {
  if (!member) throw notJoined(guid, uid)
  if (member.isBanned) throw banned(guid, uid)
  return member
}

export function notJoined(guid: string, uid: string) {
  return new PlatformError('ERR_GROUP_NOT_JOINED', `${uid} is not a member of ${guid}.`)
}

export function banned(guid: string, uid: string) {
  return new PlatformError('ERR_BANNED_GROUPMEMBER', `${uid} is banned from ${guid}.`)
}

/** The members of these groups among these users, without banned ones. */
export async function findMembers(
  database: Database,
  guids: Iterable<string>,
  uids: Iterable<string>,
): Promise<Pick<StoredMember, 'guid' | 'uid'>[]> {
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
export function saveMembers(database: Database, rows: readonly StoredMember[]) {
  const target = [members.guid, members.uid]
  const set = newValues(members, 'guid', 'uid', 'recordedAt')
  return chunks(rows).map((some) =>
    database.insert(members).values(some).onConflictDoUpdate({ target, set }),
  )
}
