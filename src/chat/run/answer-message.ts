import { offeredTo } from '../action/actions.ts'
import type { AgentRow } from '../agent/agent.ts'
import { agentByUid } from '../agent/agents.ts'
import { registrationOf, toRegistered } from '../agent/registration.ts'
import { askAgent } from '../delivery/ask-agent.ts'
import { collectAnswer } from '../delivery/collect-answer.ts'
import { PlatformFailure } from '../failure.ts'
import type { AnswerFailure } from '../message/answer.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { canSee, findMessage } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import { databaseError } from '../storage/database-error.ts'
import { FAILURES, isEmpty, toData } from './answer.ts'
import type { ChatDeps } from './chat-deps.ts'
import type { Emit } from './chat-event.ts'
import { questionMessages } from './question-messages.ts'
import { recordAnswer } from './record-answer.ts'
import type { Run } from './run.ts'
import { storeAnswer } from './store-answer.ts'
import { readToolResult } from './tool-results.ts'
import { holdLease, takeTurn } from './turn.ts'

/**
 * Lets an agent answer, once it is its turn, and stores what it said. Nothing is thrown: what goes
 * wrong on our side is an answer that failed, or where that cannot be stored, `failed` alone.
 */
export async function answerMessage(
  run: Run,
  emitToReader: Emit,
  deps: ChatDeps,
  stop: AbortController,
): Promise<void> {
  const { log } = deps
  const { runId, threadId } = run
  const failed = (error: unknown) => {
    log.error('run-not-answered', { runId, threadId, error: databaseError(error) })
    const isUnconfigured = error instanceof PlatformFailure && error.code === 'ERR_NOT_CONFIGURED'
    return isUnconfigured ? FAILURES.unconfigured : FAILURES.internal
  }
  const collected = collectAnswer()
  const recorder = recordAnswer(run, deps)
  const emit: Emit = async (event) => {
    recorder.take(event)
    await emitToReader(event)
  }
  const release = holdLease(run, deps, () => stop.abort())
  try {
    const asked = { run, emit, collected, signal: stop.signal }
    const failure = await answerInTurn(asked, deps).catch(failed)
    const data = toData(run.messageId, collected.answer(), failure)
    if (!collected.hasText() && data.text !== '') {
      await emit({ type: 'text-delta', delta: data.text })
    }
    await recorder.flush()
    const stored = await storeAnswer(run, data, deps)
    const [message] = await describeMessages(deps.database, [stored])
    deps.live.wake()
    if (message) await emitToReader({ type: 'answer', message })
  } catch (error) {
    const { code, message } = failed(error)
    await emit({ type: 'failed', code, message })
    await recorder.flush()
  } finally {
    release()
  }
}

interface Asked {
  run: Run
  emit: Emit
  collected: ReturnType<typeof collectAnswer>
  signal: AbortSignal
}

/** Resolves with the failure, if the agent was not asked at all or had no answer. */
async function answerInTurn(asked: Asked, deps: ChatDeps): Promise<AnswerFailure | undefined> {
  const { run, emit, collected, signal } = asked
  const turn = await takeTurn(run, deps, signal)
  if (turn !== 'taken') return FAILURES[turn]

  const { threadId, agentUid, messageId } = run
  const { database } = deps
  const message = await findMessage(database, String(messageId))
  if (message.deletedAt !== null) return FAILURES.deleted
  // As it is now: it may have been changed while the message waited.
  const agent = await agentByUid(database, agentUid)
  if (!agent?.isActive) return FAILURES.disabled
  const parties = [agentUid, message.sender].map((uid) => canSee(database, message, uid))
  if ((await Promise.all(parties)).includes(false)) return FAILURES['not-a-member']
  await emit({ type: 'run-started', threadId, agent: agentUid, messageId: String(messageId) })
  await ask(agent, message, asked, deps)
  // An agent that has spoken already may have nothing to add to what its action came to.
  const mayBeEmpty = readToolResult(message) !== undefined
  return isEmpty(collected.answer()) && !mayBeEmpty ? FAILURES.empty : undefined
}

async function ask(agent: AgentRow, message: MessageRow, asked: Asked, deps: ChatDeps) {
  const { run, emit, collected, signal } = asked
  const { database, agentFetch: fetch, headerCipher, log, deliveryLimits: limits = {} } = deps
  const { runId, threadId, messageId, agentUid } = run
  const messages = await questionMessages(database, message, agentUid)
  const { offered, labelsOf } = await offeredTo(database, agent)
  const question = {
    threadId,
    runId,
    messages,
    tools: offered,
    asked: { uid: agentUid, messageId: String(messageId) },
  }

  const registered = await toRegistered(registrationOf(agent), headerCipher)
  const events = askAgent(registered, question, { fetch, log, limits }, signal)
  for await (const event of events) {
    const isCall = event.type === 'tool-call' || event.type === 'tool-call-start'
    const labelled = isCall ? { ...event, ...labelsOf(event.name) } : event
    collected.take(labelled)
    // How it ended is part of the answer, which is emitted once it is stored.
    if (labelled.type !== 'finished' && labelled.type !== 'failed') await emit(labelled)
  }
}
