import { and, asc, eq, gt, lte, notInArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { agents, authTokens, users } from '../../storage/schema.ts'
import { type ListingQuery, readListing } from '../listing.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { AGENT_ROLE } from '../user/user.ts'
import { findUser } from '../user/users.ts'
import { hashKey, randomKey } from './api-key.ts'

const TOKEN_BYTES = 32
const SECONDS_PER_DAY = 86_400

/** An auth token as the API returns it, without the token itself: only its hash is stored. */
export const AuthToken = z
  .object({
    id: z.string().describe('Identifies the token to revoke it; it cannot be used to sign in.'),
    uid: z.string(),
    createdAt: z.int(),
    expiresAt: z.int(),
  })
  .meta({ id: 'PlatformAuthToken' })

/** A new auth token, with the token itself. It is returned only once. */
export const NewAuthToken = AuthToken.extend({ authToken: z.string() }).meta({
  id: 'PlatformNewAuthToken',
})

interface TokenDeps {
  database: Database
  now(): Date
}

/**
 * Creates an auth token for a user, and deletes all expired tokens.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `AUTH_ERR_NO_ACCESS` for an agent.
 */
export async function createAuthToken(
  uid: string,
  { database, now, authTokenDays }: TokenDeps & { authTokenDays: number },
): Promise<z.output<typeof NewAuthToken>> {
  const { role } = await findUser(database, uid)
  const isAgent = role === AGENT_ROLE || (await database.$count(agents, eq(agents.uid, uid))) > 0
  if (isAgent)
    throw new PlatformError('AUTH_ERR_NO_ACCESS', `${uid} is an agent: it cannot sign in.`)
  const authToken = randomKey(TOKEN_BYTES)
  const createdAt = toSeconds(now())
  const expiresAt = createdAt + authTokenDays * SECONDS_PER_DAY
  const row = { hash: await hashKey(authToken), uid, createdAt, expiresAt }
  const [[stored]] = await database.batch([
    database.insert(authTokens).values(row).returning(),
    database.delete(authTokens).where(lte(authTokens.expiresAt, createdAt)),
  ])
  if (!stored) throw new Error('an auth token was not stored')
  return { ...toAuthToken(stored), authToken }
}

/**
 * The uid of the user with this token; undefined if it is unknown, expired or revoked, or if an agent
 * has taken the uid: a token would read all of its conversations.
 */
export async function findTokenUser(
  hash: string,
  { database, now }: TokenDeps,
): Promise<string | undefined> {
  const isValid = and(
    eq(authTokens.hash, hash),
    gt(authTokens.expiresAt, toSeconds(now())),
    sql`${users.role} is not ${AGENT_ROLE}`,
    notInArray(users.uid, database.select({ uid: agents.uid }).from(agents)),
  )
  const [found] = await database
    .select({ uid: users.uid })
    .from(authTokens)
    .innerJoin(users, eq(users.uid, authTokens.uid))
    .where(isValid)
    .limit(1)
  return found?.uid
}

/**
 * The valid tokens of a user, oldest first.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`.
 */
export async function listAuthTokens(
  uid: string,
  query: ListingQuery,
  { database, now }: TokenDeps,
) {
  await findUser(database, uid)
  const isValid = and(eq(authTokens.uid, uid), gt(authTokens.expiresAt, toSeconds(now())))
  const rows = database.select().from(authTokens).where(isValid).orderBy(asc(authTokens.id))
  const { items, meta } = await readListing(query, rows, database.$count(authTokens, isValid))
  return { items: items.map(toAuthToken), meta }
}

/**
 * Revokes one token of a user.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_AUTH_TOKEN_NOT_FOUND`.
 */
export async function revokeAuthToken(uid: string, id: string, { database }: TokenDeps) {
  await findUser(database, uid)
  const isToken = and(eq(authTokens.uid, uid), hasId(id))
  const revoked = await database.delete(authTokens).where(isToken).returning({ id: authTokens.id })
  if (revoked.length > 0) return
  const message = `${uid} has no auth token with the id ${id.slice(0, 40)}.`
  throw new PlatformError('ERR_AUTH_TOKEN_NOT_FOUND', message)
}

/** In place of its own id, for the token that makes the call. */
export const CURRENT = 'current'

/**
 * Signs out: revokes the token with this hash if it has the given id. A token cannot revoke another
 * one.
 *
 * @throws PlatformError `ERR_AUTH_TOKEN_NOT_FOUND`.
 */
export async function revokeOwnAuthToken(hash: string, id: string, { database }: TokenDeps) {
  const isToken = and(eq(authTokens.hash, hash), id === CURRENT ? undefined : hasId(id))
  const revoked = await database.delete(authTokens).where(isToken).returning({ id: authTokens.id })
  if (revoked.length > 0) return
  const message = `The auth token of this call does not have the id ${id.slice(0, 40)}.`
  throw new PlatformError('ERR_AUTH_TOKEN_NOT_FOUND', message, {
    devMessage: `An auth token can only revoke itself: use its own id, or ${CURRENT}.`,
  })
}

function hasId(id: string) {
  return eq(authTokens.id, /^\d{1,15}$/.test(id) ? Number(id) : 0)
}

/**
 * Revokes all tokens of a user, and returns how many there were.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`.
 */
export async function revokeAuthTokens(uid: string, { database }: TokenDeps): Promise<number> {
  await findUser(database, uid)
  const revoked = await database
    .delete(authTokens)
    .where(eq(authTokens.uid, uid))
    .returning({ id: authTokens.id })
  return revoked.length
}

function toAuthToken(row: typeof authTokens.$inferSelect): z.output<typeof AuthToken> {
  const { id, uid, createdAt, expiresAt } = row
  return { id: String(id), uid, createdAt, expiresAt }
}
