import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { FailureFields, operation } from '../answers.ts'
import { check } from '../check.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { importMembers } from './import-members.ts'
import { ImportedMember, Member } from './member.ts'

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
