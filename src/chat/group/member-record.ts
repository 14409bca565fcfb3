import * as z from 'zod'
import { check } from '../check.ts'
import { Id, Seconds } from '../field.ts'
import { PlatformError } from '../platform-error.ts'
import { UserDetails } from '../user/user.ts'
import { GroupDetails } from './group.ts'

const SCOPES = ['admin', 'moderator', 'participant'] as const

/** A member record as it is imported. */
export const MemberRecord = z
  .object({
    memberId: z.string().max(255).describe('Equal to the key the record stands under.'),
    guid: Id,
    uid: Id,
    scope: z.enum(SCOPES).nullish().describe('participant, unless it is known better.'),
    isBanned: z.boolean().nullish(),
    joinedAt: Seconds.nullish().describe('Not before the group was created, nor after now.'),
    groupDetails: GroupDetails.nullish().describe('Needed while the group is not known.'),
    userDetails: UserDetails.nullish().describe('Needed while the user is not known.'),
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

/** What became of a record that went in. */
export const ImportedMember = z.object({
  guid: z.string(),
  uid: z.string(),
  scope: z.enum(SCOPES),
  joinedAt: z.int(),
})

const FORMAT = 'ERR_IMPORT_INVALID_MEMBER_FORMAT'

/**
 * The record that stands under a key. Of the key nothing is read: ids may contain what joins them.
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

/** Which member of which group: neither id has a space. */
export function identity({ guid, uid }: { guid: string; uid: string }): string {
  return `${guid} ${uid}`
}
