import type { ChatEvent } from './event.ts'
import { anEvent, brokeOff, openEvents } from './event-stream.ts'
import { OneMessage, sendingMessage, sendingToolResult } from './messages.ts'
import type { CallOptions } from './options.ts'
import type { NewMessage, ToolOutcome } from './platform-types.ts'
import type { Call } from './request.ts'
import { type Operation, readDocument, type SendConfig, withRetries } from './send.ts'

export interface StreamOptions extends CallOptions {
  /** How long the platform may say nothing at all, once its answer has begun. */
  heartbeatTimeoutMs?: number | undefined
}

const EventSchema = anEvent<ChatEvent>()

/** Messages whose answers by agents are read as they grow. */
export function chatStreams(config: SendConfig) {
  async function* stream(
    call: Call & Pick<Operation<unknown>, 'isRepeatable'>,
  ): AsyncGenerator<ChatEvent> {
    const open = () => openEvents(call, config, { schema: EventSchema })
    const { events, answer } = await withRetries(call, config, open)
    if (!events) {
      yield { type: 'message', message: readDocument(answer, OneMessage).data }
      return
    }
    let isComplete = false
    for await (const { event } of events) {
      yield event
      if (event.type === 'answer' || event.type === 'failed') return
      // Without a run there is no answer to come.
      isComplete = event.type === 'notice' && event.runId === undefined
    }
    if (!isComplete) throw brokeOff()
  }

  return {
    /**
     * Sends a message and follows the answer of an agent to it. Where none answers, the message
     * alone comes. A stream that breaks off is not begun again: the answer goes on all the same, is
     * among the messages later, and comes whole where the message is sent again with its `muid`.
     */
    streamMessage: (message: NewMessage, options: StreamOptions = {}): AsyncGenerator<ChatEvent> =>
      stream({ ...options, ...sendingMessage(message) }),

    /** Hands back what a frontend action came to, and follows how the agent goes on. */
    streamToolResult: (
      messageId: string,
      outcome: ToolOutcome,
      options: StreamOptions = {},
    ): AsyncGenerator<ChatEvent> =>
      stream({ ...options, ...sendingToolResult(messageId, outcome) }),
  }
}
