import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { OnBehalfOf, onBehalfOf } from '../on-behalf-of.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { toPublicUser, toUser, User } from '../user/user.ts'
import { Group, GroupDetails, toGroup } from './group.ts'
import { createGroup, findVisibleGroup, listGroups, listMembers } from './groups.ts'

interface GroupNeeds {
  database: Database
  now(): Date
}

const tags = ['Chat platform: users and groups']
const OneGroup = z.object({ guid: Id })

const GroupMember = User.extend({ scope: z.string(), isBanned: z.boolean(), joinedAt: z.int() })

/** Groups: created, told of one by one, and listed, each with its members. */
export function groupsRoutes({ database, now }: GroupNeeds): Routes {
  const paths: Routes['paths'] = {
    '/v3/groups': {
      post: operation({
        operationId: 'createGroup',
        tags,
        summary: 'Create a group; its owner, where it has one, joins it as an admin',
        requestBody: { required: true, content: { 'application/json': { schema: GroupDetails } } },
        data: Group,
      }),
      get: operation({
        operationId: 'listGroups',
        tags,
        summary: 'The groups, by guid',
        description: 'On behalf of a user: of the private ones those that the user belongs to.',
        requestParams: { header: OnBehalfOf, query: ListingQuery },
        data: z.array(Group),
        meta: ListingMeta,
      }),
    },
    '/v3/groups/{guid}': {
      get: operation({
        operationId: 'getGroup',
        tags,
        summary: 'One group',
        description: 'On behalf of a user: one that is not private, or that the user belongs to.',
        requestParams: { header: OnBehalfOf, path: OneGroup },
        data: Group,
      }),
    },
    '/v3/groups/{guid}/members': {
      get: operation({
        operationId: 'listMembers',
        tags,
        summary: 'The members of a group, by uid',
        description:
          'On behalf of a user: of a group that the user belongs to. With an auth token: without ' +
          'the `metadata` and `tags` of the members.',
        requestParams: { header: OnBehalfOf, path: OneGroup, query: ListingQuery },
        data: z.array(GroupMember),
        meta: ListingMeta,
      }),
    },
  }

  const routes = new Hono<Door>()
    .post('/v3/groups', limitBody, async (c) => {
      const details = check(GroupDetails, await readJson(c))
      return replyData(c, toGroup(await createGroup(details, { database, now })))
    })
    .get('/v3/groups', async (c) => {
      const reader = onBehalfOf(c)
      const query = check(ListingQuery, c.req.query())
      const { items, meta } = await listGroups(database, query, reader)
      return replyData(c, items.map(toGroup), meta)
    })
    .get('/v3/groups/:guid', async (c) => {
      const reader = onBehalfOf(c)
      const { guid } = check(OneGroup, c.req.param())
      return replyData(c, toGroup(await findVisibleGroup(database, guid, reader)))
    })
    .get('/v3/groups/:guid/members', async (c) => {
      const reader = onBehalfOf(c)
      const { guid } = check(OneGroup, c.req.param())
      const query = check(ListingQuery, c.req.query())
      const { items, meta } = await listMembers(database, guid, query, reader)
      // What servers keep beside a user is not for other users.
      const shown = c.env.user === undefined ? toUser : toPublicUser
      const described = items.map(({ user, member: { scope, isBanned, joinedAt } }) => {
        return { ...shown(user), scope, isBanned, joinedAt }
      })
      return replyData(c, described, meta)
    })

  return { paths, routes }
}
