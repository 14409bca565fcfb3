import { createdInFuture } from '../created-in-future.ts'
import { PlatformError } from '../platform-error.ts'
import type { MemberRow } from './member.ts'
import { identity, type MemberRecord } from './member-record.ts'

/** Records by the keys they stand under. */
export type Records = ReadonlyMap<string, MemberRecord>

/** What is stored of the groups, users and members that some records are of. */
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
 * Which records can go in together. Their order does not matter: a group that one of them describes
 * is known to all, unless that one is rejected itself.
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
  accepted = keep(accepted, (member) => madeLater(member, seconds))
  accepted = keep(accepted, (member) => misdated(member, existing, seconds))
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
    'Another record of this call is of the same guid and uid.',
    { details: { memberId: ['is of the same guid and uid as another record of this call'] } },
  )
}

function madeLater({ groupDetails, userDetails }: MemberRecord, seconds: number) {
  const code = 'ERR_IMPORT_INVALID_MEMBER_FORMAT'
  return (
    createdInFuture(groupDetails ?? {}, seconds, 'groupDetails.createdAt', code) ??
    createdInFuture(userDetails ?? {}, seconds, 'userDetails.createdAt', code)
  )
}

function misdated(
  { guid, joinedAt, groupDetails }: MemberRecord,
  existing: Existing,
  seconds: number,
) {
  if (joinedAt == null) return null
  const createdAt = groupDetails?.createdAt ?? existing.groups.get(guid)?.createdAt ?? 0
  if (createdAt <= joinedAt && joinedAt <= seconds) return null
  const reason = `must be from ${createdAt}, when the group was created, to ${seconds}, which is now`
  return new PlatformError('ERR_IMPORT_INVALID_JOINEDAT', `joinedAt ${reason}.`, {
    details: { joinedAt: [reason] },
  })
}

function unknownGroup() {
  return new PlatformError('ERR_GUID_NOT_FOUND', 'The group is not known: send groupDetails.', {
    details: { guid: ['is not known, and the record brings no groupDetails'] },
  })
}

function unknownUser() {
  return new PlatformError('ERR_UID_NOT_FOUND', 'The user is not known: send userDetails.', {
    details: { uid: ['is not known, and the record brings no userDetails'] },
  })
}
