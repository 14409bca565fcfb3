import { deliveries } from '../../storage/schema.ts'
import { hashKey } from '../access/api-key.ts'
import type { AgentRow } from '../agent/agent.ts'
import type { MessageRow } from '../message/message.ts'
import type { ChatDeps } from './chat-deps.ts'
import { CHAT_LIMITS } from './chat-deps.ts'

/** A run as it is stored: which agent answers which message. */
export type Run = Pick<
  typeof deliveries.$inferSelect,
  'runId' | 'threadId' | 'conversationKey' | 'agentUid' | 'messageId'
>

const THREAD_LENGTH = 32

/** Stores a run that waits for its turn, before anything else is done.  */
export async function recordRun(
  message: MessageRow,
  agent: AgentRow,
  { database, now, chatLimits }: ChatDeps,
): Promise<Run> {
  const { leaseMs } = { ...CHAT_LIMITS, ...chatLimits }
  const { id: messageId, conversationKey } = message
  // One thread per agent and conversation; short, and without a user's name.
  const thread = (await hashKey(`${conversationKey} ${agent.uid}`)).slice(0, THREAD_LENGTH)
  const run = {
    runId: crypto.randomUUID(),
    threadId: `thread-${thread}`,
    conversationKey,
    agentUid: agent.uid,
    messageId,
  }
  const startedAtMs = now().getTime()
  const state = 'waiting' as const
  await database
    .insert(deliveries)
    .values({ ...run, state, startedAtMs, expiresAtMs: startedAtMs + leaseMs })
  return run
}
