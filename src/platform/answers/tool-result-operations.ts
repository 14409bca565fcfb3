import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../../http/env.ts'
import type { Database } from '../../storage/database.ts'
import { agentByUid } from '../agents/agent.ts'
import { wireOf } from '../delivery/wire/wire-of.ts'
import { small } from '../field.ts'
import { readAnswer } from '../messages/answer.ts'
import { describeMessage } from '../messages/describe-messages.ts'
import { canSee, findMessage } from '../messages/find-messages.ts'
import { Message, type MessageRow, TOOL_RESULT } from '../messages/message.ts'
import { ANSWER_EVENTS } from '../messages/message-operations.ts'
import { storeMessage } from '../messages/send-message.ts'
import { operation } from '../operation.ts'
import { invalidField, PlatformError } from '../platform-error.ts'
import { toAddressed } from './addressed.ts'
import type { ChatDeps } from './chat-deps.ts'
import { followAnswer } from './follow-answer.ts'
import { newRun, runStatements } from './run.ts'
import { startAnswer } from './start-answer.ts'
import { isLastOf, pendingToolCalls } from './tool-results.ts'

const MAX_BYTES = 10 * 1024

/** The result of a frontend action, as the client returns it. */
export const ReturnedResult = z.object({
  toolCallId: z.string().min(1).describe("The call's id, as the answer has it."),
  result: small(z.unknown(), { maxBytes: MAX_BYTES })
    .refine((result) => result !== undefined, 'is required: null if the action has no result')
    .describe('The result of the action: any JSON.'),
  isError: z.boolean().optional().describe('Whether the action failed.'),
})

/** Returns the results of frontend actions to the agent that called them. */
export function toolResultOperations(deps: ChatDeps) {
  return [
    operation('handBackToolResult', 'post', '/v3/messages/{id}/tool-results', {
      summary: 'Return the result of a frontend action',
      description:
        'Sent by the user to whom the agent answered, once for each call of the answer without a ' +
        'result. After the last one the agent continues in the same thread, unless another message ' +
        'was sent in between or its kind of agent takes no results; the answer may be empty. Of a ' +
        'result that is sent twice, the first one is kept.',
      onBehalfOf: 'required',
      params: z.object({ id: z.string().describe("The id of the agent's message.") }),
      body: ReturnedResult,
      data: Message,
      events: ANSWER_EVENTS,
      async handle({ user, params, body }, c) {
        const { database } = deps
        const answered = await findMessage(database, params.id, user)
        const { answer, asker } = await answerIn(answered, database)
        if (asker !== user) {
          const message = `Only the user to whom the agent answered can return results, which is not ${user}.`
          throw new PlatformError('ERR_MESSAGE_NO_ACCESS', message)
        }
        const call = pendingToolCalls(answer).find(
          ({ toolCallId }) => toolCallId === body.toolCallId,
        )
        if (!call) {
          const reason = 'must be a call of this answer without a fault and without a result'
          throw invalidField('toolCallId', reason)
        }

        const result = toMessage(answered, user, { ...body, name: call.toolName })
        const { stored, isNew } = await storeMessage(result, deps)
        const isComplete = isNew && (await isLastOf(answered, answer, stored, database))
        const response = isComplete
          ? await continueRun(answered.sender, stored, c, deps)
          : !isNew && (await followAnswer(stored, [], c, deps))
        if (response) return response
        return { data: await describeMessage(database, stored, user) }
      },
    }),
  ]
}

type NamedResult = z.output<typeof ReturnedResult> & { name: string }

/** The message with a result, to the agent or to the group in which it answered. */
function toMessage(
  { id, receiverType, receiver, sender }: MessageRow,
  user: string,
  { toolCallId, name, result, isError }: NamedResult,
) {
  const customData = { messageId: String(id), toolCallId, name, result }
  return {
    sender: user,
    receiver: receiverType === 'group' ? receiver : sender,
    receiverType,
    category: 'custom',
    type: TOOL_RESULT,
    data: { customData: { ...customData, ...(isError && { isError }) } },
    replyTo: id,
    toolCallId,
  }
}

async function answerIn(message: MessageRow, database: Database) {
  const answer = message.runId === null ? undefined : readAnswer(message.data)
  if (!answer) {
    throw new PlatformError('ERR_BAD_REQUEST', 'The message must be the answer of an agent.')
  }
  const { sender: asker } = await findMessage(database, answer.replyTo)
  return { answer, asker }
}

async function continueRun(uid: string, stored: MessageRow, c: Context<Env>, deps: ChatDeps) {
  const { database } = deps
  const agent = await agentByUid(database, uid)
  if (!agent || !wireOf(agent.integrateWith).acceptsToolResults) return undefined
  const isMember = await canSee(database, stored, uid)
  const { answerer, unavailable } = toAddressed(agent, isMember)
  const run = answerer && (await newRun(stored, answerer.uid))
  if (run) await database.batch(runStatements(run, deps, stored.id))
  return startAnswer(stored, { run, unavailable }, c, deps)
}
