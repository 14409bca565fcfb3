import { asc, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Log } from '../../core/log.ts'
import { pauses } from '../../core/pause.ts'
import type { Env } from '../../http/env.ts'
import { databaseError } from '../../storage/database-error.ts'
import { runs } from '../../storage/run-schema.ts'
import { answers } from '../../storage/schema.ts'
import { describeMessage, describeMessages } from '../messages/describe-messages.ts'
import { canSee, findMessage } from '../messages/find-messages.ts'
import { type MessageRow, textOf } from '../messages/message.ts'
import type { Store } from '../store.ts'
import { type Addressed, storeNotices } from './addressed.ts'
import { type FailureCode, failedEvent } from './answer-data.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import type { Emit } from './chat-event.ts'
import type { ChatLimits } from './chat-limits.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { type AnswerRun, settleAnswers } from './run.ts'

interface StreamDeps extends Pick<Store, 'database'> {
  limits: ChatLimits
  backgroundTasks: BackgroundTasks
}

export interface StartDeps extends StreamDeps, Store {
  log: Log
  /** Has an agent answer, and emits the events of its answer if there is a reader. */
  answer(run: AnswerRun, message: MessageRow, stop: AbortController, emit?: Emit): Promise<void>
}

/**
 * Starts the answer to a message, whose run is stored, and stores a notice for its sender about each
 * agent that will not answer. A caller that accepts `text/event-stream` is streamed the answer. For
 * others it is written after the response and appears among the messages later, as it does when the
 * client disconnects.
 */
export async function startAnswer(
  message: MessageRow,
  { run, unavailable }: { run: AnswerRun | undefined; unavailable: Addressed['unavailable'] },
  c: Context<Env>,
  deps: StartDeps,
): Promise<Response | undefined> {
  const notices = unavailable.length > 0 ? await storeNotices(message, unavailable, deps) : []
  if (!run) return streamNotices(message, notices, c, deps)
  // Limits work without a reader: not every runtime lets it continue long after the response.
  const { unreadMs } = deps.limits
  if (acceptsEvents(c)) {
    const streamed = { runId: run.runId, idPrefix: run.runId, message, notices, unreadMs }
    return streamEvents(streamed, c, deps, (events, stop) =>
      deps.answer(run, message, stop, whileMember(message, events, deps)),
    )
  }
  const stop = new AbortController()
  deps.backgroundTasks.start(stop, async () => {
    const timer = setTimeout(() => stop.abort(), unreadMs)
    await deps.answer(run, message, stop)
    clearTimeout(timer)
  })
  return undefined
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
  deps: StartDeps,
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
  if (!run) return streamNotices(message, notices, c, deps)

  const { runId } = run
  const streamed = { runId, idPrefix: unique(runId), message, notices, unreadMs: 0 }
  return streamEvents(streamed, c, deps, async ({ send }, stop) => {
    const logged = (error: unknown): FailureCode => {
      deps.log.error('answer-not-followed', { runId, error: databaseError(error) })
      return 'internal'
    }
    const failure = await follow(runId, message, send, deps, stop.signal).catch(logged)
    if (failure) await send(failedEvent(failure))
  })
}

export function acceptsEvents(c: Context<Env>): boolean {
  return c.req.header('accept')?.includes('text/event-stream') ?? false
}

/** The ids of events that are sent again have to be other ones. */
function unique(prefix: string | number) {
  return `${prefix}-${crypto.randomUUID().slice(0, 8)}`
}

/** The stream for a message that no agent answers; undefined if there are no notices either. */
async function streamNotices(
  message: MessageRow,
  notices: readonly MessageRow[],
  c: Context<Env>,
  deps: StreamDeps,
): Promise<Response | undefined> {
  if (notices.length === 0 || !acceptsEvents(c)) return undefined
  const idPrefix = unique(message.id)
  return streamEvents({ idPrefix, message, notices, unreadMs: 0 }, c, deps, async () => {})
}

interface Streamed {
  /** Absent if no agent answers. */
  runId?: string
  idPrefix: string
  message: MessageRow
  notices: readonly MessageRow[]
  /** How long the work continues without a reader. */
  unreadMs: number
}

/** Streams a message and the notices about it, and then the events of some work. */
async function streamEvents(
  { runId, idPrefix, message, notices, unreadMs }: Streamed,
  c: Context<Env>,
  deps: StreamDeps,
  work: (events: EventStream, stop: AbortController) => Promise<void>,
): Promise<Response> {
  const described = await describeMessages(deps.database, [message, ...notices], message.sender)
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const events = openEventStream(c, {
    ...deps.limits,
    runId,
    idPrefix,
    stopping: stop.signal,
    onLeave() {
      timer = setTimeout(() => stop.abort(), unreadMs)
    },
  })
  deps.backgroundTasks.start(stop, async () => {
    for (const [at, item] of described.entries()) {
      await events.send({ type: at === 0 ? 'message' : 'notice', message: item })
    }
    await work(events, stop)
    clearTimeout(timer)
    events.close()
  })
  return events.response
}

/** Ends the stream once its user may no longer see the message, such as after a ban. */
function whileMember(
  message: MessageRow,
  stream: EventStream,
  { database, limits: { accessCheckMs } }: Pick<StreamDeps, 'database' | 'limits'>,
): Emit {
  let checkedMs = performance.now()
  return async (event) => {
    const isDue = performance.now() - checkedMs >= accessCheckMs
    if (isDue && message.receiverType === 'group') {
      checkedMs = performance.now()
      const maySee = await canSee(database, message, message.sender).catch(() => false)
      if (!maySee) {
        await stream.send(failedEvent('not-a-member'))
        return stream.close()
      }
    }
    await stream.send(event)
  }
}

/**
 * Polls the database until any process has stored the answer. Resolves with the failure if there is
 * no answer.
 */
async function follow(
  runId: string,
  { id, sender }: MessageRow,
  emit: Emit,
  deps: Store & { log: Log },
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
      await emit({ type: 'run-start', threadId, runId, agent, replyTo: String(id) })
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
