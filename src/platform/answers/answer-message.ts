import type { Log } from '../../core/log.ts'
import type { DataKey } from '../../core/sealed.ts'
import type { GuardedFetch } from '../../core/upstream/guarded-fetch.ts'
import type { RunLeases } from '../../runs/run-leases.ts'
import { databaseError } from '../../storage/database-error.ts'
import { offeredTo } from '../agents/actions.ts'
import type { AgentRow } from '../agents/agent.ts'
import { registrationOf } from '../agents/registration.ts'
import { askAgent } from '../delivery/ask-agent.ts'
import { collectAnswer } from '../delivery/collect-answer.ts'
import type { AnswerPart, DeliveryEvent } from '../delivery/delivery-event.ts'
import type { Live } from '../events/live.ts'
import { readToolResult } from '../messages/answer.ts'
import { describeMessage } from '../messages/describe-messages.ts'
import type { MessageRow } from '../messages/message.ts'
import { findMembers } from '../people/members.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { type FailureCode, failedEvent, isEmpty, toData } from './answer-data.ts'
import type { Emit, EmittedEvent } from './chat-event.ts'
import type { ChatLimits } from './chat-limits.ts'
import { conversationHistory } from './conversation-history.ts'
import { eventStatement, recordEvents } from './record-events.ts'
import { type AnswerRun, endRun, takeTurn } from './run.ts'

interface CallDeps extends Pick<Store, 'database'> {
  agentFetch: GuardedFetch
  dataKey: DataKey
  log: Log
}

export interface AnswerDeps extends Store, CallDeps {
  limits: Pick<ChatLimits, 'maxWaiting' | 'maxWaitMs'>
  /** Keeps runs under way, and writes their events. */
  leases: RunLeases
  live: Live
}

/**
 * Has an agent answer a message when it is its turn, and stores the answer. It never throws: a
 * failure on our side is stored as a failed answer or, if that is not possible, only emitted as
 * `run-error`.
 *
 * @param emitToClient absent if the answer has no reader
 */
export async function answerMessage(
  deps: AnswerDeps,
  run: AnswerRun,
  message: MessageRow,
  stop: AbortController,
  emitToClient?: Emit,
): Promise<void> {
  const { database, live, log } = deps
  const { runId, threadId } = run
  const logged = (error: unknown): FailureCode => {
    log.error('run-not-answered', { runId, threadId, error: databaseError(error) })
    const isUnconfigured = error instanceof PlatformError && error.code === 'ERR_NOT_CONFIGURED'
    return isUnconfigured ? 'unconfigured' : 'internal'
  }
  const record = recordRun(run, deps, () => stop.abort())
  const emit: Emit = async (event) => {
    record.add(event)
    await emitToClient?.(event)
  }
  const collected = collectAnswer()
  try {
    const failure = await answerInTurn(run, message, { emit, collected, stop }, deps).catch(logged)
    const data = toData(message.id, collected.answer(), failure)
    if (!collected.hasText() && data.text !== '') {
      await emit({ type: 'text-delta', delta: data.text })
    }
    const stored = await endRun(run, message, data, await record.rest(), deps)
    live.wake()
    await emitToClient?.({ type: 'answer', message: await describeMessage(database, stored) })
  } catch (error) {
    await emit(failedEvent(logged(error)))
    await record
      .rest()
      .then((events) => eventStatement(run, events, database))
      .catch(() => {})
    live.wake()
  } finally {
    await record.release()
  }
}

/** Stores the events of a run with each renewal of its lease. */
function recordRun(
  run: AnswerRun,
  { database, leases, live }: Pick<AnswerDeps, 'database' | 'leases' | 'live'>,
  lost: () => void,
) {
  const recorder = recordEvents()
  let hasNew = false
  const lease = leases.take({
    runId: run.runId,
    pending() {
      const events = recorder.take()
      hasNew = events.length > 0
      return hasNew ? [eventStatement(run, events, database)] : []
    },
    stored() {
      if (hasNew) live.wake()
    },
    lost,
  })
  return {
    add(event: EmittedEvent) {
      recorder.add(event)
      lease.changed()
    },
    release: lease.release,
    /** Releases the lease, and resolves with the events that are not yet stored. */
    async rest() {
      await lease.release()
      while (recorder.hasMany()) await eventStatement(run, recorder.take(), database)
      return recorder.take()
    },
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
  deps: AnswerDeps,
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
  { database, agentFetch: fetch, dataKey, log }: CallDeps,
  signal: AbortSignal,
): AsyncGenerator<DeliveryEvent> {
  const history = await conversationHistory(database, message, agent.uid)
  const { offered, labelsOf } = await offeredTo(database, agent)
  const chat = { uid: agent.uid, messageId: String(message.id) }
  const input = { threadId, runId, ...history, frontendTools: { read: offered }, chat }
  const registered = await registrationOf(agent, dataKey)
  for await (const event of askAgent(registered, input, { fetch, log }, signal)) {
    const isCall = event.type === 'tool-call' || event.type === 'tool-call-start'
    yield isCall ? { ...event, ...labelsOf(event.toolName) } : event
  }
}
