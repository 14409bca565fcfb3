import { eq } from 'drizzle-orm'
import { databaseError } from '../../storage/database-error.ts'
import { agents, messages } from '../../storage/schema.ts'
import { offeredTo } from '../action/actions.ts'
import type { AgentRow } from '../agent/agent.ts'
import { callable, registrationOf } from '../agent/registration.ts'
import { askAgent } from '../delivery/ask-agent.ts'
import { collectAnswer } from '../delivery/collect-answer.ts'
import type { DeliveryEvent } from '../delivery/delivery-event.ts'
import { findMembers } from '../group/member.ts'
import { describeMessage } from '../message/describe-messages.ts'
import type { MessageRow } from '../message/message.ts'
import { PlatformError } from '../platform-error.ts'
import { type FailureCode, failedEvent, isEmpty, toData } from './answer-data.ts'
import type { ChatDeps } from './chat-deps.ts'
import type { Emit } from './chat-event.ts'
import { conversationHistory } from './conversation-history.ts'
import { recordEvents } from './record-events.ts'
import { endRun, holdLease, type Run, takeTurn } from './run.ts'
import { readToolResult } from './tool-results.ts'

/**
 * Has an agent answer a message when it is its turn, and stores the answer. It never throws: a
 * failure on our side is stored as a failed answer or, if that is not possible, only emitted as
 * `failed`.
 */
export async function answerMessage(
  run: Run,
  message: MessageRow,
  emitToClient: Emit,
  deps: ChatDeps,
  stop: AbortController,
): Promise<void> {
  const { runId, threadId } = run
  const logged = (error: unknown): FailureCode => {
    deps.log.error('run-not-answered', { runId, threadId, error: databaseError(error) })
    const isUnconfigured = error instanceof PlatformError && error.code === 'ERR_NOT_CONFIGURED'
    return isUnconfigured ? 'unconfigured' : 'internal'
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
    const failure = await answerInTurn(context, deps).catch(logged)
    const data = toData(run.messageId, collected.answer(), failure)
    if (!collected.hasText() && data.text !== '') {
      await emit({ type: 'text-delta', delta: data.text })
    }
    await recorder.flush()
    const stored = await endRun(run, message, data, deps)
    const answer = await describeMessage(deps.database, stored)
    deps.live.wake()
    await emitToClient({ type: 'answer', message: answer })
  } catch (error) {
    await emit(failedEvent(logged(error)))
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
  { run, emit, collected, signal }: RunContext,
  deps: ChatDeps,
): Promise<FailureCode | undefined> {
  const turn = await takeTurn(run, deps, signal)
  if (turn !== 'taken') return turn

  const { threadId, agentUid, messageId } = run
  const { database } = deps
  // Read now: they may have changed while the message was waiting.
  const [[message], [agent]] = await database.batch([
    database.select().from(messages).where(eq(messages.id, messageId)),
    database.select().from(agents).where(eq(agents.uid, agentUid)),
  ])
  if (!message || message.deletedAt !== null) return 'deleted'
  if (!agent?.isActive) return 'disabled'
  if (message.receiverType === 'group') {
    const parties = await findMembers(database, [message.receiver], [agentUid, message.sender])
    if (parties.length < 2) return 'not-a-member'
  }
  await emit({ type: 'run-started', threadId, agent: agentUid, messageId: String(messageId) })

  for await (const part of partsOf(run, message, agent, deps, signal)) {
    collected.take(part)
    if (part.type !== 'finished' && part.type !== 'failed') await emit(part)
  }
  // After the result of an action, an agent may have nothing to add.
  const mayBeEmpty = readToolResult(message) !== undefined
  return isEmpty(collected.answer()) && !mayBeEmpty ? 'empty' : undefined
}

/** Calls the agent, and adds to its calls what users are shown for them. */
async function* partsOf(
  { runId, threadId }: Run,
  message: MessageRow,
  agent: AgentRow,
  deps: ChatDeps,
  signal: AbortSignal,
): AsyncGenerator<DeliveryEvent> {
  const { database, agentFetch: fetch, dataKey, log, deliveryLimits: limits = {} } = deps
  const messages = await conversationHistory(database, message, agent.uid)
  const { offered: tools, labelsOf } = await offeredTo(database, agent)
  const chat = { uid: agent.uid, messageId: String(message.id) }
  const input = { threadId, runId, messages, tools, chat }
  const registered = await callable(registrationOf(agent), dataKey)
  for await (const event of askAgent(registered, input, { fetch, log, limits }, signal)) {
    const isCall = event.type === 'tool-call' || event.type === 'tool-call-start'
    yield isCall ? { ...event, ...labelsOf(event.name) } : event
  }
}
