import { and, count, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { HttpOperation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { groups, members, users } from '../../storage/schema.ts'
import { chunks, newValues } from '../../storage/statements.ts'
import { assertCreated } from '../check.ts'
import { Id, Metadata, Name, Seconds, StoredText, shown, Tags, WebAddress } from '../field.ts'
import { platformOperation } from '../operation.ts'
import { ListingMeta, ListingQuery, readListing } from '../page.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { findMember, memberQuery, notBanned, type StoredMember, saveMembers } from './members.ts'
import {
  assertFound,
  assertUsers,
  findUser,
  PlatformUser,
  toPublicUser,
  toUser,
  usersQuery,
} from './users.ts'

/** A group to create, or to update with an import. */
export const GroupDetails = z.object({
  guid: Id,
  name: Name,
  type: z.enum(['public', 'password', 'private']),
  password: z
    .string()
    .max(100)
    .nullish()
    .describe('Accepted but not stored: groups cannot be joined by password.'),
  icon: WebAddress.nullish(),
  description: StoredText.max(255).nullish(),
  owner: Id.nullish(),
  createdAt: Seconds.nullish(),
  metadata: Metadata.nullish(),
  tags: Tags.nullish(),
})

export type GroupRow = typeof groups.$inferSelect
type NewGroupRow = typeof groups.$inferInsert

/** A group as the API returns it. */
const PlatformGroup = z
  .object({
    guid: z.string(),
    name: z.string(),
    type: z.enum(['public', 'password', 'private']),
    icon: z.string().optional(),
    description: z.string().optional(),
    owner: z.string().optional(),
    createdAt: z.int(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    tags: z.array(z.string()).optional(),
    membersCount: z
      .int()
      .optional()
      .describe('Members who are not banned. Only in the list of groups that a server reads.'),
  })
  .meta({ id: 'PlatformGroup' })

function toGroup(row: GroupRow): z.output<typeof PlatformGroup> {
  return shown(PlatformGroup, { ...row, createdAt: row.createdAt ?? row.recordedAt })
}

/** A group as those see it who are not in it. */
export function toPublicGroup(row: GroupRow): z.output<typeof PlatformGroup> {
  return toGroup({ ...row, metadata: null, tags: null })
}

/** The row of a new group. */
export function toGroupRow(
  { password: _, ...details }: z.output<typeof GroupDetails>,
  seconds: number,
): NewGroupRow {
  return { ...details, recordedAt: seconds, updatedAt: seconds }
}

const OneGroup = z.object({ guid: Id })

/** A user as a member of a group. */
const PlatformMember = PlatformUser.extend({
  scope: z.string(),
  isBanned: z.boolean(),
  joinedAt: z.int(),
})

/** Creates, lists and reads groups, and lists their members. */
export function groupOperations(store: Store): HttpOperation[] {
  const { database } = store
  return [
    platformOperation('createGroup', 'post', '/v3/groups', {
      summary: 'Create a group; its owner, if any, joins it as an admin',
      body: GroupDetails,
      data: PlatformGroup,
      handle: async ({ body }) => ({ data: toGroup(await createGroup(body, store)) }),
    }),
    platformOperation('listGroups', 'get', '/v3/groups', {
      summary: 'The groups, by guid',
      onBehalfOf: 'optional',
      query: ListingQuery,
      data: z.array(PlatformGroup),
      meta: ListingMeta,
      handle: ({ user, query }) => listGroups(database, query, user),
    }),
    platformOperation('getGroup', 'get', '/v3/groups/{guid}', {
      summary: 'One group',
      onBehalfOf: 'optional',
      params: OneGroup,
      data: PlatformGroup,
      handle: async ({ user, params }) => ({ data: await groupFor(database, params.guid, user) }),
    }),
    platformOperation('listMembers', 'get', '/v3/groups/{guid}/members', {
      summary: 'The members of a group, by uid',
      onBehalfOf: 'optional',
      params: OneGroup,
      query: ListingQuery,
      data: z.array(PlatformMember),
      meta: ListingMeta,
      async handle({ user, params: { guid }, query }, c) {
        await assertReadable(database, guid, user)
        const toFace = c.get('user') === undefined ? toUser : toPublicUser
        return listMembers(database, guid, query, toFace)
      },
    }),
  ]
}

type Listed = z.output<typeof ListingQuery>

/** All groups for a server, and those that a user may see. */
async function listGroups(database: Database, query: Listed, user?: string) {
  if (user !== undefined) await findUser(database, user)
  return readListing(database, query, {
    key: groups.guid,
    where:
      user === undefined ? undefined : or(ne(groups.type, 'private'), isMember(database, user)),
    read: (isListed) =>
      database
        .select({
          group: getTableColumns(groups),
          isIn: isMember(database, user),
          membersCount: membersOf(database),
        })
        .from(groups)
        .where(isListed)
        .orderBy(groups.guid),
    toItem: ({ group, isIn, membersCount }) => {
      if (user === undefined) return { ...toGroup(group), membersCount }
      return isIn ? toGroup(group) : toPublicGroup(group)
    },
    keyOf: ({ group }) => group.guid,
  })
}

/** A group as a server or one of its members sees it, or as other users do. */
async function groupFor(database: Database, guid: string, user?: string) {
  if (user !== undefined) await findUser(database, user)
  const group = await findGroup(database, guid)
  if (user === undefined) return toGroup(group)
  if (group.type === 'private') await findMember(database, guid, user)
  const [member] = await memberQuery(database, guid, user)
  const isIn = member !== undefined && !member.isBanned
  return isIn ? toGroup(group) : toPublicGroup(group)
}

function listMembers(
  database: Database,
  guid: string,
  query: Listed,
  toFace: typeof toUser | typeof toPublicUser,
) {
  return readListing(database, query, {
    key: members.uid,
    where: eq(members.guid, guid),
    read: (isListed) =>
      database
        .select({ user: getTableColumns(users), member: getTableColumns(members) })
        .from(members)
        .innerJoin(users, eq(users.uid, members.uid))
        .where(isListed)
        .orderBy(members.uid),
    toItem({ user, member: { scope, isBanned, joinedAt } }) {
      return { ...toFace(user), scope, isBanned, joinedAt }
    },
    keyOf: ({ user }) => user.uid,
  })
}

export async function findGroup(database: Database, guid: string): Promise<GroupRow> {
  const [group] = await database.select().from(groups).where(eq(groups.guid, guid)).limit(1)
  return group ?? groupNotFound(guid)
}

/** A group, and a user as a member of it who is not banned. */
export async function findMembership(database: Database, guid: string, uid: string) {
  const { queries, read } = membershipQueries(database, guid, uid)
  return read(await database.batch(queries))
}

/** The queries for these, to be part of a batch, and what their rows say. */
export function membershipQueries(database: Database, guid: string, uid: string) {
  const isGroup = eq(groups.guid, guid)
  return {
    queries: [
      usersQuery(database, [uid]),
      database.select().from(groups).where(isGroup),
      memberQuery(database, guid, uid),
    ] as const,
    read([found, [group], [member]]: Readonly<[{ uid: string }[], GroupRow[], StoredMember[]]>) {
      assertFound([uid], found)
      return { group: group ?? groupNotFound(guid), member: notBanned(member, guid, uid) }
    },
  }
}

/** On behalf of a user, only members may read what is in a group. */
export async function assertReadable(database: Database, guid: string, reader?: string) {
  await (reader === undefined ? findGroup(database, guid) : findMembership(database, guid, reader))
}

/** Only members may write to a group; to a user, everyone may. */
export async function assertParty(
  database: Database,
  uid: string,
  { receiver, receiverType }: { receiver: string; receiverType: 'user' | 'group' },
) {
  await (receiverType === 'group'
    ? findMembership(database, receiver, uid)
    : assertUsers(database, uid, receiver))
}

function groupNotFound(guid: string): never {
  throw new PlatformError('ERR_GUID_NOT_FOUND', `There is no group with the guid ${guid}.`)
}

function isMember(database: Database, uid = ''): SQL<number> {
  const isTheMember = and(
    eq(members.guid, groups.guid),
    eq(members.uid, uid),
    eq(members.isBanned, false),
  )
  const found = database.select({ guid: members.guid }).from(members).where(isTheMember)
  return sql`exists ${found}`
}

function membersOf(database: Database): SQL<number> {
  const isIn = and(eq(members.guid, groups.guid), eq(members.isBanned, false))
  return sql`${database.select({ count: count() }).from(members).where(isIn)}`
}

async function createGroup(
  details: z.output<typeof GroupDetails>,
  { database, now }: Store,
): Promise<GroupRow> {
  const seconds = toSeconds(now())
  assertCreated(details, seconds)
  const { guid, owner } = details
  if (owner) await findUser(database, owner)

  const since = { joinedAt: seconds, recordedAt: seconds, updatedAt: seconds }
  const admin = { guid, uid: owner ?? '', scope: 'admin' as const, isBanned: false, ...since }
  try {
    const [[group]] = await database.batch([
      database.insert(groups).values(toGroupRow(details, seconds)).returning(),
      ...(owner ? saveMembers(database, [admin]) : []),
    ])
    if (!group) throw new Error('a group was not stored')
    return group
  } catch (error) {
    // The batch was rolled back, possibly because the guid is in use.
    await findGroup(database, guid).catch(() => {
      throw error
    })
    throw new PlatformError('ERR_GUID_ALREADY_EXISTS', `The guid ${guid} is already in use.`)
  }
}

/** Upserts groups. A field that is absent keeps its stored value. */
export function saveGroups(database: Database, rows: readonly NewGroupRow[]) {
  const set = newValues(groups, 'guid', 'recordedAt')
  return chunks(rows).map((some) =>
    database.insert(groups).values(some).onConflictDoUpdate({ target: groups.guid, set }),
  )
}
