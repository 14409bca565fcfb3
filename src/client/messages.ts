import { type CallOptions, checked } from './options.ts'
import { type CursorOptions, type Cursors, cursorPages } from './pages.ts'
import type {
  Message,
  MessageData,
  MessageEdit,
  NewMessage,
  ToolOutcome,
} from './platform-types.ts'
import {
  anything,
  dataOf,
  filledText,
  flag,
  id,
  list,
  loose,
  number,
  oneOf,
  optional,
  record,
  strict,
  text,
  valid,
} from './schema.ts'
import type { Operation, Send } from './send.ts'

export interface MessagePage extends Cursors {
  messages: Message[]
}

const Data = loose<MessageData>({ text: optional(text) })
const Tags = optional(list(text))

const NewMessageSchema = strict<NewMessage>({
  receiver: filledText,
  receiverType: oneOf(['user', 'group']),
  category: optional(oneOf(['message', 'custom'])),
  type: optional(filledText),
  data: Data,
  muid: optional(filledText),
  parentId: optional(
    valid<string | number>(
      (value) => typeof value === 'string' || Number.isSafeInteger(value),
      'must be a string or an integer',
    ),
  ),
  tags: Tags,
})

const Edit = strict<MessageEdit>({ data: Data, tags: Tags })

const Outcome = strict<ToolOutcome>({
  toolCallId: filledText,
  result: valid<unknown>((value) => value !== undefined, 'is required'),
  isError: optional(flag),
})

export const MessageSchema = loose<Message>({
  id,
  muid: optional(text),
  conversationId: optional(text),
  sender: optional(text),
  receiver: optional(text),
  receiverType: optional(text),
  category: optional(text),
  type: optional(text),
  data: optional(record),
  sentAt: optional(number),
})

export const OneMessage = dataOf(MessageSchema)
const messagePath = (messageId: string) => `/v3/messages/${encodeURIComponent(messageId)}`

type Posted = Pick<Operation<unknown>, 'method' | 'path' | 'body' | 'isRepeatable'>

/** The call that sends a message. Without a `muid` it is not repeatable: there might be two. */
export function sendingMessage(message: NewMessage): Posted {
  const body = { category: 'message', type: 'text', ...checked(NewMessageSchema, message) }
  const isRepeatable = body.muid !== undefined
  return { method: 'POST', path: '/v3/messages', body, isRepeatable }
}

/** The call that returns a tool result. It is repeatable: the first result is kept. */
export function sendingToolResult(messageId: string, outcome: ToolOutcome): Posted {
  const body = checked(Outcome, outcome)
  const path = `${messagePath(messageId)}/tool-results`
  return { method: 'POST', path, body, isRepeatable: true }
}

export function messages(send: Send) {
  async function* pagesOf(path: string, options: CursorOptions): AsyncGenerator<MessagePage> {
    for await (const { items, next, previous } of cursorPages(send, path, MessageSchema, options)) {
      yield { messages: items, next, previous }
    }
  }

  return {
    /**
     * Sends a message on behalf of a user. If the response is lost, it is only retried with a
     * `muid`, as otherwise there might be two messages.
     */
    async sendMessage(message: NewMessage, options: CallOptions = {}): Promise<Message> {
      return (await send({ ...options, ...sendingMessage(message), answer: OneMessage })).data
    },

    async getMessage(messageId: string, options: CallOptions = {}): Promise<Message> {
      const path = messagePath(messageId)
      return (await send({ ...options, method: 'GET', path, answer: OneMessage })).data
    },

    async editMessage(
      messageId: string,
      edit: MessageEdit,
      options: CallOptions = {},
    ): Promise<Message> {
      const path = messagePath(messageId)
      const body = checked(Edit, edit)
      return (await send({ ...options, method: 'PUT', path, body, answer: OneMessage })).data
    },

    /** The message keeps its id and position, without its content. */
    async deleteMessage(messageId: string, options: CallOptions = {}): Promise<void> {
      await send({ ...options, method: 'DELETE', path: messagePath(messageId), answer: anything })
    },

    /**
     * The messages between the user of the call and another, page by page in the direction of
     * `affix`.
     */
    listUserMessages: (uid: string, options: CursorOptions = {}): AsyncGenerator<MessagePage> =>
      pagesOf(`/v3/users/${encodeURIComponent(uid)}/messages`, options),

    /** The messages of a group, page by page in the direction of `affix`. */
    listGroupMessages: (guid: string, options: CursorOptions = {}): AsyncGenerator<MessagePage> =>
      pagesOf(`/v3/groups/${encodeURIComponent(guid)}/messages`, options),

    /** Returns the result of a frontend action. Resolves with the message that contains it. */
    async sendToolResult(
      messageId: string,
      outcome: ToolOutcome,
      options: CallOptions = {},
    ): Promise<Message> {
      const sending = sendingToolResult(messageId, outcome)
      return (await send({ ...options, ...sending, answer: OneMessage })).data
    },
  }
}
