import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../../http/env.ts'
import type { Operation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import { assertParty } from '../people/groups.ts'
import type { Store } from '../store.ts'
import { deleteMessage, editMessage } from './change-message.ts'
import { describeMessage } from './describe-messages.ts'
import { findMessage, listGroupMessages, listUserMessages } from './find-messages.ts'
import { Message, MessageEdit, type MessageRow, SentMessage } from './message.ts'
import { sendMessage } from './send-message.ts'

export interface MessageDeps extends Store {
  /** Called with each text message that is sent, before it is stored. */
  onMessage?: OnMessage
}

export type OnMessage = (message: SentMessage & { sender: string }) => Promise<FollowUp>

/** What follows a text message: the answer of an agent. */
export interface FollowUp {
  /** Stored in the same transaction, right after the message. */
  statements: readonly BatchItem<'sqlite'>[]
  /**
   * Called once it is stored, or was already because it has been sent before. The response, if any, is
   * sent instead of the message: the stream of the answer.
   */
  respond(message: MessageRow, isNew: boolean, c: Context<Env>): Promise<Response | undefined>
}

/** The events of an answer, for OpenAPI. */
export const ANSWER_EVENTS =
  'If an agent answers and the header `Accept` contains text/event-stream: server-sent events, ' +
  'each with `type` and `runId` in its data. First `message`, and a `notice` for each agent that ' +
  'will not answer, after which the stream ends if no agent does; then `run-started`, ' +
  '`text-delta`, `tool-call-start`, `tool-call` and `tool-result`; last `answer`, or `failed`. ' +
  'For a message that is sent again, the answer is complete: `message`, `run-started`, its text in ' +
  'one `text-delta`, and `answer`, which contains its calls.'

const OneMessage = z.object({ id: z.string() })

/** Sends, reads, edits, deletes and lists messages. */
export function messageOperations({ onMessage, ...store }: MessageDeps): Operation[] {
  const { database } = store
  return [
    operation('sendMessage', 'post', '/v3/messages', {
      summary: 'Send a message to a user or a group',
      onBehalfOf: 'required',
      body: SentMessage,
      data: Message,
      events: ANSWER_EVENTS,
      async handle({ user, body }, c) {
        await assertParty(database, user, body)
        const isText = body.category === 'message' && body.type === 'text'
        const followUp = isText ? await onMessage?.({ ...body, sender: user }) : undefined
        const { stored, isNew } = await sendMessage(user, body, store, followUp?.statements)
        const answer = await followUp?.respond(stored, isNew, c)
        return answer ?? { data: await describeMessage(database, stored, user) }
      },
    }),
    operation('getMessage', 'get', '/v3/messages/{id}', {
      summary: 'One message',
      onBehalfOf: 'optional',
      params: OneMessage,
      data: Message,
      async handle({ user, params: { id } }) {
        return described(await findMessage(database, id, user), user, database)
      },
    }),
    operation('editMessage', 'put', '/v3/messages/{id}', {
      summary: 'Edit a message, as its sender or a server',
      description: 'Deleted messages, notices and the results of calls cannot be edited.',
      onBehalfOf: 'optional',
      params: OneMessage,
      body: MessageEdit,
      data: Message,
      async handle({ user, params: { id }, body }) {
        return described(await editMessage(id, body, user, store), user, database)
      },
    }),
    operation('deleteMessage', 'delete', '/v3/messages/{id}', {
      summary: 'Delete a message, as its sender or a server',
      description:
        'The message keeps its id and position; its content and its reactions are deleted.',
      onBehalfOf: 'optional',
      params: OneMessage,
      data: Message,
      async handle({ user, params: { id } }) {
        return described(await deleteMessage(id, user, store), user, database)
      },
    }),
    ...listOperations(store),
  ]
}

function listOperations({ database }: Store): Operation[] {
  return [
    operation('listUserMessages', 'get', '/v3/users/{uid}/messages', {
      summary: 'The messages between a user and the one on whose behalf the call is made',
      description:
        'Without `onBehalfOf`: all that the user has sent to and received from other users.',
      onBehalfOf: 'optional',
      params: z.object({ uid: Id }),
      query: PageQuery,
      data: z.array(Message),
      meta: PageMeta,
      handle: ({ user, params, query }) => listUserMessages(database, params.uid, query, user),
    }),
    operation('listGroupMessages', 'get', '/v3/groups/{guid}/messages', {
      summary: 'The messages of a group',
      onBehalfOf: 'optional',
      params: z.object({ guid: Id }),
      query: PageQuery,
      data: z.array(Message),
      meta: PageMeta,
      handle: ({ user, params, query }) => listGroupMessages(database, params.guid, query, user),
    }),
  ]
}

async function described(row: MessageRow, reader: string | undefined, database: Database) {
  return { data: await describeMessage(database, row, reader, { isServer: reader === undefined }) }
}
