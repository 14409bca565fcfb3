import type { Context } from 'hono'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { Env } from '../../http/env.ts'
import { describeMessage } from '../messages/describe-messages.ts'
import { type MessageRow, SentMessage, StoredMessage } from '../messages/message.ts'
import { sendMessage } from '../messages/send-message.ts'
import { platformOperation } from '../operation.ts'
import { assertParty } from '../people/groups.ts'
import type { Store } from '../store.ts'
import { findAddressed } from './addressed.ts'
import { newRun, runStatements } from './run.ts'
import { followAnswer, type StartDeps, startAnswer } from './start-answer.ts'
import { ReturnedResult, returnResult } from './tool-results.ts'

/** A message is stored shortly before its notices are. */
const NOTICED_WITHIN_SECONDS = 5

/** Sends what agents answer: messages, and the results of the actions that they have called. */
export function sendOperations(deps: StartDeps) {
  const events = 'As events, if `Accept` contains text/event-stream.'
  const sending = { onBehalfOf: 'required' as const, data: StoredMessage, events }
  return [
    platformOperation('sendMessage', 'post', '/v3/messages', {
      ...sending,
      summary: 'Send a message to a user or a group',
      body: SentMessage,
      async handle({ user, body }, c) {
        const isText = body.category === 'message' && body.type === 'text'
        return isText ? sendText(user, body, c, deps) : sendOther(user, body, deps)
      },
    }),
    platformOperation('handBackToolResult', 'post', '/v3/messages/{id}/tool-results', {
      ...sending,
      summary: 'Return the result of a frontend action',
      params: z.object({ id: z.string().describe("The id of the agent's message.") }),
      body: ReturnedResult,
      handle: ({ user, params, body }, c) => returnResult(params.id, body, user, c, deps),
    }),
  ]
}

async function sendOther(user: string, body: SentMessage, store: Store) {
  await assertParty(store.database, user, body)
  const { stored } = await sendMessage(user, body, store)
  return { data: await describeMessage(store.database, stored, user) }
}

/** Has the agent of the conversation, if there is one, answer each new message, once. */
async function sendText(user: string, body: SentMessage, c: Context<Env>, deps: StartDeps) {
  const message = { ...body, sender: user }
  const { answerer, unavailable } = await findAddressed(deps.database, message)
  const run = answerer && (await newRun(message, answerer.uid))
  const { stored, isNew } = await sendMessage(user, body, deps, run && runStatements(run, deps))
  const response = isNew
    ? await startAnswer(stored, { run, unavailable }, c, deps)
    : await followAnswer(stored, isRecent(stored, deps) ? unavailable : [], c, deps)
  return response ?? { data: await describeMessage(deps.database, stored, user) }
}

function isRecent({ sentAt, editedAt, deletedAt }: MessageRow, { now }: Pick<Store, 'now'>) {
  const isAsSent = editedAt === null && deletedAt === null
  return isAsSent && toSeconds(now()) - sentAt <= NOTICED_WITHIN_SECONDS
}
