import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { operation } from '../answers.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { OnBehalfOf, onBehalfOf } from '../on-behalf-of.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { AddedMembers, AddedOutcome, addMembers, removeMember } from './change-members.ts'

interface MembersDeps {
  database: Database
  now(): Date
}

const tags = ['Chat platform: members']
const OneGroup = z.object({ guid: Id })
const OneMember = OneGroup.extend({ uid: Id })

/** Members of a group: added, removed, and leaving by themselves. */
export function membersRoutes(deps: MembersDeps): Routes {
  const paths: Routes['paths'] = {
    '/v3/groups/{guid}/members': {
      post: operation({
        operationId: 'addMembers',
        tags,
        summary: 'Add users to a group; each succeeds or fails alone',
        description: 'On behalf of a user: an admin may add anyone, a moderator participants.',
        requestParams: { header: OnBehalfOf, path: OneGroup },
        requestBody: { required: true, content: { 'application/json': { schema: AddedMembers } } },
        data: AddedOutcome,
      }),
    },
    '/v3/groups/{guid}/members/{uid}': {
      delete: operation({
        operationId: 'removeMember',
        tags,
        summary: 'Remove a member from a group, or leave it',
        description:
          'On behalf of a user: everybody but the owner may leave; admins and moderators may ' +
          'remove members of a lower scope.',
        requestParams: { header: OnBehalfOf, path: OneMember },
        data: z.object({ success: z.literal(true), message: z.string() }),
      }),
    },
  }

  const routes = new Hono<Door>()
    .post('/v3/groups/:guid/members', limitBody, async (c) => {
      const actor = onBehalfOf(c)
      const { guid } = check(OneGroup, c.req.param())
      const added = check(AddedMembers, await readJson(c))
      return replyData(c, await addMembers(guid, added, actor, deps))
    })
    .delete('/v3/groups/:guid/members/:uid', async (c) => {
      const actor = onBehalfOf(c)
      const { guid, uid } = check(OneMember, c.req.param())
      await removeMember(guid, uid, actor, deps)
      const message = actor === uid ? `${uid} left ${guid}.` : `${uid} was removed from ${guid}.`
      return replyData(c, { success: true, message })
    })

  return { paths, routes }
}
