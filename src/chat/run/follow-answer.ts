import { asc, eq } from 'drizzle-orm'
import { onAbort } from '../../core/abort.ts'
import { databaseError } from '../../storage/database-error.ts'
import { deliveries } from '../../storage/schema.ts'
import type { AnswerFailure } from '../message/answer.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { canSee, findMessage } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import type { OnMessage } from '../message/message-operations.ts'
import { toSeconds } from '../time.ts'
import { FAILURES } from './answer-data.ts'
import { textOf } from './answer-history.ts'
import type { ChatDeps } from './chat-deps.ts'
import { CHAT_LIMITS } from './chat-deps.ts'
import type { Emit } from './chat-event.ts'
import { openEventStream } from './event-stream.ts'
import { failExpiredRuns } from './expired-runs.ts'
import { type Addressed, findAddressed, NOBODY } from './find-addressed.ts'
import { storeNotices } from './notices.ts'
import { acceptsEvents, describeOpening, streamNotices } from './start-answer.ts'
import { pauses } from './turn.ts'

/** A message is stored shortly before its run and notices are. */
const RECORDED_WITHIN_SECONDS = 5

/**
 * Streams what follows a message that was sent again: its notices, and the answer that it has or
 * will get. The answer is sent complete, because it is unknown what the client has already
 * received.
 */
export function followAnswer(deps: ChatDeps): OnMessage {
  const limits = { ...CHAT_LIMITS, ...deps.chatLimits }

  return async (message, c) => {
    if (!acceptsEvents(c)) return undefined
    const addressed = await stillAddressed(message, deps)
    const run = await runOf(message, addressed, deps, c.req.raw.signal)
    const notices = await storeNotices(message, run ? [] : addressed.unavailable, deps)
    if (!run) return streamNotices(message, notices, c, deps)
    const opening = await describeOpening(message, notices, deps)

    let onLeave = () => {}
    const { runId } = run
    const idPrefix = `${runId}-${crypto.randomUUID().slice(0, 8)}`
    const stream = openEventStream(c, { runId, idPrefix, limits, onLeave: () => onLeave() })
    deps.backgroundTasks.start(async (stop) => {
      onLeave = () => stop.abort()
      onAbort(stop.signal, stream.stopWaiting)
      for (const event of opening) await stream.send(event)
      const failure = await follow({ message, runId }, stream.send, deps, stop.signal).catch(
        (error: unknown) => {
          deps.log.error('answer-not-followed', { runId, error: databaseError(error) })
          return FAILURES.internal
        },
      )
      if (failure) {
        const { code, message: reason } = failure
        await stream.send({ type: 'failed', code, message: reason })
      }
      stream.close()
    })
    return stream.response
  }
}

/** The agents addressed by a message that was sent just now and may have no run or notices yet. */
async function stillAddressed(message: MessageRow, { database, now }: ChatDeps) {
  const { category, sentAt, editedAt, deletedAt } = message
  const isRecent = toSeconds(now()) - sentAt <= RECORDED_WITHIN_SECONDS
  const isAsSent = category === 'message' && editedAt === null && deletedAt === null
  return isRecent && isAsSent ? findAddressed(database, message) : NOBODY
}

/** The run that answers a message; waits for it if it may not be stored yet. */
async function runOf(
  message: MessageRow,
  { answerer }: Addressed,
  { database }: ChatDeps,
  signal: AbortSignal,
) {
  const startedMs = performance.now()
  for await (const _pause of pauses(signal)) {
    const [run] = await database
      .select()
      .from(deliveries)
      .where(eq(deliveries.messageId, message.id))
      .orderBy(asc(deliveries.startedAtMs))
      .limit(1)
    const waitedMs = performance.now() - startedMs
    if (run || !answerer || waitedMs > RECORDED_WITHIN_SECONDS * 1000) return run
  }
}

interface FollowedRun {
  message: MessageRow
  runId: string
}

/**
 * Polls the database until any process has stored the answer. Resolves with the failure if there is
 * no answer.
 */
async function follow(
  { message, runId }: FollowedRun,
  emit: Emit,
  deps: ChatDeps,
  signal: AbortSignal,
): Promise<AnswerFailure | undefined> {
  const { database } = deps
  let hasStarted = false
  for await (const _pause of pauses(signal)) {
    await failExpiredRuns(deps, message.conversationKey)
    const isTheOne = eq(deliveries.runId, runId)
    const [run] = await database.select().from(deliveries).where(isTheOne).limit(1)
    if (!run) return FAILURES.internal
    const { state, threadId, agentUid: agent, answerId } = run
    if (!hasStarted && (state === 'running' || state === 'done')) {
      hasStarted = true
      await emit({ type: 'run-started', threadId, agent, messageId: String(message.id) })
    }
    if (answerId === null) continue

    const answer = await findMessage(database, String(answerId))
    if (!(await canSee(database, answer, message.sender))) return FAILURES['not-a-member']
    const [described] = await describeMessages(database, [answer], message.sender)
    const delta = textOf(answer)
    if (delta !== '') await emit({ type: 'text-delta', delta })
    if (described) await emit({ type: 'answer', message: described })
    return undefined
  }
  return FAILURES.interrupted
}
