import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Operation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { users } from '../../storage/schema.ts'
import { chunks, isOneOf, newValues } from '../../storage/statements.ts'
import { assertCreated } from '../check.ts'
import { Id } from '../field.ts'
import { EVERYONE, operation, SIGN_IN } from '../operation.ts'
import { ListingMeta, ListingQuery, readListing } from '../page.ts'
import { PlatformError } from '../platform-error.ts'
import { type Store, toSeconds } from '../store.ts'
import { AGENT_ROLE, type NewUserRow, toUser, User, UserDetails, type UserRow } from './user.ts'

/** Creates, lists and reads users. */
export function userOperations({ database, now }: Store): Operation[] {
  return [
    operation('createUser', 'post', '/v3/users', {
      credentials: SIGN_IN,
      summary: 'Create a user',
      body: UserDetails,
      data: User,
      async handle({ body }) {
        const seconds = toSeconds(now())
        assertCreated(body, seconds)
        const row = { ...body, recordedAt: seconds, updatedAt: seconds }
        const [user] = await database.insert(users).values(row).onConflictDoNothing().returning()
        if (user) return { data: toUser(user) }
        throw new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${row.uid} is already in use.`)
      },
    }),
    operation('listUsers', 'get', '/v3/users', {
      summary: 'The users, by uid',
      query: ListingQuery,
      data: z.array(User),
      meta: ListingMeta,
      handle({ query }) {
        return readListing(database, query, {
          key: users.uid,
          read: (isListed) => database.select().from(users).where(isListed).orderBy(users.uid),
          toItem: toUser,
          keyOf: ({ uid }) => uid,
        })
      },
    }),
    operation('getUser', 'get', '/v3/users/{uid}', {
      credentials: EVERYONE,
      summary: 'One user',
      description: 'With an auth token: only its own user.',
      params: z.object({ uid: Id }),
      data: User,
      async handle({ params: { uid } }, c) {
        const user = c.get('user') ?? uid
        if (user === uid) return { data: toUser(await findUser(database, uid)) }
        const message = 'With an auth token, only its own user can be read.'
        throw new PlatformError('AUTH_ERR_NO_ACCESS', message)
      },
    }),
  ]
}

export async function findUser(database: Database, uid: string): Promise<UserRow> {
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return user ?? userNotFound(uid)
}

/** Throws for the first one that does not exist. */
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
export function saveUsers(database: Database, rows: readonly NewUserRow[]) {
  const set = {
    ...newValues(users, 'uid', 'recordedAt'),
    // Nobody signs in as a user who was once an agent.
    role: sql`case ${users.role} when ${AGENT_ROLE} then ${AGENT_ROLE} else coalesce(excluded.role, ${users.role}) end`,
  }
  return chunks(rows).map((some) =>
    database.insert(users).values(some).onConflictDoUpdate({ target: users.uid, set }),
  )
}
