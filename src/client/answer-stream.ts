import type { CallOperation } from './api.ts'
import { connectionLost } from './client-error.ts'
import type { ChatEvent } from './event.ts'
import { isEventStream, readEvents, type StreamOptions } from './event-stream.ts'
import type { BodyOf, DataOf } from './types.ts'

/** Messages and results of frontend actions, whose response is the answer while it is written. */
export function answerStreams(call: CallOperation, maxBytes: number) {
  async function* eventsOf(
    response: Response,
    options: StreamOptions | undefined,
  ): AsyncGenerator<ChatEvent> {
    if (!isEventStream(response)) {
      const { data }: { data: DataOf<'getMessage'> } = await response.json()
      yield { type: 'message', message: data }
      return
    }
    let isComplete = false
    for await (const { event } of readEvents<ChatEvent>(response, { ...options, maxBytes })) {
      yield event
      if (event.type === 'answer' || event.type === 'run-error') return
      // Without a run there is no answer to come.
      isComplete = event.type === 'notice' && event.runId === undefined
    }
    if (!isComplete) throw connectionLost()
  }

  return {
    /**
     * Sends a message and yields the answer of an agent. If no agent answers, only the message is
     * yielded. A lost stream is not resumed: the answer continues and appears among the messages
     * later. To get it complete, send the message again with its `muid`.
     */
    async *streamMessage(
      body: BodyOf<'sendMessage'>,
      options?: StreamOptions,
    ): AsyncGenerator<ChatEvent> {
      const init = { body, params: { header: headerOf(options) }, ...streaming(options) }
      const { response } = await call('post', '/v3/messages', [init])
      yield* eventsOf(response, options)
    },

    /** Returns the result of a frontend action, and yields how the agent continues. */
    async *streamToolResult(
      id: string,
      body: BodyOf<'handBackToolResult'>,
      options?: StreamOptions,
    ): AsyncGenerator<ChatEvent> {
      const params = { path: { id }, header: headerOf(options) }
      const init = { body, params, ...streaming(options) }
      const { response } = await call('post', '/v3/messages/{id}/tool-results', [init])
      yield* eventsOf(response, options)
    },
  }
}

export function headerOf({ onBehalfOf }: StreamOptions = {}) {
  return onBehalfOf === undefined ? {} : { onBehalfOf }
}

export function streaming({ signal, timeoutMs }: StreamOptions = {}) {
  return { signal: signal ?? null, timeoutMs, parseAs: 'stream' } as const
}
