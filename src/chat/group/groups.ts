import { and, asc, eq, exists, getTableColumns, ne, or, sql } from 'drizzle-orm'
import { chunks } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'
import { groups, members, users } from '../../storage/schema.ts'
import { createdInFuture } from '../check.ts'
import { type ListingQuery, readListing } from '../listing.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { findUser, userNotFound } from '../user/users.ts'
import { type GroupDetails, type GroupRow, toGroupRow } from './group.ts'
import { findMember, memberQuery, notBanned, saveMembers } from './member.ts'

/** @throws PlatformError `ERR_GUID_NOT_FOUND`. */
export async function findGroup(database: Database, guid: string): Promise<GroupRow> {
  const [group] = await database.select().from(groups).where(eq(groups.guid, guid)).limit(1)
  return group ?? groupNotFound(guid)
}

/**
 * A group, and a user as a member of it.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function findMembership(database: Database, guid: string, uid: string) {
  const [[user], [group], [member]] = await database.batch([
    database.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)),
    database.select().from(groups).where(eq(groups.guid, guid)),
    memberQuery(database, guid, uid),
  ])
  if (!user) return userNotFound(uid)
  return { group: group ?? groupNotFound(guid), member: notBanned(member, guid, uid) }
}

function groupNotFound(guid: string): never {
  throw new PlatformError('ERR_GUID_NOT_FOUND', `There is no group with the guid ${guid}.`)
}

/**
 * The groups, by guid. On behalf of a user: without private groups that the user is not a member
 * of.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`.
 */
export async function listGroups(database: Database, query: ListingQuery, reader?: string) {
  if (reader !== undefined) await findUser(database, reader)
  const isShown = reader === undefined ? undefined : isVisibleTo(database, reader)
  const rows = database.select().from(groups).where(isShown).orderBy(asc(groups.guid))
  return readListing(query, rows, database.$count(groups, isShown))
}

/**
 * A group. On behalf of a user: a private group only if the user is a member.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function findVisibleGroup(database: Database, guid: string, reader?: string) {
  if (reader !== undefined) await findUser(database, reader)
  const group = await findGroup(database, guid)
  if (reader !== undefined && group.type === 'private') await findMember(database, guid, reader)
  return group
}

/**
 * The members of a group, by uid. On behalf of a user: only for members.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function listMembers(
  database: Database,
  guid: string,
  query: ListingQuery,
  reader?: string,
) {
  await (reader === undefined ? findGroup(database, guid) : findMembership(database, guid, reader))
  const isOfGroup = eq(members.guid, guid)
  const rows = database
    .select({ user: getTableColumns(users), member: getTableColumns(members) })
    .from(members)
    .innerJoin(users, eq(users.uid, members.uid))
    .where(isOfGroup)
    .orderBy(asc(members.uid))
  return readListing(query, rows, database.$count(members, isOfGroup))
}

function isVisibleTo(database: Database, uid: string) {
  const isMember = and(
    eq(members.guid, groups.guid),
    eq(members.uid, uid),
    eq(members.isBanned, false),
  )
  return or(
    ne(groups.type, 'private'),
    exists(database.select({ guid: members.guid }).from(members).where(isMember)),
  )
}

interface CreateDeps {
  database: Database
  now(): Date
}

/**
 * Creates a group, with its owner as an admin.
 *
 * @throws PlatformError `ERR_BAD_REQUEST` if `createdAt` is in the future, `ERR_UID_NOT_FOUND`,
 * `ERR_GUID_ALREADY_EXISTS`.
 */
export async function createGroup(
  details: GroupDetails,
  { database, now }: CreateDeps,
): Promise<GroupRow> {
  const seconds = toSeconds(now())
  const failure = createdInFuture(details, seconds)
  if (failure) throw failure
  const row = toGroupRow(details, seconds)
  const { guid, owner } = row
  if (owner !== null) await findUser(database, owner)

  const admin = { guid, uid: owner ?? '', scope: 'admin' as const, isBanned: false }
  const since = { joinedAt: seconds, recordedAt: seconds, updatedAt: seconds }
  const joining = owner === null ? [] : saveMembers(database, [{ ...admin, ...since }])
  try {
    await database.batch([database.insert(groups).values(row), ...joining])
  } catch (error) {
    // The batch was rolled back, possibly because the guid is in use.
    await findGroup(database, guid).catch(() => {
      throw error
    })
    throw new PlatformError('ERR_GUID_ALREADY_EXISTS', `The guid ${guid} is already in use.`)
  }
  return row
}

/** Upserts groups. A field that is absent keeps its stored value. */
export function saveGroups(database: Database, rows: readonly GroupRow[]) {
  const set = {
    name: sql`excluded.name`,
    type: sql`excluded.type`,
    icon: sql`coalesce(excluded.icon, ${groups.icon})`,
    description: sql`coalesce(excluded.description, ${groups.description})`,
    owner: sql`coalesce(excluded.owner, ${groups.owner})`,
    metadata: sql`coalesce(excluded.metadata, ${groups.metadata})`,
    tags: sql`coalesce(excluded.tags, ${groups.tags})`,
    createdAt: sql`coalesce(excluded.created_at, ${groups.createdAt})`,
    updatedAt: sql`excluded.updated_at`,
  }
  return chunks(rows).map((some) =>
    database.insert(groups).values(some).onConflictDoUpdate({ target: groups.guid, set }),
  )
}
