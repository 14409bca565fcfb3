import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { operation } from '../operation.ts'
import { ErrorFields } from '../reply.ts'
import { AddedMembers, AddedOutcome, addMembers, removeMember } from './change-members.ts'
import { importMembers } from './import-members.ts'
import { ImportedMember, MemberRecord } from './member-record.ts'

interface MemberDeps {
  database: Database
  now(): Date
}

const MAX_RECORDS = 50

// Only the outside is checked here: each record succeeds or fails on its own.
const ImportBody = z.object({
  members: z
    .custom<object>(isObject, 'must be an object with the records by their memberId')
    .refine((members) => Object.keys(members).length <= MAX_RECORDS, {
      error: `may contain at most ${MAX_RECORDS} records`,
    }),
})

const ImportOutcome = z.object({
  success: z.boolean(),
  data: ImportedMember.optional(),
  error: ErrorFields.optional().describe(
    'Why the record was not imported. In `details`, a record that is not an object is named by its key.',
  ),
})

const tags = ['Chat platform: members']

/** Imports members of groups. */
export function importOperations(deps: MemberDeps) {
  return [
    operation({
      operationId: 'importMembers',
      method: 'post',
      path: '/v3/data_import/members',
      tags,
      summary: 'Import members of groups; each record succeeds or fails on its own',
      description: `At most ${MAX_RECORDS} records per call, and 60 calls per minute.`,
      body: ImportBody,
      documentedBody: z.object({ members: z.record(z.string(), MemberRecord) }),
      data: z.record(z.string(), ImportOutcome),
      handle: async ({ body }) => ({ data: await importMembers(body.members, deps) }),
    }),
  ]
}

const OneGroup = z.object({ guid: Id })

/** Adds and removes members of a group. */
export function memberOperations(deps: MemberDeps) {
  return [
    operation({
      operationId: 'addMembers',
      method: 'post',
      path: '/v3/groups/{guid}/members',
      tags,
      summary: 'Add users to a group; each succeeds or fails on its own',
      description: 'On behalf of a user: an admin may add anyone, a moderator participants.',
      onBehalfOf: 'optional',
      params: OneGroup,
      body: AddedMembers,
      data: AddedOutcome,
      async handle({ caller, params, body }) {
        return { data: await addMembers(params.guid, body, caller, deps) }
      },
    }),
    operation({
      operationId: 'removeMember',
      method: 'delete',
      path: '/v3/groups/{guid}/members/{uid}',
      tags,
      summary: 'Remove a member from a group, or leave it',
      description:
        'On behalf of a user: everyone but the owner may leave; admins and moderators may remove ' +
        'members of a lower scope.',
      onBehalfOf: 'optional',
      params: OneGroup.extend({ uid: Id }),
      data: z.object({ success: z.literal(true), message: z.string() }),
      async handle({ caller, params: { guid, uid } }) {
        await removeMember(guid, uid, caller, deps)
        const message = caller === uid ? `${uid} left ${guid}.` : `${uid} was removed from ${guid}.`
        return { data: { success: true as const, message } }
      },
    }),
  ]
}

function isObject(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
