import type { Context } from 'hono'
import { onAbort } from '../../on-abort.ts'
import type { Door } from '../../route/door.ts'
import type { AgentRow } from '../agent/agent.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { canSee } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import type { OnMessage } from '../message/messages-routes.ts'
import { FAILURES } from './answer.ts'
import { answerMessage } from './answer-message.ts'
import type { Hear } from './chat-event.ts'
import { CHAT_LIMITS } from './chat-limits.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { findAnswerer } from './find-answerer.ts'
import { type Run, recordRun } from './run.ts'

/** Lets the agent of a conversation, where it has one, answer what was just stored. */
export function chat(needs: ChatNeeds): OnMessage {
  return async (message, c) => {
    const agent = await findAnswerer(needs.database, message)
    return agent && letAnswer(agent, message, c, needs)
  }
}

/**
 * Has a message answered. Whoever accepts `text/event-stream` hears the answer as it comes; for
 * everybody else it goes on behind the response, and is found among the messages later. It goes on
 * too when its reader leaves.
 */
export async function letAnswer(
  agent: AgentRow,
  message: MessageRow,
  c: Context<Door>,
  needs: ChatNeeds,
): Promise<Response | undefined> {
  const run = await recordRun(message, agent, needs)
  if (acceptsEvents(c)) return streamAnswer(run, message, c, needs)

  needs.underWay.begin(async (stop) => {
    const stopWaiting = stopUnread(stop, needs)
    await answerMessage(run, nobody, needs, stop)
    stopWaiting()
  })
}

export function acceptsEvents(c: Context<Door>): boolean {
  return c.req.header('accept')?.includes('text/event-stream') ?? false
}

async function streamAnswer(run: Run, message: MessageRow, c: Context<Door>, needs: ChatNeeds) {
  const { database, underWay } = needs
  const limits = { ...CHAT_LIMITS, ...needs.chatLimits }
  const [described] = await describeMessages(database, [message], message.sender)
  let onLeave = () => {}
  const { runId } = run
  const stream = openEventStream(c, { runId, idPrefix: runId, limits, onLeave: () => onLeave() })

  underWay.begin(async (stop) => {
    let stopWaiting = () => {}
    onLeave = () => {
      stopWaiting = stopUnread(stop, needs)
    }
    onAbort(stop.signal, stream.hurry)
    if (described) await stream.send({ type: 'message', message: described })
    await answerMessage(run, toMember(message, stream, needs), needs, stop)
    stopWaiting()
    stream.close()
  })
  return stream.response
}

/** Whoever is banned from a group hears no more of what is said in it. */
function toMember(message: MessageRow, stream: EventStream, needs: ChatNeeds): Hear {
  const { accessCheckMs } = { ...CHAT_LIMITS, ...needs.chatLimits }
  let checkedMs = performance.now()
  return async (event) => {
    const isDue = performance.now() - checkedMs >= accessCheckMs
    if (isDue && message.receiverType === 'group') {
      checkedMs = performance.now()
      const mayHear = await canSee(needs.database, message, message.sender).catch(() => false)
      if (!mayHear) {
        const { code, message: reason } = FAILURES['not-a-member']
        await stream.send({ type: 'failed', code, message: reason })
        return stream.close()
      }
    }
    await stream.send(event)
  }
}

/** Nobody reads any more, and not every runtime lets work go on for long behind a response. */
function stopUnread(stop: AbortController, { chatLimits }: ChatNeeds) {
  const { unreadMs } = { ...CHAT_LIMITS, ...chatLimits }
  const timer = setTimeout(() => stop.abort(), unreadMs)
  return () => clearTimeout(timer)
}

const nobody: Hear = async () => {}
