import { and, eq } from 'drizzle-orm'
import { PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { members } from '../storage/schema.ts'
import type { MemberRow } from './member.ts'

/**
 * A member who may see what happens in the group.
 *
 * @throws PlatformFailure `ERR_GROUP_NOT_JOINED`, `ERR_BANNED_GROUPMEMBER`.
 */
export async function findMember(
  database: Database,
  guid: string,
  uid: string,
): Promise<MemberRow> {
  const isTheOne = and(eq(members.guid, guid), eq(members.uid, uid))
  const [member] = await database.select().from(members).where(isTheOne).limit(1)
  if (!member) {
    throw new PlatformFailure('ERR_GROUP_NOT_JOINED', `${uid} is not a member of ${guid}.`)
  }
  if (member.isBanned) {
    throw new PlatformFailure('ERR_BANNED_GROUPMEMBER', `${uid} is banned from ${guid}.`)
  }
  return member
}
