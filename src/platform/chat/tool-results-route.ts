import { eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { wireOf } from '../delivery/wire/wire-of.ts'
import { PlatformFailure } from '../failure.ts'
import { small } from '../field.ts'
import { readAnswer } from '../message/answer.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { canSee, findMessage } from '../message/find-message.ts'
import { Message, type MessageRow, TOOL_RESULT } from '../message/message.ts'
import { ANSWER_EVENTS } from '../message/messages-routes.ts'
import { storeMessage } from '../message/store-message.ts'
import { OnBehalfOfSomeone, onBehalfOfSomeone } from '../on-behalf-of.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { agents } from '../storage/schema.ts'
import { respond } from './chat.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { toAddressed } from './find-addressed.ts'
import { followAnswer } from './follow-answer.ts'
import { isLastOf, leftToClient } from './left-to-client.ts'

const MAX_BYTES = 10 * 1024

const HandedBack = z.object({
  toolCallId: z.string().min(1).max(256).describe("The call's id, as the answer has it."),
  result: small(z.unknown(), MAX_BYTES)
    .refine((result) => result !== undefined, 'is what the action came to: null will do')
    .describe('What the action came to: any JSON.'),
  isError: z.boolean().optional().describe('Whether the action failed.'),
})

const ANSWER = '/v3/messages/{id}/tool-results'

/** What a frontend action came to, handed back to the agent that called it. */
export function toolResultsRoute(needs: ChatNeeds): Routes {
  const { database } = needs
  const paths: Routes['paths'] = {
    [ANSWER]: {
      post: operation({
        operationId: 'handBackToolResult',
        tags: ['Chat platform: messages'],
        summary: 'Hand back what a frontend action came to',
        description:
          'By the user to whom the agent answered, for each call of the answer that has no ' +
          'result. With the last of them the agent goes on, in the same thread, unless another ' +
          'message came between or its kind of agent takes no results; its answer is empty where ' +
          'it has nothing to add. Handed back twice, a result is what it was the first time.',
        requestParams: {
          header: OnBehalfOfSomeone,
          path: z.object({ id: z.string().describe("The id of the agent's message.") }),
        },
        requestBody: { required: true, content: { 'application/json': { schema: HandedBack } } },
        data: Message,
        events: ANSWER_EVENTS,
      }),
    },
  }

  const routes = new Hono<Door>().post('/v3/messages/:id/tool-results', limitBody, async (c) => {
    const uid = onBehalfOfSomeone(c)
    const { toolCallId, result, isError } = check(HandedBack, await readJson(c))
    const answered = await findMessage(database, c.req.param('id'), uid)
    const { answer, asker } = await answerIn(answered, database)
    if (asker !== uid) {
      throw new PlatformFailure('ERR_MESSAGE_NO_ACCESS', `The answer was not given to ${uid}.`)
    }
    const call = leftToClient(answer).find(({ id }) => id === toolCallId)
    if (!call) throw noSuchCall()

    const { id, receiverType } = answered
    const { stored, isNew } = await storeMessage(
      {
        ...{ sender: uid, receiverType, category: 'custom', type: TOOL_RESULT },
        receiver: receiverType === 'group' ? answered.receiver : answered.sender,
        data: {
          customData: {
            ...{ messageId: String(id), toolCallId, name: call.name, result },
            ...(isError && { isError }),
          },
        },
        replyTo: id,
        toolCallId,
      },
      needs,
    )
    const goesOn = isNew && (await isLastOf(answered, answer, stored, database))
    const response = goesOn
      ? await goOn(answered.sender, stored, c, needs)
      : !isNew && (await followAnswer(needs)(stored, c))
    if (response) return response
    const [message] = await describeMessages(database, [stored], uid)
    return replyData(c, message)
  })

  return { paths, routes }
}

async function answerIn(message: MessageRow, database: Database) {
  const answer = message.runId === null ? undefined : readAnswer(message.data)
  if (!answer) {
    throw new PlatformFailure('ERR_BAD_REQUEST', 'The message is no answer of an agent.')
  }
  const { sender: asker } = await findMessage(database, answer.replyTo)
  return { answer, asker }
}

function noSuchCall() {
  const message = 'The answer has no such call that waits for a result.'
  return new PlatformFailure('ERR_BAD_REQUEST', message, {
    details: { toolCallId: ['must be a call of the answer without a fault and without a result'] },
  })
}

async function goOn(uid: string, stored: MessageRow, c: Context<Door>, needs: ChatNeeds) {
  const [agent] = await needs.database.select().from(agents).where(eq(agents.uid, uid)).limit(1)
  if (!agent || !wireOf(agent.integrateWith).tellsResults) return undefined
  const isMember = await canSee(needs.database, stored, uid)
  return respond(stored, toAddressed(agent, isMember), c, needs)
}
