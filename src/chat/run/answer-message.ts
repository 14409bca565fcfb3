import { databaseError } from '../../storage/database-error.ts'
import { offeredTo } from '../action/actions.ts'
import type { AgentRow } from '../agent/agent.ts'
import { agentByUid } from '../agent/agents.ts'
import { registeredAgent } from '../agent/registration.ts'
import { askAgent } from '../delivery/ask-agent.ts'
import { collectAnswer } from '../delivery/collect-answer.ts'
import type { AnswerFailure } from '../message/answer.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { canSee, findMessage } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import { PlatformError } from '../platform-error.ts'
import { FAILURES, isEmpty, toData } from './answer-data.ts'
import type { ChatDeps } from './chat-deps.ts'
import { type Emit, toAnswerEvent } from './chat-event.ts'
import { conversationHistory } from './conversation-history.ts'
import { recordEvents } from './record-events.ts'
import type { Run } from './run.ts'
import { storeAnswer } from './store-answer.ts'
import { readToolResult } from './tool-results.ts'
import { holdLease, takeTurn } from './turn.ts'

/**
 * Has an agent answer a message when it is its turn, and stores the answer. It never throws: a
 * failure on our side is stored as a failed answer or, if that is not possible, only emitted as
 * `failed`.
 */
export async function answerMessage(
  run: Run,
  emitToClient: Emit,
  deps: ChatDeps,
  stop: AbortController,
): Promise<void> {
  const { log } = deps
  const { runId, threadId } = run
  const failed = (error: unknown) => {
    log.error('run-not-answered', { runId, threadId, error: databaseError(error) })
    const isUnconfigured = error instanceof PlatformError && error.code === 'ERR_NOT_CONFIGURED'
    return isUnconfigured ? FAILURES.unconfigured : FAILURES.internal
  }
  const collected = collectAnswer()
  const recorder = recordEvents(run, deps)
  const emit: Emit = async (event) => {
    recorder.take(event)
    await emitToClient(event)
  }
  const release = holdLease(run, deps, () => stop.abort())
  try {
    const context = { run, emit, collected, signal: stop.signal }
    const failure = await answerInTurn(context, deps).catch(failed)
    const data = toData(run.messageId, collected.answer(), failure)
    if (!collected.hasText() && data.text !== '') {
      await emit({ type: 'text-delta', delta: data.text })
    }
    await recorder.flush()
    const stored = await storeAnswer(run, data, deps)
    const [message] = await describeMessages(deps.database, [stored])
    deps.live.wake()
    if (message) await emitToClient({ type: 'answer', message })
  } catch (error) {
    const { code, message } = failed(error)
    await emit({ type: 'failed', code, message })
    await recorder.flush()
  } finally {
    release()
  }
}

interface RunContext {
  run: Run
  emit: Emit
  collected: ReturnType<typeof collectAnswer>
  signal: AbortSignal
}

/** Resolves with the failure if the agent was not called at all or had no answer. */
async function answerInTurn(
  context: RunContext,
  deps: ChatDeps,
): Promise<AnswerFailure | undefined> {
  const { run, emit, collected, signal } = context
  const turn = await takeTurn(run, deps, signal)
  if (turn !== 'taken') return FAILURES[turn]

  const { threadId, agentUid, messageId } = run
  const { database } = deps
  const message = await findMessage(database, String(messageId))
  if (message.deletedAt !== null) return FAILURES.deleted
  // Read now: it may have been changed while the message was waiting.
  const agent = await agentByUid(database, agentUid)
  if (!agent?.isActive) return FAILURES.disabled
  const parties = [agentUid, message.sender].map((uid) => canSee(database, message, uid))
  if ((await Promise.all(parties)).includes(false)) return FAILURES['not-a-member']
  await emit({ type: 'run-started', threadId, agent: agentUid, messageId: String(messageId) })
  await runAgentCall(agent, message, context, deps)
  // After the result of an action, an agent may have nothing to add.
  const mayBeEmpty = readToolResult(message) !== undefined
  return isEmpty(collected.answer()) && !mayBeEmpty ? FAILURES.empty : undefined
}

async function runAgentCall(
  agent: AgentRow,
  message: MessageRow,
  context: RunContext,
  deps: ChatDeps,
) {
  const { run, emit, collected, signal } = context
  const { database, agentFetch: fetch, dataKeys, log, deliveryLimits: limits = {} } = deps
  const { runId, threadId, messageId, agentUid } = run
  const messages = await conversationHistory(database, message, agentUid)
  const { offered, labelsOf } = await offeredTo(database, agent)
  const input = {
    threadId,
    runId,
    messages,
    tools: offered,
    chat: { uid: agentUid, messageId: String(messageId) },
  }

  const registered = await registeredAgent(agent, dataKeys)
  for await (const event of askAgent(registered, input, { fetch, log, limits }, signal)) {
    const isCall = event.type === 'tool-call' || event.type === 'tool-call-start'
    collected.take(isCall ? { ...event, ...labelsOf(event.toolName) } : event)
    const answerEvent = toAnswerEvent(event, labelsOf)
    if (answerEvent) await emit(answerEvent)
  }
}
