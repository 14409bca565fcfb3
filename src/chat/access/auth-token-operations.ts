import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { PlatformError } from '../platform-error.ts'
import { hashKey } from './api-key.ts'
import {
  AuthToken,
  CURRENT,
  createAuthToken,
  listAuthTokens,
  NewAuthToken,
  revokeAuthToken,
  revokeAuthTokens,
  revokeOwnAuthToken,
} from './auth-token.ts'

interface AuthTokenDeps {
  database: Database
  authTokenDays: number
  now(): Date
}

const tags = ['Chat platform: users and groups']
const OneUser = z.object({ uid: Id })
const OneToken = OneUser.extend({
  id: z
    .string()
    .describe(
      `The id of the token, not the token itself. With an auth token: its own id, or ${CURRENT}.`,
    ),
})
const Revoked = z.object({ success: z.literal(true), message: z.string() })

/**
 * How users sign in and out: a server creates, lists and revokes their auth tokens, and a user can
 * revoke the token in use.
 */
export function authTokenOperations(deps: AuthTokenDeps) {
  return [...signInOperations(deps), ...signOutOperations(deps)]
}

function signInOperations(deps: AuthTokenDeps) {
  return [
    operation({
      operationId: 'createAuthToken',
      method: 'post',
      path: '/v3/users/{uid}/auth_tokens',
      tags,
      summary: 'Sign a user in: create an auth token',
      description:
        `The token is returned only once and is valid for ${deps.authTokenDays} days. A request with ` +
        'the token in the header `authToken` is made as the user.',
      params: OneUser,
      data: NewAuthToken,
      handle: async ({ params }) => ({ data: await createAuthToken(params.uid, deps) }),
    }),
    operation({
      operationId: 'listAuthTokens',
      method: 'get',
      path: '/v3/users/{uid}/auth_tokens',
      tags,
      summary: 'The valid auth tokens of a user, without the tokens themselves',
      params: OneUser,
      query: ListingQuery,
      data: z.array(AuthToken),
      meta: ListingMeta,
      async handle({ params, query }) {
        const { items, meta } = await listAuthTokens(params.uid, query, deps)
        return { data: items, meta }
      },
    }),
  ]
}

function signOutOperations(deps: AuthTokenDeps) {
  return [
    operation({
      operationId: 'revokeAuthTokens',
      method: 'delete',
      path: '/v3/users/{uid}/auth_tokens',
      tags,
      summary: 'Sign a user out everywhere: revoke every auth token',
      params: OneUser,
      data: Revoked,
      async handle({ params }) {
        const count = await revokeAuthTokens(params.uid, deps)
        return { data: { success: true as const, message: revoked(count) } }
      },
    }),
    operation({
      operationId: 'revokeAuthToken',
      method: 'delete',
      path: '/v3/users/{uid}/auth_tokens/{id}',
      tags,
      summary: 'Sign a user out: revoke one auth token',
      params: OneToken,
      data: Revoked,
      async handle({ params: { uid, id } }, c) {
        const user = c.get('user')
        if (user === undefined) await revokeAuthToken(uid, id, deps)
        else if (user !== uid) throw otherToken()
        else await revokeOwnAuthToken(await hashKey(c.req.header('authToken') ?? ''), id, deps)
        return { data: { success: true as const, message: `The auth token ${id} was revoked.` } }
      },
    }),
  ]
}

function revoked(count: number) {
  return count === 1 ? '1 auth token was revoked.' : `${count} auth tokens were revoked.`
}

function otherToken() {
  return new PlatformError('AUTH_ERR_NO_ACCESS', 'An auth token can only revoke itself.')
}
