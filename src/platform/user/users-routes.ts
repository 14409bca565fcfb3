import { asc } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { createdLater } from '../created-later.ts'
import { PlatformFailure } from '../failure.ts'
import { Id } from '../field.ts'
import { bytesOf, ListingMeta, ListingQuery, readListing } from '../listing.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { users } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { findUser } from './find-user.ts'
import { toUser, toUserRow, User, UserDetails } from './user.ts'

interface UserNeeds {
  database: Database
  now(): Date
}

const tags = ['Chat platform: users and groups']
const OneUser = z.object({ uid: Id })

/** Users: created, told of one by one, and listed. */
export function usersRoutes({ database, now }: UserNeeds): Routes {
  const paths: Routes['paths'] = {
    '/v3/users': {
      post: operation({
        operationId: 'createUser',
        tags,
        summary: 'Create a user',
        requestBody: { required: true, content: { 'application/json': { schema: UserDetails } } },
        data: User,
      }),
      get: operation({
        operationId: 'listUsers',
        tags,
        summary: 'The users, by uid',
        requestParams: { query: ListingQuery },
        data: z.array(User),
        meta: ListingMeta,
      }),
    },
    '/v3/users/{uid}': {
      get: operation({
        operationId: 'getUser',
        tags,
        summary: 'One user',
        description: 'With an auth token: its own user, and nobody else.',
        requestParams: { path: OneUser },
        data: User,
      }),
    },
  }

  const routes = new Hono<Door>()
    .post('/v3/users', limitBody, async (c) => {
      const details = check(UserDetails, await readJson(c))
      const seconds = toSeconds(now())
      const failure = createdLater(details, seconds)
      if (failure) throw failure
      const row = toUserRow(details, seconds)
      const [user] = await database.insert(users).values(row).onConflictDoNothing().returning()
      if (user) return replyData(c, toUser(user))
      throw new PlatformFailure('ERR_UID_ALREADY_EXISTS', `The uid ${row.uid} is taken.`)
    })
    .get('/v3/users', async (c) => {
      const query = check(ListingQuery, c.req.query())
      const { metadata, tags, avatar, link } = users
      const bytes = bytesOf(metadata, tags, avatar, link)
      const { items, meta } = await readListing(database, query, {
        sizes: ({ limit, offset }) =>
          database.select(bytes).from(users).orderBy(asc(users.uid)).limit(limit).offset(offset),
        rows: ({ limit, offset }) =>
          database.select().from(users).orderBy(asc(users.uid)).limit(limit).offset(offset),
        total: () => database.$count(users),
      })
      return replyData(c, items.map(toUser), meta)
    })
    .get('/v3/users/:uid', async (c) => {
      const { uid } = check(OneUser, c.req.param())
      const { user = uid } = c.env
      if (user !== uid) {
        throw new PlatformFailure('AUTH_ERR_NO_ACCESS', 'An auth token shows only its own user.')
      }
      return replyData(c, toUser(await findUser(database, uid)))
    })

  return { paths, routes }
}
