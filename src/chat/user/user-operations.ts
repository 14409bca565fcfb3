import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { PlatformError } from '../platform-error.ts'
import { toUser, User, UserDetails } from './user.ts'
import { createUser, findUser, listUsers } from './users.ts'

interface UserDeps {
  database: Database
  now(): Date
}

const tags = ['Chat platform: users and groups']

/** Creates, lists and reads users. */
export function userOperations(deps: UserDeps) {
  const { database } = deps
  return [
    operation({
      operationId: 'createUser',
      method: 'post',
      path: '/v3/users',
      tags,
      summary: 'Create a user',
      body: UserDetails,
      data: User,
      handle: async ({ body }) => ({ data: toUser(await createUser(body, deps)) }),
    }),
    operation({
      operationId: 'listUsers',
      method: 'get',
      path: '/v3/users',
      tags,
      summary: 'The users, by uid',
      query: ListingQuery,
      data: z.array(User),
      meta: ListingMeta,
      async handle({ query }) {
        const { items, meta } = await listUsers(database, query)
        return { data: items.map(toUser), meta }
      },
    }),
    operation({
      operationId: 'getUser',
      method: 'get',
      path: '/v3/users/{uid}',
      tags,
      summary: 'One user',
      description: 'With an auth token: only its own user.',
      params: z.object({ uid: Id }),
      data: User,
      async handle({ params: { uid } }, c) {
        const user = c.get('user') ?? uid
        if (user !== uid) {
          throw new PlatformError(
            'AUTH_ERR_NO_ACCESS',
            'With an auth token, only its own user can be read.',
          )
        }
        return { data: toUser(await findUser(database, uid)) }
      },
    }),
  ]
}
