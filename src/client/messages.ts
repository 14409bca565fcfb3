import { type Answer, type Api, dataOf } from './api.ts'
import { connectionLost } from './client-error.ts'
import type { ChatEvent } from './event.ts'
import { readEvents, type StreamOptions } from './event-stream.ts'
import { type CursorOptions, type Cursors, cursorPages } from './pages.ts'
import type { Message, MessageEdit, NewMessage, ToolOutcome } from './platform-types.ts'
import type { Call, CallOptions } from './send.ts'

export interface MessagePage extends Cursors {
  messages: Message[]
}

const MESSAGE = '/v3/messages/{id}'

export function messages(api: Api) {
  /** Without a `muid` it is not repeatable: there might be two messages. */
  function send(message: NewMessage, call?: Call) {
    const body = { category: 'message' as const, type: 'text', ...message }
    const isRepeatable = message.muid !== undefined
    return api.POST('/v3/messages', { body, ...api.with({}, { ...call, isRepeatable }) })
  }

  /** Repeatable: the first result is kept. */
  function returnResult(id: string, body: ToolOutcome, call?: Call) {
    const sent = api.with({ path: { id } }, { ...call, isRepeatable: true })
    return api.POST(`${MESSAGE}/tool-results`, { body, ...sent })
  }

  /** Streams the answer of an agent, which may be the response to a call. */
  async function* stream(
    options: StreamOptions | undefined,
    post: (call: Call) => Answer<{ data: Message }>,
  ): AsyncGenerator<ChatEvent> {
    const streams: Response[] = []
    const posted = post({ ...options, onStream: (response) => streams.push(response) })
    await posted
    const [response] = streams
    if (!response) {
      yield { type: 'message', message: await dataOf(posted) }
      return
    }
    const { maxBytes } = api.config
    let isComplete = false
    for await (const { event } of readEvents<ChatEvent>(response, { ...options, maxBytes })) {
      yield event
      if (event.type === 'answer' || event.type === 'failed') return
      // Without a run there is no answer to come.
      isComplete = event.type === 'notice' && event.runId === undefined
    }
    if (!isComplete) throw connectionLost()
  }

  return {
    /**
     * Sends a message on behalf of a user. If the response is lost, it is only retried with a
     * `muid`, as otherwise there might be two messages.
     */
    sendMessage: (message: NewMessage, options?: CallOptions): Promise<Message> =>
      dataOf(send(message, options)),

    /**
     * Sends a message and streams the answer of an agent. If no agent answers, only the message is
     * returned. A lost stream is not resumed: the answer continues and appears among the messages
     * later. To get it complete, send the message again with its `muid`.
     */
    streamMessage: (message: NewMessage, options?: StreamOptions): AsyncGenerator<ChatEvent> =>
      stream(options, (call) => send(message, call)),

    getMessage: (id: string, options?: CallOptions): Promise<Message> =>
      dataOf(api.GET(MESSAGE, api.with({ path: { id } }, options))),

    editMessage: (id: string, body: MessageEdit, options?: CallOptions): Promise<Message> =>
      dataOf(api.PUT(MESSAGE, { body, ...api.with({ path: { id } }, options) })),

    /** The message keeps its id and position, without its content. */
    async deleteMessage(id: string, options?: CallOptions): Promise<void> {
      await api.DELETE(MESSAGE, api.with({ path: { id } }, options))
    },

    /**
     * The messages between the user of the call and another, page by page in the direction of
     * `affix`.
     */
    async *listUserMessages(uid: string, options: CursorOptions = {}): AsyncGenerator<MessagePage> {
      const pages = cursorPages(options, (query, call) =>
        api.GET('/v3/users/{uid}/messages', api.with({ path: { uid }, query }, call)),
      )
      for await (const { items, ...cursors } of pages) yield { messages: items, ...cursors }
    },

    /** The messages of a group, page by page in the direction of `affix`. */
    async *listGroupMessages(
      guid: string,
      options: CursorOptions = {},
    ): AsyncGenerator<MessagePage> {
      const pages = cursorPages(options, (query, call) =>
        api.GET('/v3/groups/{guid}/messages', api.with({ path: { guid }, query }, call)),
      )
      for await (const { items, ...cursors } of pages) yield { messages: items, ...cursors }
    },

    /** Returns the result of a frontend action. Resolves with the message that contains it. */
    sendToolResult: (
      messageId: string,
      outcome: ToolOutcome,
      options?: CallOptions,
    ): Promise<Message> => dataOf(returnResult(messageId, outcome, options)),

    /** Returns the result of a frontend action, and streams how the agent continues. */
    streamToolResult: (
      messageId: string,
      outcome: ToolOutcome,
      options?: StreamOptions,
    ): AsyncGenerator<ChatEvent> =>
      stream(options, (call) => returnResult(messageId, outcome, call)),
  }
}
