import type { ChatEvent } from './event.ts'
import { anEvent, connectionLost, openEvents } from './event-stream.ts'
import { OneMessage, sendingMessage, sendingToolResult } from './messages.ts'
import type { CallOptions } from './options.ts'
import type { NewMessage, ToolOutcome } from './platform-types.ts'
import type { Call } from './request.ts'
import { type Operation, parseResponse, type SendConfig, withRetries } from './send.ts'

export interface StreamOptions extends CallOptions {
  /**
   * How long the platform may send nothing, not even a heartbeat, once its response has started.
   */
  heartbeatTimeoutMs?: number | undefined
}

const EventSchema = anEvent<ChatEvent>()

/** Operations that stream the answer of an agent. */
export function chatStreams(config: SendConfig) {
  async function* stream(
    call: Call & Pick<Operation<unknown>, 'isRepeatable'>,
  ): AsyncGenerator<ChatEvent> {
    const open = () => openEvents(call, config, { schema: EventSchema })
    const { events, answer } = await withRetries(call, config, open)
    if (!events) {
      yield { type: 'message', message: parseResponse(answer, OneMessage).data }
      return
    }
    let isComplete = false
    for await (const { event } of events) {
      yield event
      if (event.type === 'answer' || event.type === 'failed') return
      // Without a run there is no answer to come.
      isComplete = event.type === 'notice' && event.runId === undefined
    }
    if (!isComplete) throw connectionLost()
  }

  return {
    /**
     * Sends a message and streams the answer of an agent. If no agent answers, only the message is
     * returned. A lost stream is not resumed: the answer continues and appears among the messages
     * later. To get it complete, send the message again with its `muid`.
     */
    streamMessage: (message: NewMessage, options: StreamOptions = {}): AsyncGenerator<ChatEvent> =>
      stream({ ...options, ...sendingMessage(message) }),

    /** Returns the result of a frontend action, and streams how the agent continues. */
    streamToolResult: (
      messageId: string,
      outcome: ToolOutcome,
      options: StreamOptions = {},
    ): AsyncGenerator<ChatEvent> =>
      stream({ ...options, ...sendingToolResult(messageId, outcome) }),
  }
}
