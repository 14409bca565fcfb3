import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { OnBehalfOf, onBehalfOf } from '../on-behalf-of.ts'
import { FailureFields, operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { AddedMembers, AddedOutcome, addMembers, removeMember } from './change-members.ts'
import { importMembers } from './import-members.ts'
import { ImportedMember, Member } from './member-record.ts'

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

const MOST_RECORDS = 50

// The records are checked one by one, and under whatever keys they come.
const Body = z.object({
  members: z
    .custom<object>(isObject, 'must be an object of records, each under its memberId')
    .refine((members) => Object.keys(members).length <= MOST_RECORDS, {
      error: `may have at most ${MOST_RECORDS} records`,
    }),
})

const DescribedBody = z.object({ members: z.record(z.string(), Member) })

const Outcome = z.object({
  success: z.boolean(),
  data: ImportedMember.optional(),
  error: FailureFields.optional().describe(
    'Why the record did not go in; one that is no object at all is named by its key in `details`.',
  ),
})

interface ImportNeeds {
  database: Database
  now(): Date
}

/** Imports members of groups. */
export function importMembersRoute(needs: ImportNeeds): Routes {
  const paths: Routes['paths'] = {
    '/v3/data_import/members': {
      post: operation({
        operationId: 'importMembers',
        tags: ['Chat platform: members'],
        summary: 'Import members of groups; each record succeeds or fails for itself',
        description: `At most ${MOST_RECORDS} records a call, and 60 calls a minute.`,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: DescribedBody } },
        },
        data: z.record(z.string(), Outcome),
      }),
    },
  }

  const routes = new Hono<Door>().post('/v3/data_import/members', limitBody, async (c) => {
    const { members } = check(Body, await readJson(c))
    return replyData(c, await importMembers(members, needs))
  })

  return { paths, routes }
}

function isObject(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
