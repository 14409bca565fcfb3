import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { toPublicUser, toUser, User } from '../user/user.ts'
import { Group, GroupDetails, toGroup } from './group.ts'
import { createGroup, findVisibleGroup, listGroups, listMembers } from './groups.ts'

interface GroupDeps {
  database: Database
  now(): Date
}

const tags = ['Chat platform: users and groups']
const OneGroup = z.object({ guid: Id })

/** A user as a member of a group. */
export const GroupMember = User.extend({
  scope: z.string(),
  isBanned: z.boolean(),
  joinedAt: z.int(),
})

/** Creates, lists and reads groups, and lists their members. */
export function groupOperations(deps: GroupDeps) {
  return [...registryOperations(deps), ...singleOperations(deps)]
}

function registryOperations(deps: GroupDeps) {
  const { database } = deps
  return [
    operation({
      operationId: 'createGroup',
      method: 'post',
      path: '/v3/groups',
      tags,
      summary: 'Create a group; its owner, if any, joins it as an admin',
      body: GroupDetails,
      data: Group,
      handle: async ({ body }) => ({ data: toGroup(await createGroup(body, deps)) }),
    }),
    operation({
      operationId: 'listGroups',
      method: 'get',
      path: '/v3/groups',
      tags,
      summary: 'The groups, by guid',
      description: 'On behalf of a user: without private groups that the user is not a member of.',
      onBehalfOf: 'optional',
      query: ListingQuery,
      data: z.array(Group),
      meta: ListingMeta,
      async handle({ caller, query }) {
        const { items, meta } = await listGroups(database, query, caller)
        return { data: items.map(toGroup), meta }
      },
    }),
  ]
}

function singleOperations({ database }: GroupDeps) {
  return [
    operation({
      operationId: 'getGroup',
      method: 'get',
      path: '/v3/groups/{guid}',
      tags,
      summary: 'One group',
      description: 'On behalf of a user: private groups only for their members.',
      onBehalfOf: 'optional',
      params: OneGroup,
      data: Group,
      async handle({ caller, params }) {
        return { data: toGroup(await findVisibleGroup(database, params.guid, caller)) }
      },
    }),
    operation({
      operationId: 'listMembers',
      method: 'get',
      path: '/v3/groups/{guid}/members',
      tags,
      summary: 'The members of a group, by uid',
      description:
        'On behalf of a user: only for members of the group. With an auth token: without the ' +
        '`metadata` and `tags` of the members.',
      onBehalfOf: 'optional',
      params: OneGroup,
      query: ListingQuery,
      data: z.array(GroupMember),
      meta: ListingMeta,
      async handle({ caller, params, query }, c) {
        const { items, meta } = await listMembers(database, params.guid, query, caller)
        // Metadata and tags are for servers, not for other users.
        const shown = c.get('user') === undefined ? toUser : toPublicUser
        const data = items.map(({ user, member: { scope, isBanned, joinedAt } }) => {
          return { ...shown(user), scope, isBanned, joinedAt }
        })
        return { data, meta }
      },
    }),
  ]
}
