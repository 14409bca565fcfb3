import { and, asc, eq, exists, getTableColumns, ne, or } from 'drizzle-orm'
import type * as z from 'zod'
import { bytesOf, type ListingQuery, readListing } from '../listing.ts'
import { findMember } from '../member/find-member.ts'
import type { Database } from '../storage/database.ts'
import { groups, members, users } from '../storage/schema.ts'
import { findUser } from '../user/find-user.ts'
import { findGroup } from './find-group.ts'

type Query = z.output<typeof ListingQuery>

/**
 * The groups, by guid. On behalf of a user: of the private ones those that the user belongs to.
 *
 * @throws PlatformFailure `ERR_UID_NOT_FOUND`.
 */
export async function listGroups(database: Database, query: Query, reader?: string) {
  if (reader !== undefined) await findUser(database, reader)
  const isShown = reader === undefined ? undefined : isVisibleTo(database, reader)
  const { metadata, tags, icon, description } = groups
  return readListing(database, query, {
    sizes: ({ limit, offset }) =>
      database
        .select(bytesOf(metadata, tags, icon, description))
        .from(groups)
        .where(isShown)
        .orderBy(asc(groups.guid))
        .limit(limit)
        .offset(offset),
    rows: ({ limit, offset }) =>
      database
        .select()
        .from(groups)
        .where(isShown)
        .orderBy(asc(groups.guid))
        .limit(limit)
        .offset(offset),
    total: () => database.$count(groups, isShown),
  })
}

/**
 * A group. On behalf of a user: one that is not private, or that the user belongs to.
 *
 * @throws PlatformFailure `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function findVisibleGroup(database: Database, guid: string, reader?: string) {
  if (reader !== undefined) await findUser(database, reader)
  const group = await findGroup(database, guid)
  if (reader !== undefined && group.type === 'private') await findMember(database, guid, reader)
  return group
}

/**
 * The members of a group, by uid. On behalf of a user: who belongs to it.
 *
 * @throws PlatformFailure `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function listMembers(database: Database, guid: string, query: Query, reader?: string) {
  if (reader !== undefined) await findUser(database, reader)
  await findGroup(database, guid)
  if (reader !== undefined) await findMember(database, guid, reader)

  const isOfGroup = eq(members.guid, guid)
  const isUser = eq(users.uid, members.uid)
  const { metadata, tags, avatar, link } = users
  return readListing(database, query, {
    sizes: ({ limit, offset }) =>
      database
        .select(bytesOf(metadata, tags, avatar, link))
        .from(members)
        .innerJoin(users, isUser)
        .where(isOfGroup)
        .orderBy(asc(members.uid))
        .limit(limit)
        .offset(offset),
    rows: ({ limit, offset }) =>
      database
        .select({ user: getTableColumns(users), member: getTableColumns(members) })
        .from(members)
        .innerJoin(users, isUser)
        .where(isOfGroup)
        .orderBy(asc(members.uid))
        .limit(limit)
        .offset(offset),
    total: () => database.$count(members, isOfGroup),
  })
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
