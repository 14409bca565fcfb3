import { and, eq, inArray } from 'drizzle-orm'
import { deliveries } from '../../storage/schema.ts'
import { readAnswer } from '../message/answer.ts'
import { findMessage } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import { storeMessage } from '../message/store-message.ts'
import { FAILURES, type toData } from './answer-data.ts'
import type { ChatDeps } from './chat-deps.ts'
import type { Run } from './run.ts'

/**
 * Stores an agent's answer as a message and closes the run. A run has one answer: if there is one
 * already, it is returned.
 */
export async function storeAnswer(
  run: Run,
  data: ReturnType<typeof toData>,
  { database, now }: Pick<ChatDeps, 'database' | 'now'>,
): Promise<MessageRow> {
  const { runId, threadId, agentUid } = run
  const answered = await findMessage(database, String(run.messageId))
  const { receiverType, sender: asker, receiver: guid } = answered
  const message = {
    sender: agentUid,
    receiver: receiverType === 'group' ? guid : asker,
    receiverType,
    category: 'message',
    type: 'text',
    data,
    muid: runId,
    runId,
    threadId,
    replyTo: run.messageId,
  }
  const { stored } = await storeMessage(message, { database, now })

  const failure = readAnswer(stored.data)?.failure?.code ?? null
  await database
    .update(deliveries)
    .set({ state: stateOf(failure), failure, answerId: stored.id, endedAtMs: now().getTime() })
    .where(and(eq(deliveries.runId, runId), inArray(deliveries.state, ['waiting', 'running'])))
  return stored
}

function stateOf(failure: string | null) {
  if (failure === null) return 'done'
  return failure === FAILURES.interrupted.code ? 'stopped' : 'failed'
}
