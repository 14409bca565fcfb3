import { databaseError } from '../../storage/database-error.ts'
import { offeredTo } from '../agents/actions.ts'
import type { AgentRow } from '../agents/agent.ts'
import { registrationOf } from '../agents/registration.ts'
import { askAgent } from '../delivery/ask-agent.ts'
import { collectAnswer } from '../delivery/collect-answer.ts'
import type { AnswerPart, DeliveryEvent } from '../delivery/delivery-event.ts'
import { readToolResult } from '../messages/answer.ts'
import { describeMessage } from '../messages/describe-messages.ts'
import type { MessageRow } from '../messages/message.ts'
import { findMembers } from '../people/members.ts'
import { PlatformError } from '../platform-error.ts'
import { type FailureCode, failedEvent, isEmpty, toData } from './answer-data.ts'
import type { ChatDeps } from './chat-deps.ts'
import type { Emit } from './chat-event.ts'
import { conversationHistory } from './conversation-history.ts'
import { eventStatement, recordEvents } from './record-events.ts'
import { type AnswerRun, endRun, takeTurn } from './run.ts'

/**
 * Has an agent answer a message when it is its turn, and stores the answer. It never throws: a
 * failure on our side is stored as a failed answer or, if that is not possible, only emitted as
 * `run-error`.
 *
 * @param emitToClient absent if nobody is streamed the answer
 */
export async function answerMessage(
  run: AnswerRun,
  message: MessageRow,
  deps: ChatDeps,
  stop: AbortController,
  emitToClient?: Emit,
): Promise<void> {
  const { database, leases, live, log } = deps
  const { runId, threadId } = run
  const logged = (error: unknown): FailureCode => {
    log.error('run-not-answered', { runId, threadId, error: databaseError(error) })
    const isUnconfigured = error instanceof PlatformError && error.code === 'ERR_NOT_CONFIGURED'
    return isUnconfigured ? 'unconfigured' : 'internal'
  }
  const recorder = recordEvents()
  let hasNew = false
  const lease = leases.take({
    runId,
    pending() {
      const events = recorder.take()
      hasNew = events.length > 0
      return hasNew ? [eventStatement(run, events, database)] : []
    },
    stored() {
      if (hasNew) live.wake()
    },
    lost: () => stop.abort(),
  })
  const emit: Emit = async (event) => {
    recorder.add(event)
    lease.changed()
    await emitToClient?.(event)
  }
  const collected = collectAnswer()
  try {
    const failure = await answerInTurn(run, message, { emit, collected, stop }, deps).catch(logged)
    const data = toData(message.id, collected.answer(), failure)
    if (!collected.hasText() && data.text !== '') {
      await emit({ type: 'text-delta', delta: data.text })
    }
    await lease.release()
    while (recorder.hasMany()) await eventStatement(run, recorder.take(), database)
    const stored = await endRun(run, message, data, recorder.take(), deps)
    live.wake()
    await emitToClient?.({ type: 'answer', message: await describeMessage(database, stored) })
  } catch (error) {
    await emit(failedEvent(logged(error)))
    await eventStatement(run, recorder.take(), database).catch(() => {})
    live.wake()
  } finally {
    await lease.release()
  }
}

interface Answering {
  emit: Emit
  collected: ReturnType<typeof collectAnswer>
  stop: AbortController
}

/** Resolves with the failure if the agent was not called at all or had no answer. */
async function answerInTurn(
  run: AnswerRun,
  { id }: MessageRow,
  { emit, collected, stop: { signal } }: Answering,
  deps: ChatDeps,
): Promise<FailureCode | undefined> {
  const turn = await takeTurn(run, id, deps, signal)
  if (typeof turn === 'string') return turn

  const { threadId, runId, agentUid } = run
  const { message, agent } = turn
  if (!message || message.deletedAt !== null) return 'deleted'
  if (!agent?.isActive) return 'disabled'
  if (message.receiverType === 'group') {
    const parties = [agentUid, message.sender]
    const members = await findMembers(deps.database, [message.receiver], parties)
    if (members.length < 2) return 'not-a-member'
  }
  await emit({ type: 'run-start', threadId, runId, agent: agentUid, replyTo: String(id) })

  for await (const part of partsOf(run, message, agent, deps, signal)) {
    collected.take(part)
    if (isAnswerPart(part)) await emit(part)
  }
  // After the result of an action, an agent may have nothing to add.
  const mayBeEmpty = readToolResult(message) !== undefined
  return isEmpty(collected.answer()) && !mayBeEmpty ? 'empty' : undefined
}

/** The start and the end of the run are the platform's own, and the pieces of an input are not sent. */
function isAnswerPart(event: DeliveryEvent): event is AnswerPart & DeliveryEvent {
  return ANSWER_PARTS.has(event.type)
}

const ANSWER_PARTS: ReadonlySet<string> = new Set<AnswerPart['type']>([
  ...(['text-delta', 'tool-call-start', 'tool-call', 'tool-result'] as const),
])

/** Calls the agent, and adds to its calls what users are shown for them. */
async function* partsOf(
  { runId, threadId }: AnswerRun,
  message: MessageRow,
  agent: AgentRow,
  deps: Pick<ChatDeps, 'database' | 'agentFetch' | 'dataKey' | 'log' | 'deliveryLimits'>,
  signal: AbortSignal,
): AsyncGenerator<DeliveryEvent> {
  const { database, agentFetch: fetch, dataKey, log, deliveryLimits: limits = {} } = deps
  const history = await conversationHistory(database, message, agent.uid)
  const { offered, labelsOf } = await offeredTo(database, agent)
  const chat = { uid: agent.uid, messageId: String(message.id) }
  const input = { threadId, runId, ...history, frontendTools: { read: offered }, chat }
  const registered = await registrationOf(agent, dataKey)
  for await (const event of askAgent(registered, input, { fetch, log, limits }, signal)) {
    const isCall = event.type === 'tool-call' || event.type === 'tool-call-start'
    yield isCall ? { ...event, ...labelsOf(event.toolName) } : event
  }
}
