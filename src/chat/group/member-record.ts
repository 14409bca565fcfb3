import * as z from 'zod'
import { check } from '../check.ts'
import { Id, Seconds } from '../field.ts'
import { PlatformError } from '../platform-error.ts'
import { UserDetails } from '../user/user.ts'
import { GroupDetails } from './group.ts'

const SCOPES = ['admin', 'moderator', 'participant'] as const

/** A member of a group to import. */
export const MemberRecord = z
  .object({
    memberId: z.string().max(255).describe('Must equal the key of the record in the request.'),
    guid: Id,
    uid: Id,
    scope: z
      .enum(SCOPES)
      .nullish()
      .describe('By default as stored, or participant for a new member.'),
    isBanned: z.boolean().nullish(),
    joinedAt: Seconds.nullish().describe(
      'Must not be before the group was created, or in the future. By default as stored, or now.',
    ),
    groupDetails: GroupDetails.nullish().describe('Required if the group does not exist yet.'),
    userDetails: UserDetails.nullish().describe('Required if the user does not exist yet.'),
  })
  .refine(({ guid, groupDetails }) => !groupDetails || groupDetails.guid === guid, {
    path: ['groupDetails', 'guid'],
    error: 'must equal the guid of the record',
  })
  .refine(({ uid, userDetails }) => !userDetails || userDetails.uid === uid, {
    path: ['userDetails', 'uid'],
    error: 'must equal the uid of the record',
  })

export type MemberRecord = z.output<typeof MemberRecord>

/** An imported member. */
export const ImportedMember = z.object({
  guid: z.string(),
  uid: z.string(),
  scope: z.enum(SCOPES),
  joinedAt: z.int(),
})

const FORMAT = 'ERR_IMPORT_INVALID_MEMBER_FORMAT'

/**
 * Parses the record with the given key. The key itself is not parsed: ids can contain separators.
 *
 * @throws PlatformError `ERR_IMPORT_INVALID_MEMBER_FORMAT`.
 */
export function readMember(key: string, value: unknown): MemberRecord {
  const member = check(MemberRecord, value, FORMAT, key)
  if (member.memberId === key) return member
  throw new PlatformError(FORMAT, 'memberId must equal the key of the record.', {
    details: { memberId: ['must equal the key of the record'] },
  })
}

/** Identifies a member of a group. Ids contain no spaces. */
export function identity({ guid, uid }: { guid: string; uid: string }): string {
  return `${guid} ${uid}`
}
