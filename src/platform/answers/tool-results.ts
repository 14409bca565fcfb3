import { and, asc, gt, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../../http/env.ts'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import { agentByUid } from '../agents/agent.ts'
import { wireOf } from '../delivery/wire-of.ts'
import { small } from '../field.ts'
import { type PlatformAnswer, readAnswer, TOOL_RESULT } from '../messages/answer.ts'
import { inConversation } from '../messages/conversation-key.ts'
import { describeMessage } from '../messages/describe-messages.ts'
import { canSee, findMessage } from '../messages/find-messages.ts'
import type { MessageRow } from '../messages/message.ts'
import { storeMessage } from '../messages/send-message.ts'
import { invalidField, PlatformError } from '../platform-error.ts'
import { toAddressed } from './addressed.ts'
import { newRun, runStatements } from './run.ts'
import { followAnswer, type StartDeps, startAnswer } from './start-answer.ts'

const MAX_BYTES = 10 * 1024

/** The result of a frontend action, as the client returns it. */
export const ReturnedResult = z.object({
  toolCallId: z.string().min(1).describe("The call's id, as the answer has it."),
  result: small(z.unknown(), { maxBytes: MAX_BYTES })
    .refine((result) => result !== undefined, 'is required: null if the action has no result')
    .describe('The result of the action: any JSON.'),
  isError: z.boolean().optional().describe('Whether the action failed.'),
})

/** Stores the result of a call, and has the agent continue after the last one of its answer. */
export async function returnResult(
  id: string,
  result: z.output<typeof ReturnedResult>,
  user: string,
  c: Context<Env>,
  deps: StartDeps,
) {
  const { database } = deps
  const answered = await findMessage(database, id, user)
  const { answer, asker } = await answerIn(answered, database)
  if (asker !== user) {
    const message = `Only the user to whom the agent answered can return results, which is not ${user}.`
    throw new PlatformError('ERR_MESSAGE_NO_ACCESS', message)
  }
  const call = pendingToolCalls(answer).find(({ toolCallId }) => toolCallId === result.toolCallId)
  if (!call) {
    const reason = 'must be a call of this answer without a fault and without a result'
    throw invalidField('toolCallId', reason)
  }

  const message = toMessage(answered, user, { ...result, name: call.toolName })
  const { stored, isNew } = await storeMessage(message, deps)
  const isComplete = isNew && (await isLastOf(answered, answer, stored, database))
  const response = isComplete
    ? await continueRun(answered.sender, stored, c, deps)
    : !isNew && (await followAnswer(stored, [], c, deps))
  return response || { data: await describeMessage(database, stored, user) }
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

async function continueRun(uid: string, stored: MessageRow, c: Context<Env>, deps: StartDeps) {
  const { database } = deps
  const agent = await agentByUid(database, uid)
  if (!agent || !wireOf(agent.integrateWith).acceptsToolResults) return undefined
  const isMember = await canSee(database, stored, uid)
  const { answerer, unavailable } = toAddressed(agent, isMember)
  const run = answerer && (await newRun(stored, answerer.uid))
  if (run) await database.batch(runStatements(run, deps, stored.id))
  return startAnswer(stored, { run, unavailable }, c, deps)
}

/** The calls that the client has to run: valid, and not run by the agent itself. */
function pendingToolCalls({ toolCalls, toolResults }: PlatformAnswer) {
  const ran = new Set(toolResults.map(({ toolCallId }) => toolCallId))
  return toolCalls.filter(({ toolCallId, fault }) => fault === null && !ran.has(toolCallId))
}

/**
 * Whether this result completes the results of an answer, and nothing else was sent since. If several are
 * stored at once, this is true for the one with the highest id.
 */
async function isLastOf(
  answered: MessageRow,
  answer: PlatformAnswer,
  stored: MessageRow,
  database: Database,
) {
  const { id, replyTo, toolCallId, visibleTo, deletedAt } = messages
  const isOfAnswer = sql<number>`${replyTo} is ${answered.id} and ${toolCallId} is not null`
  const left = pendingToolCalls(answer).length
  const since = await database
    .select({ id, isOfAnswer })
    .from(messages)
    .where(and(inConversation(answered), gt(id, answered.id), isNull(deletedAt), isNull(visibleTo)))
    .orderBy(asc(id))
    .limit(left + 1)
  const isAll = since.length === left && since.every((row) => row.isOfAnswer)
  return isAll && since.at(-1)?.id === stored.id
}
