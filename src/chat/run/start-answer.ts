import type { Context } from 'hono'
import { onAbort } from '../../core/abort.ts'
import type { Env } from '../../http/env.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { canSee } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import type { OnMessage } from '../message/message-operations.ts'
import { FAILURES } from './answer-data.ts'
import { answerMessage } from './answer-message.ts'
import { CHAT_LIMITS, type ChatDeps } from './chat-deps.ts'
import type { ChatEvent, Emit } from './chat-event.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { type Addressed, findAddressed } from './find-addressed.ts'
import { storeNotices } from './notices.ts'
import { type Run, recordRun } from './run.ts'

/** Starts the answer of a conversation's agent, if there is one, to a message that was just stored. */
export function answerNewMessages(deps: ChatDeps): OnMessage {
  return async (message, c) => {
    return startAnswer(message, await findAddressed(deps.database, message), c, deps)
  }
}

/**
 * Starts the answer to a message, and stores a notice for its sender about each agent that will not answer.
 * A caller that accepts `text/event-stream` is streamed the answer. For others it is written after
 * the response and appears among the messages later, as it does when the client disconnects.
 */
export async function startAnswer(
  message: MessageRow,
  { answerer, unavailable }: Addressed,
  c: Context<Env>,
  deps: ChatDeps,
): Promise<Response | undefined> {
  const notices = unavailable.length > 0 ? await storeNotices(message, unavailable, deps) : []
  if (!answerer) return streamNotices(message, notices, c, deps)
  const run = await recordRun(message, answerer, deps)
  if (acceptsEvents(c)) {
    const opening = await describeOpening(message, notices, deps)
    return streamAnswer(run, { message, opening }, c, deps)
  }

  deps.backgroundTasks.start(async (stop) => {
    const cancelTimeout = abortAfterUnreadTimeout(stop, deps)
    await answerMessage(run, ignore, deps, stop)
    cancelTimeout()
  })
}

export function acceptsEvents(c: Context<Env>): boolean {
  return c.req.header('accept')?.includes('text/event-stream') ?? false
}

/** The first events of a stream: the message, and the notices about it. */
export async function describeOpening(
  message: MessageRow,
  notices: readonly MessageRow[],
  { database }: Pick<ChatDeps, 'database'>,
): Promise<ChatEvent[]> {
  const described = await describeMessages(database, [message, ...notices], message.sender)
  return described.map((item, at) => ({ type: at === 0 ? 'message' : 'notice', message: item }))
}

/** The stream for a message that no agent answers; undefined if there are no notices either. */
export async function streamNotices(
  message: MessageRow,
  notices: readonly MessageRow[],
  c: Context<Env>,
  deps: ChatDeps,
): Promise<Response | undefined> {
  if (notices.length === 0 || !acceptsEvents(c)) return undefined
  const limits = { ...CHAT_LIMITS, ...deps.chatLimits }
  const idPrefix = `${message.id}-${crypto.randomUUID().slice(0, 8)}`
  const stream = openEventStream(c, { idPrefix, limits, onLeave: () => {} })
  stream.stopWaiting()
  for (const event of await describeOpening(message, notices, deps)) await stream.send(event)
  stream.close()
  return stream.response
}

interface Opening {
  message: MessageRow
  opening: readonly ChatEvent[]
}

async function streamAnswer(
  run: Run,
  { message, opening }: Opening,
  c: Context<Env>,
  deps: ChatDeps,
) {
  const { backgroundTasks } = deps
  const limits = { ...CHAT_LIMITS, ...deps.chatLimits }
  let onLeave = () => {}
  const { runId } = run
  const stream = openEventStream(c, { runId, idPrefix: runId, limits, onLeave: () => onLeave() })

  backgroundTasks.start(async (stop) => {
    let cancelTimeout = () => {}
    onLeave = () => {
      cancelTimeout = abortAfterUnreadTimeout(stop, deps)
    }
    onAbort(stop.signal, stream.stopWaiting)
    for (const event of opening) await stream.send(event)
    await answerMessage(run, whileMember(message, stream, deps), deps, stop)
    cancelTimeout()
    stream.close()
  })
  return stream.response
}

/** Ends the stream once its user may no longer see the message, such as after a ban. */
function whileMember(message: MessageRow, stream: EventStream, deps: ChatDeps): Emit {
  const { accessCheckMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  let checkedMs = performance.now()
  return async (event) => {
    const isDue = performance.now() - checkedMs >= accessCheckMs
    if (isDue && message.receiverType === 'group') {
      checkedMs = performance.now()
      const maySee = await canSee(deps.database, message, message.sender).catch(() => false)
      if (!maySee) {
        const { code, message: reason } = FAILURES['not-a-member']
        await stream.send({ type: 'failed', code, message: reason })
        return stream.close()
      }
    }
    await stream.send(event)
  }
}

/** Limits work without a reader: not every runtime lets it continue long after the response. */
function abortAfterUnreadTimeout(stop: AbortController, { chatLimits }: ChatDeps) {
  const { unreadMs } = { ...CHAT_LIMITS, ...chatLimits }
  const timer = setTimeout(() => stop.abort(), unreadMs)
  return () => clearTimeout(timer)
}

const ignore: Emit = async () => {}
