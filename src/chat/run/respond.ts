import type { Context } from 'hono'
import { onAbort } from '../../core/abort.ts'
import type { Env } from '../../http/env.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { canSee } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import type { OnMessage } from '../message/message-operations.ts'
import { FAILURES } from './answer.ts'
import { answerMessage } from './answer-message.ts'
import type { ChatDeps } from './chat-deps.ts'
import { CHAT_LIMITS } from './chat-deps.ts'
import type { ChatEvent, Emit } from './chat-event.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { type Addressed, findAddressed } from './find-addressed.ts'
import { storeNotices } from './notices.ts'
import { type Run, recordRun } from './run.ts'

/** Lets the agent of a conversation, where it has one, answer what was just stored. */
export function chat(deps: ChatDeps): OnMessage {
  return async (message, c) => {
    return respond(message, await findAddressed(deps.database, message), c, deps)
  }
}

/**
 * Has a message answered, and stores a notice for its sender about each agent that will not. A caller
 * that accepts `text/event-stream` is streamed the answer; for everybody else it goes on behind the
 * response, and is found among the messages later. It goes on too when its reader leaves.
 */
export async function respond(
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

  deps.backgroundTasks.begin(async (stop) => {
    const stopWaiting = stopUnread(stop, deps)
    await answerMessage(run, nobody, deps, stop)
    stopWaiting()
  })
}

export function acceptsEvents(c: Context<Env>): boolean {
  return c.req.header('accept')?.includes('text/event-stream') ?? false
}

/** What a stream begins with: the message, and the notices about it. */
export async function describeOpening(
  message: MessageRow,
  notices: readonly MessageRow[],
  { database }: Pick<ChatDeps, 'database'>,
): Promise<ChatEvent[]> {
  const described = await describeMessages(database, [message, ...notices], message.sender)
  return described.map((one, at) => ({ type: at === 0 ? 'message' : 'notice', message: one }))
}

/** The whole answer to a message that no agent answers: nothing where there is no notice either. */
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
  stream.hurry()
  for (const event of await describeOpening(message, notices, deps)) await stream.send(event)
  stream.close()
  return stream.response
}

interface Asked {
  message: MessageRow
  opening: readonly ChatEvent[]
}

async function streamAnswer(
  run: Run,
  { message, opening }: Asked,
  c: Context<Env>,
  deps: ChatDeps,
) {
  const { backgroundTasks } = deps
  const limits = { ...CHAT_LIMITS, ...deps.chatLimits }
  let onLeave = () => {}
  const { runId } = run
  const stream = openEventStream(c, { runId, idPrefix: runId, limits, onLeave: () => onLeave() })

  backgroundTasks.begin(async (stop) => {
    let stopWaiting = () => {}
    onLeave = () => {
      stopWaiting = stopUnread(stop, deps)
    }
    onAbort(stop.signal, stream.hurry)
    for (const event of opening) await stream.send(event)
    await answerMessage(run, toMember(message, stream, deps), deps, stop)
    stopWaiting()
    stream.close()
  })
  return stream.response
}

/** Ends the stream of a user who has been banned from the group. */
function toMember(message: MessageRow, stream: EventStream, deps: ChatDeps): Emit {
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

/** Nobody reads any more, and not every runtime lets work go on for long behind a response. */
function stopUnread(stop: AbortController, { chatLimits }: ChatDeps) {
  const { unreadMs } = { ...CHAT_LIMITS, ...chatLimits }
  const timer = setTimeout(() => stop.abort(), unreadMs)
  return () => clearTimeout(timer)
}

const nobody: Emit = async () => {}
