import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { check } from '../check.ts'
import { PlatformFailure } from '../failure.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
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

interface AuthTokensDeps {
  database: Database
  authTokenDays: number
  now(): Date
}

const tags = ['Chat platform: users and groups']
const OneUser = z.object({ uid: Id })
const OneToken = OneUser.extend({
  id: z
    .string()
    .describe(`The id of the token, not the token. With an auth token: its own, or ${CURRENT}.`),
})
const Revoked = z.object({ success: z.literal(true), message: z.string() })

/**
 * How users sign in and out: a server makes auth tokens for them, lists them and revokes them, and
 * whoever holds one can revoke it.
 */
export function authTokensRoutes(deps: AuthTokensDeps): Routes {
  const paths: Routes['paths'] = {
    '/v3/users/{uid}/auth_tokens': {
      post: operation({
        operationId: 'createAuthToken',
        tags,
        summary: 'Sign a user in: make an auth token',
        description:
          `The token is shown this once and is good for ${deps.authTokenDays} days. Whoever sends ` +
          'it in the header `authToken` acts as the user.',
        requestParams: { path: OneUser },
        data: NewAuthToken,
      }),
      get: operation({
        operationId: 'listAuthTokens',
        tags,
        summary: 'The auth tokens of a user that are good, without the tokens themselves',
        requestParams: { path: OneUser, query: ListingQuery },
        data: z.array(AuthToken),
        meta: ListingMeta,
      }),
      delete: operation({
        operationId: 'revokeAuthTokens',
        tags,
        summary: 'Sign a user out everywhere: revoke every auth token',
        requestParams: { path: OneUser },
        data: Revoked,
      }),
    },
    '/v3/users/{uid}/auth_tokens/{id}': {
      delete: operation({
        operationId: 'revokeAuthToken',
        tags,
        summary: 'Sign a user out: revoke one auth token',
        requestParams: { path: OneToken },
        data: Revoked,
      }),
    },
  }

  const routes = new Hono<Door>()
    .post('/v3/users/:uid/auth_tokens', async (c) => {
      const { uid } = check(OneUser, c.req.param())
      return replyData(c, await createAuthToken(uid, deps))
    })
    .get('/v3/users/:uid/auth_tokens', async (c) => {
      const { uid } = check(OneUser, c.req.param())
      const query = check(ListingQuery, c.req.query())
      const { items, meta } = await listAuthTokens(uid, query, deps)
      return replyData(c, items, meta)
    })
    .delete('/v3/users/:uid/auth_tokens', async (c) => {
      const { uid } = check(OneUser, c.req.param())
      const count = await revokeAuthTokens(uid, deps)
      return replyData(c, { success: true, message: `${count} auth tokens were revoked.` })
    })
    .delete('/v3/users/:uid/auth_tokens/:id', async (c) => {
      const { uid, id } = check(OneToken, c.req.param())
      const { user } = c.env
      if (user === undefined) await revokeAuthToken(uid, id, deps)
      else if (user !== uid) throw notItsOwn()
      else await revokeOwnAuthToken(await hashKey(c.req.header('authToken') ?? ''), id, deps)
      return replyData(c, { success: true, message: `The auth token ${id} was revoked.` })
    })

  return { paths, routes }
}

function notItsOwn() {
  return new PlatformFailure('AUTH_ERR_NO_ACCESS', 'An auth token revokes only itself.')
}
