import { asc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { operation } from '../answers.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery, listingMeta, rowsOf } from '../listing.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { groups, members, users } from '../storage/schema.ts'
import { toUser, User } from '../user/user.ts'
import { createGroup } from './create-group.ts'
import { findGroup } from './find-group.ts'
import { Group, GroupDetails, toGroup } from './group.ts'

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
        requestParams: { query: ListingQuery },
        data: z.array(Group),
        meta: ListingMeta,
      }),
    },
    '/v3/groups/{guid}': {
      get: operation({
        operationId: 'getGroup',
        tags,
        summary: 'One group',
        requestParams: { path: OneGroup },
        data: Group,
      }),
    },
    '/v3/groups/{guid}/members': {
      get: operation({
        operationId: 'listMembers',
        tags,
        summary: 'The members of a group, by uid',
        requestParams: { path: OneGroup, query: ListingQuery },
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
      const query = check(ListingQuery, c.req.query())
      const { limit, offset } = rowsOf(query)
      const [rows, total] = await Promise.all([
        database.select().from(groups).orderBy(asc(groups.guid)).limit(limit).offset(offset),
        database.$count(groups),
      ])
      return replyData(c, rows.map(toGroup), listingMeta(query, rows.length, total))
    })
    .get('/v3/groups/:guid', async (c) => {
      const { guid } = check(OneGroup, c.req.param())
      return replyData(c, toGroup(await findGroup(database, guid)))
    })
    .get('/v3/groups/:guid/members', async (c) => {
      const { guid } = check(OneGroup, c.req.param())
      const query = check(ListingQuery, c.req.query())
      await findGroup(database, guid)
      const { limit, offset } = rowsOf(query)
      const [rows, total] = await Promise.all([
        database
          .select()
          .from(members)
          .innerJoin(users, eq(users.uid, members.uid))
          .where(eq(members.guid, guid))
          .orderBy(asc(members.uid))
          .limit(limit)
          .offset(offset),
        database.$count(members, eq(members.guid, guid)),
      ])
      const told = rows.map(({ users: user, members: { scope, isBanned, joinedAt } }) => {
        return { ...toUser(user), scope, isBanned, joinedAt }
      })
      return replyData(c, told, listingMeta(query, rows.length, total))
    })

  return { paths, routes }
}
