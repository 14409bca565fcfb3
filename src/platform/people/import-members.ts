import { and, inArray } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import { isRecord } from '../../core/json.ts'
import { readJson } from '../../http/read-json.ts'
import type { Database } from '../../storage/database.ts'
import { groups, members, users } from '../../storage/schema.ts'
import { assertCreated, check } from '../check.ts'
import { Id, Seconds } from '../field.ts'
import { platformOperation } from '../operation.ts'
import { ErrorFields, invalidField, PlatformError, platformErrorBody } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { GroupDetails, saveGroups, toGroupRow } from './groups.ts'
import { SCOPES, type StoredMember, saveMembers } from './members.ts'
import { saveUsers, UserDetails } from './users.ts'

const MAX_RECORDS = 50
const FORMAT = 'ERR_IMPORT_INVALID_MEMBER_FORMAT'

/** A member of a group to import. */
export const RecordToImport = z
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

type MemberRecord = z.output<typeof RecordToImport>

/** An imported member. */
const ImportedRecord = z.object({
  guid: z.string(),
  uid: z.string(),
  scope: z.enum(SCOPES),
  joinedAt: z.int(),
})

const ImportOutcome = z.object({
  success: z.boolean(),
  data: ImportedRecord.optional(),
  error: ErrorFields.optional().describe(
    'Why the record was not imported. In `details`, a record that is not an object is named by its key.',
  ),
})

// Only the outside is checked here: each record succeeds or fails on its own.
const ImportBody = z.object({
  members: z
    .custom<Record<string, unknown>>(
      isRecord,
      'must be an object with the records by their memberId',
    )
    .refine((members) => Object.keys(members).length <= MAX_RECORDS, {
      error: `may contain at most ${MAX_RECORDS} records`,
    }),
})

/** Imports members of groups. */
export function importOperations(store: Store) {
  return [
    platformOperation('importMembers', 'post', '/v3/data_import/members', {
      summary: 'Import members of groups; each record succeeds or fails on its own',
      description: `At most ${MAX_RECORDS} records per call, and 60 calls per minute.`,
      documentedBody: z.object({ members: z.record(z.string(), RecordToImport) }),
      data: z.record(z.string(), ImportOutcome),
      async handle(_, c) {
        return { data: await importMembers(check(ImportBody, await readJson(c)).members, store) }
      },
    }),
  ]
}

/** Records by their keys in the request. */
type Records = ReadonlyMap<string, MemberRecord>

/** Why records are not imported, by their keys. */
type Failures = Map<string, PlatformError>

/**
 * Stores the valid records in one batch, and returns the outcome of each by its key, in the order
 * of the request. Groups and users are created or updated from the details.
 */
async function importMembers(records: Record<string, unknown>, { database, now }: Store) {
  const seconds = toSeconds(now())
  const failures: Failures = new Map()
  const read = keep(new Map(Object.entries(records)), failures, readMember)
  const existing = await loadExisting(database, [...read.values()])
  const accepted = acceptMembers(read, existing, seconds, failures)

  const since = { recordedAt: seconds, updatedAt: seconds }
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
      described.flatMap(({ userDetails: user }) => (user ? [{ ...user, ...since }] : [])),
    ),
    ...saveMembers(database, [...rows.values()]),
  ]
  if (first) await database.batch([first, ...more])

  return Object.fromEntries(
    Object.keys(records).map((key) => {
      const failure = failures.get(key)
      if (failure) return [key, { success: false, error: platformErrorBody(failure) }]
      return [key, { success: true, data: ImportedRecord.parse(rows.get(key)) }]
    }),
  )
}

/** The values as `convert` returns them. Those for which it throws are recorded as failures. */
function keep<From, To>(
  values: ReadonlyMap<string, From>,
  failures: Failures,
  convert: (value: From, key: string) => To,
): Map<string, To> {
  const kept = new Map<string, To>()
  for (const [key, value] of values) {
    try {
      kept.set(key, convert(value, key))
    } catch (error) {
      failures.set(key, PlatformError.from(error))
    }
  }
  return kept
}

/** The key itself is not parsed: ids can contain separators. */
function readMember(value: unknown, key: string): MemberRecord {
  const member = check(RecordToImport, value, FORMAT, key)
  if (member.memberId === key) return member
  throw invalidField('memberId', 'must equal the key of the record', FORMAT)
}

/** Identifies a member of a group. Ids contain no spaces. */
function identity({ guid, uid }: { guid: string; uid: string }): string {
  return `${guid} ${uid}`
}

/** The stored groups, users and members that records refer to: 50 at most, as a statement takes 100 values. */
async function loadExisting(database: Database, records: readonly MemberRecord[]) {
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

type Existing = Awaited<ReturnType<typeof loadExisting>>

/**
 * The records that can be stored together. Their order does not matter: a group described by one
 * record is known to all others, unless that record is rejected.
 */
function acceptMembers(records: Records, existing: Existing, seconds: number, failures: Failures) {
  const firstKeys = new Map(
    [...records].toReversed().map(([key, member]) => [identity(member), key]),
  )
  let accepted = keep(records, failures, (member, key) => {
    if (firstKeys.get(identity(member)) !== key) throw invalidField('memberId', REPEATED, FORMAT)
    assertCreated(member.groupDetails ?? {}, seconds, 'groupDetails.createdAt', FORMAT)
    assertCreated(member.userDetails ?? {}, seconds, 'userDetails.createdAt', FORMAT)
    assertJoined(member, existing, seconds)
    return member
  })
  for (let before = -1; before !== accepted.size; ) {
    before = accepted.size
    const described = [...accepted.values()]
    const guids = new Set(described.map(({ groupDetails }) => groupDetails?.guid))
    const uids = new Set(described.map(({ userDetails }) => userDetails?.uid))
    accepted = keep(accepted, failures, (member) => {
      if (!existing.groups.has(member.guid) && !guids.has(member.guid))
        throw unknown('guid', 'group')
      if (!existing.users.has(member.uid) && !uids.has(member.uid)) throw unknown('uid', 'user')
      return member
    })
  }
  return accepted
}

function assertJoined(
  { guid, joinedAt, groupDetails }: MemberRecord,
  existing: Existing,
  seconds: number,
) {
  if (joinedAt == null) return
  const createdAt = groupDetails?.createdAt ?? existing.groups.get(guid)?.createdAt ?? 0
  if (createdAt <= joinedAt && joinedAt <= seconds) return
  const reason = `must be between ${createdAt}, when the group was created, and ${seconds}, which is now`
  throw invalidField('joinedAt', reason, 'ERR_IMPORT_INVALID_JOINEDAT')
}

const REPEATED = 'belongs to the same guid and uid as another record in this call'

function unknown(field: 'guid' | 'uid', what: 'group' | 'user') {
  const code = field === 'guid' ? 'ERR_GUID_NOT_FOUND' : 'ERR_UID_NOT_FOUND'
  return invalidField(field, `does not exist: send ${what}Details to create the ${what}`, code)
}

/** Fields that a record leaves out keep their values. */
function toMemberRow(
  { guid, uid, scope, isBanned, joinedAt }: MemberRecord,
  stored: StoredMember | undefined,
  seconds: number,
): StoredMember {
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
