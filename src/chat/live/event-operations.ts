import * as z from 'zod'
import type { Operation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { hashKey } from '../access/api-key.ts'
import { findTokenUser } from '../access/auth-token.ts'
import { tokenUnknown } from '../access/authenticate.ts'
import { operation } from '../operation.ts'
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
    .describe('The id of the last event received. The events after it are sent first.'),
})

const EVENTS =
  'Server-sent events of the conversations of the user: `message-sent`, `message-edited`, ' +
  '`message-deleted`, `conversation-read`, `reaction-added`, `reaction-removed`; `notice`, for the ' +
  'sender of a message that an agent will not answer; while an agent is answering, ' +
  '`run-started`, `text-delta`, `tool-call-start`, `tool-call`, `tool-result`, `failed`; for the ' +
  'stream itself, `ready` once all missed events have been sent, `resync` if they are no longer ' +
  'stored, and `dropped`, with the reason why the stream ends.'

/** The live events of a user's conversations. */
export function eventOperations({ database, now, live }: EventDeps): Operation[] {
  return [
    operation({
      operationId: 'listenToEvents',
      method: 'get',
      path: '/v3/events',
      tags: ['Chat platform: messages'],
      summary: "The live events of a user's conversations",
      description:
        'An endless stream of server-sent events. Every event but `dropped` has an id. Send the last ' +
        'one as `Last-Event-ID` to continue the stream within a day, even after a restart or with ' +
        'another process.',
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
