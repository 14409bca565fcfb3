import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { HttpOperation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { users } from '../../storage/schema.ts'
import { chunks, isOneOf, newValues } from '../../storage/statements.ts'
import { assertCreated } from '../check.ts'
import { Id, Metadata, Name, Seconds, StoredText, shown, Tags, WebAddress } from '../field.ts'
import { EVERYONE, platformOperation, SIGN_IN } from '../operation.ts'
import { ListingMeta, ListingQuery, readListing } from '../page.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'

/** The role of an agent's user, which is kept with its messages when the agent is deleted. */
export const AGENT_ROLE = 'agent'

/** A user to create, or to update with an import. */
export const UserDetails = z.object({
  uid: Id,
  name: Name,
  avatar: WebAddress.nullish(),
  link: WebAddress.nullish(),
  role: StoredText.min(1)
    .max(100)
    .refine((role) => role.trim().toLowerCase() !== AGENT_ROLE, 'is reserved for agents')
    .nullish(),
  createdAt: Seconds.nullish(),
  lastActiveAt: Seconds.nullish(),
  metadata: Metadata.nullish(),
  tags: Tags.nullish(),
})

export type UserRow = typeof users.$inferSelect

/** A user as the API returns it. */
export const PlatformUser = z
  .object({
    uid: z.string(),
    name: z.string(),
    avatar: z.string().optional(),
    link: z.string().optional(),
    status: z.string().describe('Always `offline`: presence is not tracked.'),
    role: z.string(),
    lastActiveAt: z.int().optional().describe('Unix seconds, as all times of the platform are.'),
    createdAt: z.int(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    tags: z.array(z.string()).optional(),
  })
  .meta({ id: 'PlatformUser' })

export function toUser(row: UserRow): z.output<typeof PlatformUser> {
  const createdAt = row.createdAt ?? row.recordedAt
  return shown(PlatformUser, { ...row, status: 'offline', role: row.role ?? 'default', createdAt })
}

/** A user as other users see it: metadata and tags are for servers. */
export function toPublicUser(row: UserRow): z.output<typeof PlatformUser> {
  return toUser({ ...row, metadata: null, tags: null })
}

/** Creates, lists and reads users. */
export function userOperations(store: Store): HttpOperation[] {
  const { database } = store
  return [
    platformOperation('createUser', 'post', '/v3/users', {
      credentials: SIGN_IN,
      summary: 'Create a user',
      body: UserDetails,
      data: PlatformUser,
      handle: async ({ body }) => ({ data: toUser(await createUser(body, store)) }),
    }),
    platformOperation('listUsers', 'get', '/v3/users', {
      summary: 'The users, by uid',
      query: ListingQuery,
      data: z.array(PlatformUser),
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
    platformOperation('getUser', 'get', '/v3/users/{uid}', {
      credentials: EVERYONE,
      summary: 'One user',
      params: z.object({ uid: Id }),
      data: PlatformUser,
      async handle({ params: { uid } }, c) {
        const user = c.get('user') ?? uid
        if (user === uid) return { data: toUser(await findUser(database, uid)) }
        const message = 'With an auth token, only its own user can be read.'
        throw new PlatformError('AUTH_ERR_NO_ACCESS', message)
      },
    }),
  ]
}

async function createUser(details: z.output<typeof UserDetails>, { database, now }: Store) {
  const seconds = toSeconds(now())
  assertCreated(details, seconds)
  const row = { ...details, recordedAt: seconds, updatedAt: seconds }
  const [user] = await database.insert(users).values(row).onConflictDoNothing().returning()
  if (user) return user
  throw new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${row.uid} is already in use.`)
}

export async function findUser(database: Database, uid: string): Promise<UserRow> {
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return user ?? userNotFound(uid)
}

export async function assertUsers(database: Database, ...uids: string[]): Promise<void> {
  assertFound(uids, await usersQuery(database, uids))
}

export function usersQuery(database: Database, uids: readonly string[]) {
  return database.select({ uid: users.uid }).from(users).where(isOneOf(users.uid, uids))
}

/** Throws for the first user not found. */
export function assertFound(uids: readonly string[], found: readonly { uid: string }[]): void {
  const known = new Set(found.map(({ uid }) => uid))
  for (const uid of uids) if (!known.has(uid)) userNotFound(uid)
}

function userNotFound(uid: string): never {
  throw new PlatformError('ERR_UID_NOT_FOUND', `There is no user with the uid ${uid}.`)
}

/** Written into the statement, as the rows of one may have all of the values that it takes. */
const AGENT = sql.raw(`'${AGENT_ROLE}'`)

/** Upserts users. A field that is absent keeps its stored value. */
export function saveUsers(database: Database, rows: readonly (typeof users.$inferInsert)[]) {
  const set = {
    ...newValues(users, 'uid', 'recordedAt'),
    // A former agent's user cannot sign in.
    role: sql`case ${users.role} when ${AGENT} then ${AGENT} else coalesce(excluded.role, ${users.role}) end`,
  }
  return chunks(rows).map((some) =>
    database.insert(users).values(some).onConflictDoUpdate({ target: users.uid, set }),
  )
}
