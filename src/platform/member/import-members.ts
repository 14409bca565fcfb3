import { PlatformFailure } from '../failure.ts'
import { toGroupRow } from '../group/group.ts'
import { saveGroups } from '../group/save-groups.ts'
import { envelope } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { toSeconds } from '../time.ts'
import { saveUsers } from '../user/save-users.ts'
import { toUserRow } from '../user/user.ts'
import { acceptMembers } from './accept-members.ts'
import { identity, type Member, type MemberRow, readMember } from './member.ts'
import { recall } from './recall.ts'
import { saveMembers } from './save-members.ts'

interface ImportNeeds {
  database: Database
  now(): Date
}

/**
 * Takes in the good records, all at once, and tells of each what became of it, by its key and in
 * the order they came. Groups and users are created, or changed, from the details.
 */
export async function importMembers(records: object, { database, now }: ImportNeeds) {
  const seconds = toSeconds(now())
  const { read, unreadable } = readAll(records)
  const known = await recall(database, [...read.values()])
  const { accepted, refused } = acceptMembers(read, known, seconds)

  const rows = new Map(
    [...accepted].map(([key, member]) => {
      return [key, toMemberRow(member, known.members.get(identity(member)), seconds)]
    }),
  )
  const described = [...accepted.values()]
  const [first, ...more] = [
    ...saveGroups(
      database,
      described.flatMap(({ groupDetails: group }) => (group ? [toGroupRow(group, seconds)] : [])),
    ),
    ...saveUsers(
      database,
      described.flatMap(({ userDetails: user }) => (user ? [toUserRow(user, seconds)] : [])),
    ),
    ...saveMembers(database, [...rows.values()]),
  ]
  if (first) await database.batch([first, ...more])

  const failures = new Map([...unreadable, ...refused])
  return Object.fromEntries(
    Object.keys(records).map((key) => [key, outcome(rows.get(key), failures.get(key))]),
  )
}

function readAll(records: object) {
  const read = new Map<string, Member>()
  const unreadable = new Map<string, PlatformFailure>()
  for (const [key, value] of Object.entries(records)) {
    try {
      read.set(key, readMember(key, value))
    } catch (error) {
      unreadable.set(key, PlatformFailure.from(error))
    }
  }
  return { read, unreadable }
}

/** What a record leaves out stays as it was. */
function toMemberRow(member: Member, stored: MemberRow | undefined, seconds: number): MemberRow {
  const { guid, uid, scope, isBanned, joinedAt } = member
  return {
    guid,
    uid,
    scope: scope ?? stored?.scope ?? 'participant',
    isBanned: isBanned ?? stored?.isBanned ?? false,
    joinedAt: joinedAt ?? stored?.joinedAt ?? seconds,
    recordedAt: seconds,
    updatedAt: seconds,
  }
}

function outcome(row: MemberRow | undefined, failure: PlatformFailure | undefined) {
  if (failure) return { success: false, error: envelope(failure) }
  return { success: true, data: row && imported(row) }
}

function imported({ guid, uid, scope, joinedAt }: MemberRow) {
  return { guid, uid, scope, joinedAt }
}
