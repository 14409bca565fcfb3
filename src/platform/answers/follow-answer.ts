import { asc, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { pauses } from '../../core/pause.ts'
import type { Env } from '../../http/env.ts'
import { databaseError } from '../../storage/database-error.ts'
import { runs } from '../../storage/run-schema.ts'
import { answers } from '../../storage/schema.ts'
import { describeMessage } from '../messages/describe-messages.ts'
import { canSee, findMessage } from '../messages/find-messages.ts'
import type { MessageRow } from '../messages/message.ts'
import type { OnMessage } from '../messages/message-operations.ts'
import { toSeconds } from '../store.ts'
import { type Addressed, findAddressed, storeNotices } from './addressed.ts'
import { type FailureCode, failedEvent } from './answer-data.ts'
import type { ChatDeps } from './chat-deps.ts'
import type { Emit } from './chat-event.ts'
import { textOf } from './conversation-history.ts'
import { newRun, runStatements, settleAnswers } from './run.ts'
import { acceptsEvents, startAnswer, streamEvents, streamNotices } from './start-answer.ts'

/** A message is stored shortly before its notices are. */
const NOTICED_WITHIN_SECONDS = 5

/** Has the agent of a conversation, if there is one, answer each new message, once. */
export function answerMessages(deps: ChatDeps): OnMessage {
  return async (message) => {
    const { answerer, unavailable } = await findAddressed(deps.database, message)
    const run = answerer && (await newRun(message, answerer.uid))
    return {
      statements: run ? runStatements(run, deps) : [],
      respond: (stored, isNew, c) =>
        isNew
          ? startAnswer(stored, { run, unavailable }, c, deps)
          : followAnswer(stored, isRecent(stored, deps) ? unavailable : [], c, deps),
    }
  }
}

function isRecent({ sentAt, editedAt, deletedAt }: MessageRow, { now }: ChatDeps) {
  const isAsSent = editedAt === null && deletedAt === null
  return isAsSent && toSeconds(now()) - sentAt <= NOTICED_WITHIN_SECONDS
}

/**
 * Streams what follows a message that was sent again: its notices, and the answer that it has or
 * will get. The answer is sent complete, because it is unknown what the client has already
 * received.
 */
export async function followAnswer(
  message: MessageRow,
  unavailable: Addressed['unavailable'],
  c: Context<Env>,
  deps: ChatDeps,
): Promise<Response | undefined> {
  if (!acceptsEvents(c)) return undefined
  const [run] = await deps.database
    .select({ runId: answers.runId })
    .from(answers)
    .innerJoin(runs, eq(runs.runId, answers.runId))
    .where(eq(answers.messageId, message.id))
    .orderBy(asc(runs.startedAtMs))
    .limit(1)
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

/**
 * Polls the database until any process has stored the answer. Resolves with the failure if there is
 * no answer.
 */
async function follow(
  runId: string,
  { id, sender }: MessageRow,
  emit: Emit,
  deps: ChatDeps,
  signal: AbortSignal,
): Promise<FailureCode | undefined> {
  const { database } = deps
  let hasStarted = false
  for await (const _pause of pauses(signal)) {
    await settleAnswers(deps)
    const [run] = await database
      .select({ answer: answers, state: runs.state })
      .from(answers)
      .innerJoin(runs, eq(runs.runId, answers.runId))
      .where(eq(answers.runId, runId))
    if (!run) return 'internal'
    const { threadId, agentUid: agent, answerId } = run.answer
    if (!hasStarted && (run.state === 'running' || run.state === 'done')) {
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
