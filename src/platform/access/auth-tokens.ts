import { and, eq, gt, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import { digest, randomHex } from '../../access/digest.ts'
import { toSeconds } from '../../core/instant.ts'
import type { Env } from '../../http/env.ts'
import { agents, authTokens, users } from '../../storage/schema.ts'
import { Id } from '../field.ts'
import { Done, done, EVERYONE, platformOperation, SIGN_IN } from '../operation.ts'
import { ListingMeta, ListingQuery, readListing } from '../page.ts'
import { AGENT_ROLE, findUser, PlatformUser, toUser } from '../people/users.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'

const TOKEN_BYTES = 32
const SECONDS_PER_DAY = 86_400

/** In place of its own id, for the token that makes the call. */
const CURRENT = 'current'

/** An auth token as the API returns it, without the token itself: only its hash is stored. */
const AuthToken = z
  .object({
    id: z.string().describe('Identifies the token to revoke it; it cannot be used to sign in.'),
    uid: z.string(),
    createdAt: z.int(),
    expiresAt: z.int(),
  })
  .meta({ id: 'PlatformAuthToken' })

/** A new auth token, with the token itself. It is returned only once. */
const NewAuthToken = AuthToken.extend({ authToken: z.string() }).meta({
  id: 'PlatformNewAuthToken',
})

const OwnUser = PlatformUser.extend({ authToken: z.string() }).meta({ id: 'PlatformOwnUser' })

const OneUser = z.object({ uid: Id })
const OneToken = OneUser.extend({
  id: z
    .string()
    .describe(
      `The id of the token, not the token itself. With an auth token: its own id, or ${CURRENT}.`,
    ),
})

const MIN_SECONDS = 60

const NewToken = z.object({
  expiresIn: z
    .int()
    .min(MIN_SECONDS)
    .optional()
    .describe('In how many seconds it expires, if earlier than by default.'),
})

export interface AuthTokenDeps extends Store {
  /** How many days an auth token is valid. */
  authTokenDays: number
}

/**
 * How users sign in and out: a server creates, lists and revokes their auth tokens, and a user can
 * revoke the token in use.
 */
export function authTokenOperations(deps: AuthTokenDeps) {
  const path = '/v3/users/{uid}/auth_tokens'
  return [
    platformOperation('readOwnUser', 'put', '/v3/me', {
      credentials: ['user'],
      onBehalfOf: 'required',
      summary: 'The user of the auth token, as SDKs ask for it when they sign in',
      body: z.looseObject({}),
      isBodyOptional: true,
      data: OwnUser,
      async handle({ user }, c) {
        const authToken = c.req.header('authToken') ?? ''
        return { data: { ...toUser(await findUser(deps.database, user)), authToken } }
      },
    }),
    platformOperation('signOut', 'delete', '/v3/me', {
      credentials: ['user'],
      summary: 'Sign the user out: revoke the auth token of the call',
      data: Done,
      async handle(_input, c) {
        const hash = await digest(c.req.header('authToken') ?? '')
        await revoke(eq(authTokens.hash, hash), deps)
        return done('The auth token was revoked.')
      },
    }),
    platformOperation('createAuthToken', 'post', path, {
      credentials: SIGN_IN,
      summary: 'Sign a user in: create an auth token',
      params: OneUser,
      body: NewToken,
      isBodyOptional: true,
      data: NewAuthToken,
      async handle({ params, body }) {
        return { data: await createAuthToken(params.uid, body.expiresIn, deps) }
      },
    }),
    platformOperation('listAuthTokens', 'get', path, {
      credentials: SIGN_IN,
      summary: 'The valid auth tokens of a user, without the tokens themselves',
      params: OneUser,
      query: ListingQuery,
      data: z.array(AuthToken),
      meta: ListingMeta,
      handle: ({ params, query }) => listAuthTokens(params.uid, query, deps),
    }),
    platformOperation('revokeAuthTokens', 'delete', path, {
      credentials: SIGN_IN,
      summary: 'Sign a user out everywhere: revoke every auth token',
      params: OneUser,
      data: Done,
      async handle({ params: { uid } }) {
        await findUser(deps.database, uid)
        const count = (await revoke(eq(authTokens.uid, uid), deps)).length
        return done(
          count === 1 ? '1 auth token was revoked.' : `${count} auth tokens were revoked.`,
        )
      },
    }),
    platformOperation('revokeAuthToken', 'delete', `${path}/{id}`, {
      credentials: EVERYONE,
      summary: 'Sign a user out: revoke one auth token',
      params: OneToken,
      data: Done,
      handle: ({ params }, c) => revokeOne(params, c, deps),
    }),
  ]
}

/** A user may revoke only the token in use. */
async function revokeOne(
  { uid, id }: z.output<typeof OneToken>,
  c: Context<Env>,
  deps: AuthTokenDeps,
) {
  const user = c.get('user')
  if (user === undefined) await findUser(deps.database, uid)
  else if (user !== uid) throw notItself('AUTH_ERR_NO_ACCESS')
  const token = c.req.header('authToken')
  const isOwn = token === undefined ? undefined : eq(authTokens.hash, await digest(token))
  const isNamed = isOwn && id === CURRENT ? undefined : hasId(id)
  const revoked = await revoke(and(eq(authTokens.uid, uid), isOwn, isNamed), deps)
  if (revoked.length > 0) return done(`The auth token ${id} was revoked.`)
  if (isOwn) throw notItself('ERR_AUTH_TOKEN_NOT_FOUND')
  const message = `${uid} has no auth token with the id ${id.slice(0, 40)}.`
  throw new PlatformError('ERR_AUTH_TOKEN_NOT_FOUND', message)
}

/** Creates an auth token for a user, and deletes all expired tokens. */
async function createAuthToken(
  uid: string,
  expiresIn: number | undefined,
  { database, now, authTokenDays }: AuthTokenDeps,
) {
  const { role } = await findUser(database, uid)
  const isAgent = role === AGENT_ROLE || (await database.$count(agents, eq(agents.uid, uid))) > 0
  if (isAgent)
    throw new PlatformError('AUTH_ERR_NO_ACCESS', `${uid} is an agent: it cannot sign in.`)
  const authToken = randomHex(TOKEN_BYTES)
  const createdAt = toSeconds(now())
  const maxSeconds = authTokenDays * SECONDS_PER_DAY
  const expiresAt = createdAt + Math.min(expiresIn ?? maxSeconds, maxSeconds)
  const row = { hash: await digest(authToken), uid, createdAt, expiresAt }
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
export async function findTokenUser(hash: string, { database, now }: Store) {
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

async function listAuthTokens(uid: string, query: ListingQuery, { database, now }: Store) {
  await findUser(database, uid)
  const isValid = and(eq(authTokens.uid, uid), gt(authTokens.expiresAt, toSeconds(now())))
  return readListing(database, query, {
    key: authTokens.id,
    where: isValid,
    read: (isListed) => database.select().from(authTokens).where(isListed).orderBy(authTokens.id),
    toItem: toAuthToken,
    keyOf: ({ id }) => id,
  })
}

function notItself(code: PlatformError['code']) {
  return new PlatformError(code, 'An auth token can only revoke itself.', {
    devMessage: `Use its own id, or ${CURRENT}.`,
  })
}

function revoke(isToken: SQL | undefined, { database }: Store) {
  return database.delete(authTokens).where(isToken).returning({ id: authTokens.id })
}

function hasId(id: string) {
  return eq(authTokens.id, /^\d{1,15}$/.test(id) ? Number(id) : 0)
}

function toAuthToken({ id, uid, createdAt, expiresAt }: typeof authTokens.$inferSelect) {
  return { id: String(id), uid, createdAt, expiresAt }
}
