import { createdInFuture } from '../check.ts'
import { PlatformError } from '../platform-error.ts'
import type { MemberRow } from './member.ts'
import { identity, type MemberRecord } from './member-record.ts'

/** Records by their keys in the request. */
export type Records = ReadonlyMap<string, MemberRecord>

/** The stored groups, users and members that the records refer to. */
export interface Existing {
  groups: ReadonlyMap<string, { createdAt: number | null }>
  users: ReadonlySet<string>
  members: ReadonlyMap<string, MemberRow>
}

export interface Decision {
  accepted: Records
  rejected: ReadonlyMap<string, PlatformError>
}

/**
 * Decides which records can be stored together. Their order does not matter: a group described by
 * one record is known to all others, unless that record is rejected.
 */
export function acceptMembers(records: Records, existing: Existing, seconds: number): Decision {
  const rejected = new Map<string, PlatformError>()
  const keep = (
    some: Records,
    issueOf: (member: MemberRecord, key: string) => PlatformError | null,
  ) => {
    const kept = new Map<string, MemberRecord>()
    for (const [key, member] of some) {
      const failure = issueOf(member, key)
      if (failure) rejected.set(key, failure)
      else kept.set(key, member)
    }
    return kept
  }

  const firstKeys = new Map(
    [...records].toReversed().map(([key, member]) => [identity(member), key]),
  )
  let accepted = keep(records, (member, key) => repeated(firstKeys.get(identity(member)), key))
  accepted = keep(accepted, (member) => createdTooLate(member, seconds))
  accepted = keep(accepted, (member) => joinedTooEarly(member, existing, seconds))
  for (let before = -1; before !== accepted.size; ) {
    before = accepted.size
    const described = [...accepted.values()]
    const guids = new Set(described.map(({ groupDetails }) => groupDetails?.guid))
    const uids = new Set(described.map(({ userDetails }) => userDetails?.uid))
    accepted = keep(accepted, ({ guid, uid }) => {
      if (!existing.groups.has(guid) && !guids.has(guid)) return unknownGroup()
      if (!existing.users.has(uid) && !uids.has(uid)) return unknownUser()
      return null
    })
  }
  return { accepted, rejected }
}

function repeated(firstKey: string | undefined, key: string) {
  if (firstKey === key) return null
  return new PlatformError(
    'ERR_IMPORT_INVALID_MEMBER_FORMAT',
    'Another record in this call has the same guid and uid.',
    { details: { memberId: ['belongs to the same guid and uid as another record in this call'] } },
  )
}

function createdTooLate({ groupDetails, userDetails }: MemberRecord, seconds: number) {
  const code = 'ERR_IMPORT_INVALID_MEMBER_FORMAT'
  return (
    createdInFuture(groupDetails ?? {}, seconds, 'groupDetails.createdAt', code) ??
    createdInFuture(userDetails ?? {}, seconds, 'userDetails.createdAt', code)
  )
}

function joinedTooEarly(
  { guid, joinedAt, groupDetails }: MemberRecord,
  existing: Existing,
  seconds: number,
) {
  if (joinedAt == null) return null
  const createdAt = groupDetails?.createdAt ?? existing.groups.get(guid)?.createdAt ?? 0
  if (createdAt <= joinedAt && joinedAt <= seconds) return null
  const reason = `must be between ${createdAt}, when the group was created, and ${seconds}, which is now`
  return new PlatformError('ERR_IMPORT_INVALID_JOINEDAT', `joinedAt ${reason}.`, {
    details: { joinedAt: [reason] },
  })
}

function unknownGroup() {
  return new PlatformError(
    'ERR_GUID_NOT_FOUND',
    'The group does not exist: send groupDetails to create it.',
    {
      details: { guid: ['does not exist, and the record has no groupDetails'] },
    },
  )
}

function unknownUser() {
  return new PlatformError(
    'ERR_UID_NOT_FOUND',
    'The user does not exist: send userDetails to create it.',
    {
      details: { uid: ['does not exist, and the record has no userDetails'] },
    },
  )
}
