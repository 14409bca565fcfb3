import type { Context } from 'hono'
import { onAbort } from '../../core/abort.ts'
import type { Env } from '../../http/env.ts'
import { describeMessages } from '../messages/describe-messages.ts'
import { canSee } from '../messages/find-messages.ts'
import type { MessageRow } from '../messages/message.ts'
import { type Addressed, storeNotices } from './addressed.ts'
import { failedEvent } from './answer-data.ts'
import { answerMessage } from './answer-message.ts'
import { type ChatDeps, limitsOf } from './chat-deps.ts'
import type { Emit } from './chat-event.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { Run } from './run.ts'

/**
 * Starts the answer to a message, whose run is stored, and stores a notice for its sender about each
 * agent that will not answer. A caller that accepts `text/event-stream` is streamed the answer. For
 * others it is written after the response and appears among the messages later, as it does when the
 * client disconnects.
 */
export async function startAnswer(
  message: MessageRow,
  { run, unavailable }: { run: Run | undefined; unavailable: Addressed['unavailable'] },
  c: Context<Env>,
  deps: ChatDeps,
): Promise<Response | undefined> {
  const notices = unavailable.length > 0 ? await storeNotices(message, unavailable, deps) : []
  if (!run) return streamNotices({ message, notices }, c, deps)
  const { unreadMs } = limitsOf(deps)
  // Limits work without a reader: not every runtime lets it continue long after the response.
  const abortLater = (stop: AbortController) => setTimeout(() => stop.abort(), unreadMs)

  if (!acceptsEvents(c)) {
    deps.backgroundTasks.start(async (stop) => {
      const timer = abortLater(stop)
      await answerMessage(run, message, deps, stop)
      clearTimeout(timer)
    })
    return undefined
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  return streamEvents({ runId: run.runId, message, notices }, c, deps, {
    async work(events, stop) {
      await answerMessage(run, message, deps, stop, whileMember(message, events, deps))
      clearTimeout(timer)
    },
    onLeave(stop) {
      timer = abortLater(stop)
    },
  })
}

export function acceptsEvents(c: Context<Env>): boolean {
  return c.req.header('accept')?.includes('text/event-stream') ?? false
}

interface Streamed {
  /** Absent if no agent answers. */
  runId?: string
  /** Whether the run is streamed again, so that the ids of its events have to be other ones. */
  isRepeated?: boolean
  message: MessageRow
  notices: readonly MessageRow[]
}

/** The stream for a message that no agent answers; undefined if there are no notices either. */
export async function streamNotices(
  streamed: Streamed,
  c: Context<Env>,
  deps: ChatDeps,
): Promise<Response | undefined> {
  if (streamed.notices.length === 0 || !acceptsEvents(c)) return undefined
  return streamEvents(streamed, c, deps, { work: async () => {}, onLeave() {} })
}

interface Work {
  work(events: EventStream, stop: AbortController): Promise<void>
  onLeave(stop: AbortController): void
}

/** Streams a message and the notices about it, and then the events of some work. */
export async function streamEvents(
  { runId, isRepeated = runId === undefined, message, notices }: Streamed,
  c: Context<Env>,
  deps: ChatDeps,
  { work, onLeave }: Work,
): Promise<Response> {
  const described = await describeMessages(deps.database, [message, ...notices], message.sender)
  const unique = isRepeated ? `-${crypto.randomUUID().slice(0, 8)}` : ''
  const idPrefix = `${runId ?? message.id}${unique}`
  let leave = () => {}
  const limits = limitsOf(deps)
  const events = openEventStream(c, { runId, idPrefix, limits, onLeave: () => leave() })
  deps.backgroundTasks.start(async (stop) => {
    leave = () => onLeave(stop)
    onAbort(stop.signal, events.stopWaiting)
    for (const [at, item] of described.entries()) {
      await events.send({ type: at === 0 ? 'message' : 'notice', message: item })
    }
    await work(events, stop)
    events.close()
  })
  return events.response
}

/** Ends the stream once its user may no longer see the message, such as after a ban. */
function whileMember(message: MessageRow, stream: EventStream, deps: ChatDeps): Emit {
  const { accessCheckMs } = limitsOf(deps)
  let checkedMs = performance.now()
  return async (event) => {
    const isDue = performance.now() - checkedMs >= accessCheckMs
    if (isDue && message.receiverType === 'group') {
      checkedMs = performance.now()
      const maySee = await canSee(deps.database, message, message.sender).catch(() => false)
      if (!maySee) {
        await stream.send(failedEvent('not-a-member'))
        return stream.close()
      }
    }
    await stream.send(event)
  }
}
