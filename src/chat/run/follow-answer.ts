import { asc, eq } from 'drizzle-orm'
import { pauses } from '../../core/pause.ts'
import { databaseError } from '../../storage/database-error.ts'
import { runs } from '../../storage/schema.ts'
import { describeMessage } from '../message/describe-messages.ts'
import { canSee, findMessage } from '../message/find-messages.ts'
import type { MessageRow } from '../message/message.ts'
import type { OnMessage } from '../message/message-operations.ts'
import { toSeconds } from '../store.ts'
import { findAddressed, NOBODY, storeNotices } from './addressed.ts'
import { type FailureCode, failedEvent } from './answer-data.ts'
import type { ChatDeps } from './chat-deps.ts'
import type { Emit } from './chat-event.ts'
import { textOf } from './conversation-history.ts'
import { failExpiredRuns } from './run.ts'
import { acceptsEvents, streamEvents, streamNotices } from './start-answer.ts'

/** A message is stored shortly before its run and notices are. */
const RECORDED_WITHIN_SECONDS = 5

/**
 * Streams what follows a message that was sent again: its notices, and the answer that it has or
 * will get. The answer is sent complete, because it is unknown what the client has already
 * received.
 */
export function followAnswer(deps: ChatDeps): OnMessage {
  return async (message, c) => {
    if (!acceptsEvents(c)) return undefined
    const { answerer, unavailable } = await stillAddressed(message, deps)
    const run = await findRun(message, answerer !== undefined, deps, c.req.raw.signal)
    const notices = await storeNotices(message, run ? [] : unavailable, deps)
    if (!run) return streamNotices({ message, notices }, c, deps)

    const { runId } = run
    return streamEvents({ runId, isRepeated: true, message, notices }, c, deps, {
      async work({ send }, stop) {
        const logged = (error: unknown): FailureCode => {
          deps.log.error('answer-not-followed', { runId, error: databaseError(error) })
          return 'internal'
        }
        const failure = await follow(runId, message, send, deps, stop.signal).catch(logged)
        if (failure) await send(failedEvent(failure))
      },
      onLeave: (stop) => stop.abort(),
    })
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
async function findRun(
  { id }: MessageRow,
  isExpected: boolean,
  { database }: ChatDeps,
  signal: AbortSignal,
) {
  const startedMs = performance.now()
  for await (const _pause of pauses(signal)) {
    const [run] = await database
      .select()
      .from(runs)
      .where(eq(runs.messageId, id))
      .orderBy(asc(runs.startedAtMs))
      .limit(1)
    const waitedMs = performance.now() - startedMs
    if (run || !isExpected || waitedMs > RECORDED_WITHIN_SECONDS * 1000) return run
  }
}

/**
 * Polls the database until any process has stored the answer. Resolves with the failure if there is
 * no answer.
 */
async function follow(
  runId: string,
  { id, sender, conversationKey }: MessageRow,
  emit: Emit,
  deps: ChatDeps,
  signal: AbortSignal,
): Promise<FailureCode | undefined> {
  const { database } = deps
  let hasStarted = false
  for await (const _pause of pauses(signal)) {
    await failExpiredRuns(deps, conversationKey)
    const [run] = await database.select().from(runs).where(eq(runs.runId, runId))
    if (!run) return 'internal'
    const { state, threadId, agentUid: agent, answerId } = run
    if (!hasStarted && (state === 'running' || state === 'done')) {
      hasStarted = true
      await emit({ type: 'run-started', threadId, agent, messageId: String(id) })
    }
    if (answerId === null) continue

    const answer = await findMessage(database, String(answerId))
    if (!(await canSee(database, answer, sender))) return 'not-a-member'
    const delta = textOf(answer)
    if (delta !== '') await emit({ type: 'text-delta', delta })
    await emit({ type: 'answer', message: await describeMessage(database, answer, sender) })
    return undefined
  }
  return 'interrupted'
}
