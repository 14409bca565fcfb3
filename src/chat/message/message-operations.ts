import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../../http/env.ts'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import { deleteMessage, editMessage } from './change-message.ts'
import { describeMessages } from './describe-messages.ts'
import { findMessage } from './find-message.ts'
import { listGroupMessages, listUserMessages } from './list-messages.ts'
import { Message, MessageEdit, type MessageRow, SentMessage } from './message.ts'
import { sendMessage } from './send-message.ts'

export interface MessageDeps {
  database: Database
  now(): Date
  /**
   * Called once for each new text message. Its response, if any, is sent instead of the message:
   * the stream of an agent's answer.
   */
  onMessage?: OnMessage
  /** The same for a text message that is stored already, because it was sent before. */
  onRepeat?: OnMessage
}

export type OnMessage = (message: MessageRow, c: Context<Env>) => Promise<Response | undefined>

/** The events of an answer, for OpenAPI. */
export const ANSWER_EVENTS =
  'If an agent answers and the header `Accept` contains text/event-stream: server-sent events, ' +
  'each with `type` and `runId` in its data. First `message`, and a `notice` for each agent that ' +
  'will not answer, after which the stream ends if no agent does; then `run-started`, ' +
  '`text-delta`, `tool-call-start`, `tool-call` and `tool-result`; last `answer`, or `failed`. ' +
  'For a message that is sent again, the answer is complete: `message`, `run-started`, its text in ' +
  'one `text-delta`, and `answer`, which contains its calls.'

const tags = ['Chat platform: messages']
const OneMessage = z.object({ id: z.string() })

/** Sends, reads, edits, deletes and lists messages. */
export function messageOperations(deps: MessageDeps) {
  return [sendOperation(deps), ...singleOperations(deps), ...listOperations(deps)]
}

function sendOperation({ database, now, onMessage, onRepeat }: MessageDeps) {
  return operation({
    operationId: 'sendMessage',
    method: 'post',
    path: '/v3/messages',
    tags,
    summary: 'Send a message to a user or a group',
    onBehalfOf: 'required',
    body: SentMessage,
    data: Message,
    events: ANSWER_EVENTS,
    async handle({ caller, body }, c) {
      const { stored, isNew } = await sendMessage(caller, body, { database, now })
      const isText = stored.category === 'message' && stored.type === 'text'
      const answer = isText ? await (isNew ? onMessage : onRepeat)?.(stored, c) : undefined
      return answer ?? { data: await describeOne(database, stored, caller) }
    },
  })
}

function singleOperations({ database, now }: MessageDeps) {
  return [
    operation({
      operationId: 'getMessage',
      method: 'get',
      path: '/v3/messages/{id}',
      tags,
      summary: 'One message',
      onBehalfOf: 'optional',
      params: OneMessage,
      data: Message,
      async handle({ caller, params }) {
        const message = await findMessage(database, params.id, caller)
        return { data: await describeOne(database, message, caller) }
      },
    }),
    operation({
      operationId: 'editMessage',
      method: 'put',
      path: '/v3/messages/{id}',
      tags,
      summary: 'Edit a message, as its sender or a server',
      description: 'Deleted messages and answers that are still being written cannot be edited.',
      onBehalfOf: 'optional',
      params: OneMessage,
      body: MessageEdit,
      data: Message,
      async handle({ caller, params, body }) {
        const message = await editMessage(params.id, body, caller, { database, now })
        return { data: await describeOne(database, message, caller) }
      },
    }),
    operation({
      operationId: 'deleteMessage',
      method: 'delete',
      path: '/v3/messages/{id}',
      tags,
      summary: 'Delete a message, as its sender or a server',
      description:
        'The message keeps its id and position; its content and its reactions are deleted.',
      onBehalfOf: 'optional',
      params: OneMessage,
      data: Message,
      async handle({ caller, params }) {
        const message = await deleteMessage(params.id, caller, { database, now })
        return { data: await describeOne(database, message, caller) }
      },
    }),
  ]
}

function listOperations({ database }: MessageDeps) {
  return [
    operation({
      operationId: 'listUserMessages',
      method: 'get',
      path: '/v3/users/{uid}/messages',
      tags,
      summary: 'The messages between a user and the one on whose behalf the call is made',
      description:
        'Without `onBehalfOf`: all that the user has sent to and received from other users.',
      onBehalfOf: 'optional',
      params: z.object({ uid: Id }),
      query: PageQuery,
      data: z.array(Message),
      meta: PageMeta,
      async handle({ caller, params, query }) {
        const { items, meta } = await listUserMessages(database, params.uid, query, caller)
        return { data: await describeAll(database, items, caller), meta }
      },
    }),
    operation({
      operationId: 'listGroupMessages',
      method: 'get',
      path: '/v3/groups/{guid}/messages',
      tags,
      summary: 'The messages of a group',
      onBehalfOf: 'optional',
      params: z.object({ guid: Id }),
      query: PageQuery,
      data: z.array(Message),
      meta: PageMeta,
      async handle({ caller, params, query }) {
        const { items, meta } = await listGroupMessages(database, params.guid, query, caller)
        return { data: await describeAll(database, items, caller), meta }
      },
    }),
  ]
}

function describeAll(database: Database, rows: readonly MessageRow[], reader: string | undefined) {
  return describeMessages(database, rows, reader, { isServer: reader === undefined })
}

async function describeOne(database: Database, row: MessageRow, reader: string | undefined) {
  const [message] = await describeAll(database, [row], reader)
  if (!message) throw new Error('a message was not described')
  return message
}
