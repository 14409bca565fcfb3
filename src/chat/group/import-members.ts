import { and, inArray } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { groups, members, users } from '../../storage/schema.ts'
import { PlatformError } from '../platform-error.ts'
import { errorBody } from '../reply.ts'
import { toSeconds } from '../time.ts'
import { toUserRow } from '../user/user.ts'
import { saveUsers } from '../user/users.ts'
import { acceptMembers, type Existing } from './accept-members.ts'
import { toGroupRow } from './group.ts'
import { saveGroups } from './groups.ts'
import { type MemberRow, saveMembers } from './member.ts'
import { identity, type MemberRecord, readMember } from './member-record.ts'

interface ImportDeps {
  database: Database
  now(): Date
}

/**
 * Stores the valid records in one batch, and returns the outcome of each by its key, in the order
 * of the request. Groups and users are created or updated from the details.
 */
export async function importMembers(records: object, { database, now }: ImportDeps) {
  const seconds = toSeconds(now())
  const { read, invalid } = readAll(records)
  const existing = await loadExisting(database, [...read.values()])
  const { accepted, rejected } = acceptMembers(read, existing, seconds)

  const rows = new Map(
    [...accepted].map(([key, member]) => {
      return [key, toMemberRow(member, existing.members.get(identity(member)), seconds)]
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

  const failures = new Map([...invalid, ...rejected])
  return Object.fromEntries(
    Object.keys(records).map((key) => [key, outcome(rows.get(key), failures.get(key))]),
  )
}

function readAll(records: object) {
  const read = new Map<string, MemberRecord>()
  const invalid = new Map<string, PlatformError>()
  for (const [key, value] of Object.entries(records)) {
    try {
      read.set(key, readMember(key, value))
    } catch (error) {
      invalid.set(key, PlatformError.from(error))
    }
  }
  return { read, invalid }
}

/** Fields that a record leaves out keep their values. */
function toMemberRow(
  member: MemberRecord,
  stored: MemberRow | undefined,
  seconds: number,
): MemberRow {
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

function outcome(row: MemberRow | undefined, failure: PlatformError | undefined) {
  if (failure) return { success: false, error: errorBody(failure) }
  return { success: true, data: row && imported(row) }
}

function imported({ guid, uid, scope, joinedAt }: MemberRow) {
  return { guid, uid, scope, joinedAt }
}

/** For at most 50 records: more would exceed the number of values in one statement. */
async function loadExisting(
  database: Database,
  records: readonly MemberRecord[],
): Promise<Existing> {
  const guids = records.map(({ guid }) => guid)
  const uids = records.map(({ uid }) => uid)
  const { guid, createdAt } = groups
  const [groupRows, userRows, memberRows] = await database.batch([
    database.select({ guid, createdAt }).from(groups).where(inArray(guid, guids)),
    database.select({ uid: users.uid }).from(users).where(inArray(users.uid, uids)),
    database
      .select()
      .from(members)
      .where(and(inArray(members.guid, guids), inArray(members.uid, uids))),
  ])
  return {
    groups: new Map(groupRows.map((row) => [row.guid, row])),
    users: new Set(userRows.map(({ uid }) => uid)),
    members: new Map(memberRows.map((row) => [identity(row), row])),
  }
}
