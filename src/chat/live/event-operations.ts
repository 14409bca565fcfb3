import * as z from 'zod'
import { hashKey } from '../access/api-key.ts'
import { findTokenUser } from '../access/auth-token.ts'
import { tokenUnknown } from '../access/authenticate.ts'
import { operation } from '../operation.ts'
import type { Database } from '../storage/database.ts'
import { findUser } from '../user/users.ts'
import type { Live } from './live.ts'

interface EventDeps {
  database: Database
  now(): Date
  live: Live
}

const Resumption = z.object({
  'last-event-id': z
    .string()
    .regex(/^(\d{1,15})?$/, 'must be the id of an event')
    .optional()
    .describe('The id of the last event that arrived. What came after it is sent first.'),
})

const EVENTS =
  'Server-sent events of the conversations of the user: `message-sent`, `message-edited`, ' +
  '`message-deleted`, `conversation-read`, `reaction-added`, `reaction-removed`; `notice`, for the ' +
  'sender of a message that an agent will not answer; of answers of agents, while they grow, ' +
  '`run-started`, `text-delta`, `tool-call-start`, `tool-call`, `tool-result`, `failed`; of the ' +
  'stream itself `ready` once nothing is left that was missed, `resync` where what was missed is ' +
  'not known any more, and `dropped`, which says why the stream ends.'

/** What happens in a user's conversations, as it happens. */
export function eventOperations({ database, now, live }: EventDeps) {
  return [
    operation({
      operationId: 'listenToEvents',
      method: 'get',
      path: '/v3/events',
      tags: ['Chat platform: messages'],
      summary: "What happens in a user's conversations, while it happens",
      description:
        'A stream of server-sent events that ends with its reader. Every event but `dropped` has ' +
        'an id; sent back as `Last-Event-ID`, it is where the stream goes on, within a day, after ' +
        'a restart and at another process too.',
      onBehalfOf: 'required',
      headers: Resumption,
      events: EVENTS,
      async handle({ caller: uid, headers: { 'last-event-id': last } }, c) {
        const authToken = c.req.header('authToken')
        const hash = authToken === undefined ? undefined : await hashKey(authToken)
        return live.stream(c, {
          uid,
          lastEventId: last ? Number(last) : undefined,
          async assertAllowed() {
            await findUser(database, uid)
            if (hash === undefined) return
            const tokenUser = await findTokenUser(hash, { database, now })
            if (tokenUser !== uid) throw tokenUnknown()
          },
        })
      },
    }),
  ]
}
