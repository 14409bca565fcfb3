import { and, asc, eq, gt, lte } from 'drizzle-orm'
import * as z from 'zod'
import { bytesOf, type ListingQuery, readListing } from '../listing.ts'
import { PlatformError } from '../platform-error.ts'
import type { Database } from '../storage/database.ts'
import { authTokens } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { findUser } from '../user/users.ts'
import { hashKey, randomKey } from './api-key.ts'

const TOKEN_BYTES = 32
const SECONDS_PER_DAY = 86_400

/** An auth token as the API returns it. Only its hash is stored, so the token itself is not in it. */
export const AuthToken = z
  .object({
    id: z.string().describe('Names the token where it is revoked; it signs nobody in.'),
    uid: z.string(),
    createdAt: z.int(),
    expiresAt: z.int(),
  })
  .meta({ id: 'PlatformAuthToken' })

/** The same with the token, which is shown this once. */
export const NewAuthToken = AuthToken.extend({ authToken: z.string() }).meta({
  id: 'PlatformNewAuthToken',
})

interface TokenDeps {
  database: Database
  now(): Date
}

/**
 * Makes an auth token for a user, and clears away those that have expired.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`.
 */
export async function createAuthToken(
  uid: string,
  { database, now, authTokenDays }: TokenDeps & { authTokenDays: number },
): Promise<z.output<typeof NewAuthToken>> {
  await findUser(database, uid)
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

/** The user of the token with this hash; nothing where it is unknown, expired or revoked. */
export async function findTokenUser(
  hash: string,
  { database, now }: TokenDeps,
): Promise<string | undefined> {
  const isGood = and(eq(authTokens.hash, hash), gt(authTokens.expiresAt, toSeconds(now())))
  const found = database.select({ uid: authTokens.uid }).from(authTokens).where(isGood).limit(1)
  return (await found).at(0)?.uid
}

/**
 * The tokens of a user that are good, the oldest first.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`.
 */
export async function listAuthTokens(
  uid: string,
  query: z.output<typeof ListingQuery>,
  { database, now }: TokenDeps,
) {
  await findUser(database, uid)
  const isGood = and(eq(authTokens.uid, uid), gt(authTokens.expiresAt, toSeconds(now())))
  const { items, meta } = await readListing(database, query, {
    sizes: ({ limit, offset }) =>
      database
        .select(bytesOf(authTokens.uid))
        .from(authTokens)
        .where(isGood)
        .orderBy(asc(authTokens.id))
        .limit(limit)
        .offset(offset),
    rows: ({ limit, offset }) =>
      database
        .select()
        .from(authTokens)
        .where(isGood)
        .orderBy(asc(authTokens.id))
        .limit(limit)
        .offset(offset),
    total: () => database.$count(authTokens, isGood),
  })
  return { items: items.map(toAuthToken), meta }
}

/**
 * Revokes one token of a user: from now on it opens nothing.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_AUTH_TOKEN_NOT_FOUND`.
 */
export async function revokeAuthToken(uid: string, id: string, { database }: TokenDeps) {
  await findUser(database, uid)
  const isTheOne = and(eq(authTokens.uid, uid), hasId(id))
  const revoked = await database.delete(authTokens).where(isTheOne).returning({ id: authTokens.id })
  if (revoked.length > 0) return
  const message = `${uid} has no auth token with the id ${id.slice(0, 40)}.`
  throw new PlatformError('ERR_AUTH_TOKEN_NOT_FOUND', message)
}

/** The id by which an auth token names itself. */
export const CURRENT = 'current'

/**
 * Signs out: revokes the token with this hash, if that is the one with the id. A token can revoke
 * no other.
 *
 * @throws PlatformError `ERR_AUTH_TOKEN_NOT_FOUND`.
 */
export async function revokeOwnAuthToken(hash: string, id: string, { database }: TokenDeps) {
  const isTheOne = and(eq(authTokens.hash, hash), id === CURRENT ? undefined : hasId(id))
  const revoked = await database.delete(authTokens).where(isTheOne).returning({ id: authTokens.id })
  if (revoked.length > 0) return
  const message = `The auth token of this call does not have the id ${id.slice(0, 40)}.`
  throw new PlatformError('ERR_AUTH_TOKEN_NOT_FOUND', message, {
    devMessage: `An auth token revokes only itself: by its own id, or as ${CURRENT}.`,
  })
}

function hasId(id: string) {
  return eq(authTokens.id, /^\d{1,15}$/.test(id) ? Number(id) : 0)
}

/**
 * Revokes every token of a user, and answers how many there were.
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
