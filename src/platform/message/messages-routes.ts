import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { OnBehalfOf, OnBehalfOfSomeone, onBehalfOf, onBehalfOfSomeone } from '../on-behalf-of.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
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
   * Hears of each text message once it is stored, and of none twice. A response of its own is
   * answered instead of the message: an agent's answer, as it comes.
   */
  onMessage?: OnMessage
  /** The same for a text message that was sent again, and so is stored already. */
  onRepeat?: OnMessage
}

export type OnMessage = (message: MessageRow, c: Context<Door>) => Promise<Response | undefined>

/** How OpenAPI tells of an answer that streams. */
export const ANSWER_EVENTS =
  'Where an agent answers and the header `Accept` names text/event-stream: server-sent events, ' +
  'each with `type` and `runId` in its data. First `message`, and a `notice` for each agent that ' +
  'will not answer, which is all where no other does; `run-started`; then `text-delta`, ' +
  '`tool-call-start`, `tool-call` and `tool-result`; last `answer`, or `failed`. ' +
  'Sent again, it is answered in events too, its answer whole: `message`, `run-started`, its text ' +
  'in one `text-delta`, and `answer`, which holds its calls.'

const tags = ['Chat platform: messages']
const MessageId = z.object({ id: z.string() })

/** Messages: sent, edited, deleted, read one by one, and listed by conversation. */
export function messagesRoutes({ database, now, onMessage, onRepeat }: MessageDeps): Routes {
  const paths: Routes['paths'] = {
    '/v3/messages': {
      post: operation({
        operationId: 'sendMessage',
        tags,
        summary: 'Send a message to a user or a group',
        requestParams: { header: OnBehalfOfSomeone },
        requestBody: { required: true, content: { 'application/json': { schema: SentMessage } } },
        data: Message,
        events: ANSWER_EVENTS,
      }),
    },
    '/v3/messages/{id}': {
      get: operation({
        operationId: 'getMessage',
        tags,
        summary: 'One message',
        requestParams: { header: OnBehalfOf, path: MessageId },
        data: Message,
      }),
      put: operation({
        operationId: 'editMessage',
        tags,
        summary: 'Edit a message, as its sender or as a server',
        description: 'Neither a deleted one nor the answer of an agent that is still running.',
        requestParams: { header: OnBehalfOf, path: MessageId },
        requestBody: { required: true, content: { 'application/json': { schema: MessageEdit } } },
        data: Message,
      }),
      delete: operation({
        operationId: 'deleteMessage',
        tags,
        summary: 'Delete a message, as its sender or as a server',
        description: 'It keeps its id and its place; what it said, and its reactions, are gone.',
        requestParams: { header: OnBehalfOf, path: MessageId },
        data: Message,
      }),
    },
    '/v3/users/{uid}/messages': {
      get: operation({
        operationId: 'listUserMessages',
        tags,
        summary: 'The messages between a user and the one on whose behalf the call is made',
        description: 'On behalf of nobody: all that the user sent to users, and got.',
        requestParams: { header: OnBehalfOf, path: z.object({ uid: Id }), query: PageQuery },
        data: z.array(Message),
        meta: PageMeta,
      }),
    },
    '/v3/groups/{guid}/messages': {
      get: operation({
        operationId: 'listGroupMessages',
        tags,
        summary: 'The messages of a group',
        requestParams: { header: OnBehalfOf, path: z.object({ guid: Id }), query: PageQuery },
        data: z.array(Message),
        meta: PageMeta,
      }),
    },
  }

  const describe = (rows: readonly MessageRow[], reader: string | undefined) =>
    describeMessages(database, rows, reader, { isServer: reader === undefined })

  const one = async (c: Context<Door>, row: MessageRow, reader?: string) => {
    const [message] = await describe([row], reader)
    return replyData(c, message)
  }

  const routes = new Hono<Door>()
    .post('/v3/messages', limitBody, async (c) => {
      const sender = onBehalfOfSomeone(c)
      const message = check(SentMessage, await readJson(c))
      const { stored, isNew } = await sendMessage(sender, message, { database, now })
      const isText = stored.category === 'message' && stored.type === 'text'
      const answer = isText ? await (isNew ? onMessage : onRepeat)?.(stored, c) : undefined
      return answer ?? one(c, stored, sender)
    })
    .get('/v3/messages/:id', async (c) => {
      const reader = onBehalfOf(c)
      return one(c, await findMessage(database, c.req.param('id'), reader), reader)
    })
    .put('/v3/messages/:id', limitBody, async (c) => {
      const uid = onBehalfOf(c)
      const edit = check(MessageEdit, await readJson(c))
      return one(c, await editMessage(c.req.param('id'), edit, uid, { database, now }), uid)
    })
    .delete('/v3/messages/:id', async (c) => {
      const uid = onBehalfOf(c)
      return one(c, await deleteMessage(c.req.param('id'), uid, { database, now }), uid)
    })
    .get('/v3/users/:uid/messages', async (c) => {
      const reader = onBehalfOf(c)
      const { uid } = check(z.object({ uid: Id }), c.req.param())
      const query = check(PageQuery, c.req.query())
      const { items, meta } = await listUserMessages(database, uid, query, reader)
      return replyData(c, await describe(items, reader), meta)
    })
    .get('/v3/groups/:guid/messages', async (c) => {
      const reader = onBehalfOf(c)
      const { guid } = check(z.object({ guid: Id }), c.req.param())
      const query = check(PageQuery, c.req.query())
      const { items, meta } = await listGroupMessages(database, guid, query, reader)
      return replyData(c, await describe(items, reader), meta)
    })

  return { paths, routes }
}
