import { asc, eq, sql } from 'drizzle-orm'
import { chunks } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { users } from '../../storage/schema.ts'
import { createdInFuture } from '../check.ts'
import { type ListingQuery, readListing } from '../listing.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { AGENT_ROLE, toUserRow, type UserDetails, type UserRow } from './user.ts'

/** @throws PlatformError `ERR_UID_NOT_FOUND`. */
export async function findUser(database: Database, uid: string): Promise<UserRow> {
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return user ?? userNotFound(uid)
}

/** @throws PlatformError `ERR_UID_NOT_FOUND` for the first one that does not exist. */
export async function assertUsers(database: Database, ...uids: string[]): Promise<void> {
  const { uid } = users
  const found = await database.select({ uid }).from(users).where(isOneOf(uid, uids))
  const known = new Set(found.map((user) => user.uid))
  for (const one of uids) if (!known.has(one)) userNotFound(one)
}

export function userNotFound(uid: string): never {
  throw new PlatformError('ERR_UID_NOT_FOUND', `There is no user with the uid ${uid}.`)
}

/** Upserts users. A field that is absent keeps its stored value. */
export function saveUsers(database: Database, rows: readonly UserRow[]) {
  const set = {
    name: sql`excluded.name`,
    avatar: sql`coalesce(excluded.avatar, ${users.avatar})`,
    link: sql`coalesce(excluded.link, ${users.link})`,
    // Nobody signs in as a user who was once an agent.
    role: sql`case ${users.role} when ${AGENT_ROLE} then ${AGENT_ROLE} else coalesce(excluded.role, ${users.role}) end`,
    lastActiveAt: sql`coalesce(excluded.last_active_at, ${users.lastActiveAt})`,
    metadata: sql`coalesce(excluded.metadata, ${users.metadata})`,
    tags: sql`coalesce(excluded.tags, ${users.tags})`,
    createdAt: sql`coalesce(excluded.created_at, ${users.createdAt})`,
    updatedAt: sql`excluded.updated_at`,
  }
  return chunks(rows).map((some) =>
    database.insert(users).values(some).onConflictDoUpdate({ target: users.uid, set }),
  )
}

interface CreateDeps {
  database: Database
  now(): Date
}

/**
 * Creates a user.
 *
 * @throws PlatformError `ERR_BAD_REQUEST` if `createdAt` is in the future,
 * `ERR_UID_ALREADY_EXISTS`.
 */
export async function createUser(
  details: UserDetails,
  { database, now }: CreateDeps,
): Promise<UserRow> {
  const seconds = toSeconds(now())
  const failure = createdInFuture(details, seconds)
  if (failure) throw failure
  const row = toUserRow(details, seconds)
  const [user] = await database.insert(users).values(row).onConflictDoNothing().returning()
  if (user) return user
  throw new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${row.uid} is already in use.`)
}

/** The users, by uid. */
export function listUsers(database: Database, query: ListingQuery) {
  const rows = database.select().from(users).orderBy(asc(users.uid))
  return readListing(query, rows, database.$count(users))
}
