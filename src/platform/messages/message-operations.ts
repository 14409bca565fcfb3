import * as z from 'zod'
import type { HttpOperation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { platformOperation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import type { Store } from '../store.ts'
import { deleteMessage, editMessage } from './change-message.ts'
import { describeMessage } from './describe-messages.ts'
import { findMessage, listGroupMessages, listUserMessages } from './find-messages.ts'
import { MessageEdit, type MessageRow, StoredMessage } from './message.ts'

const OneMessage = z.object({ id: z.string() })

/** What SDKs add to each of their reads. */
const ThreadState = z.object({
  withThreadSubscribed: z.string().optional().describe('Ignored: there are no threads.'),
})

const MessagesQuery = PageQuery.extend(ThreadState.shape).extend({
  sentAt: z.string().optional().describe('Ignored: `id` is the cursor.'),
})

const MessagesMeta = PageMeta.extend({
  cursor: z
    .object({ id: z.string(), sentAt: z.int(), affix: z.enum(['append', 'prepend']) })
    .optional()
    .describe('Where the list goes on in its direction, as SDKs read it.'),
}).meta({ id: 'MessagesMeta' })

/** Reads, edits, deletes and lists messages. */
export function messageOperations(store: Store): HttpOperation[] {
  const { database } = store
  return [
    platformOperation('getMessage', 'get', '/v3/messages/{id}', {
      summary: 'One message',
      onBehalfOf: 'optional',
      params: OneMessage,
      query: ThreadState,
      data: StoredMessage,
      async handle({ user, params: { id } }) {
        return described(await findMessage(database, id, user), user, database)
      },
    }),
    platformOperation('editMessage', 'put', '/v3/messages/{id}', {
      summary: 'Edit a message, as its sender or a server',
      onBehalfOf: 'optional',
      params: OneMessage,
      body: MessageEdit,
      data: StoredMessage,
      async handle({ user, params: { id }, body }) {
        return described(await editMessage(id, body, user, store), user, database)
      },
    }),
    platformOperation('deleteMessage', 'delete', '/v3/messages/{id}', {
      summary: 'Delete a message, as its sender or a server',
      onBehalfOf: 'optional',
      params: OneMessage,
      data: StoredMessage,
      async handle({ user, params: { id } }) {
        return described(await deleteMessage(id, user, store), user, database)
      },
    }),
    platformOperation('listUserMessages', 'get', '/v3/users/{uid}/messages', {
      summary: 'The messages between a user and the one on whose behalf the call is made',
      onBehalfOf: 'optional',
      params: z.object({ uid: Id }),
      query: MessagesQuery,
      data: z.array(StoredMessage),
      meta: MessagesMeta,
      async handle({ user, params, query }) {
        return withCursor(await listUserMessages(database, params.uid, query, user), query)
      },
    }),
    platformOperation('listGroupMessages', 'get', '/v3/groups/{guid}/messages', {
      summary: 'The messages of a group',
      onBehalfOf: 'optional',
      params: z.object({ guid: Id }),
      query: MessagesQuery,
      data: z.array(StoredMessage),
      meta: MessagesMeta,
      async handle({ user, params, query }) {
        return withCursor(await listGroupMessages(database, params.guid, query, user), query)
      },
    }),
  ]
}

async function described(row: MessageRow, reader: string | undefined, database: Database) {
  return { data: await describeMessage(database, row, reader, reader === undefined) }
}

function withCursor(
  { data, meta }: Awaited<ReturnType<typeof listGroupMessages>>,
  { affix }: PageQuery,
) {
  const last = data.at(affix === 'prepend' ? 0 : -1)
  return {
    data,
    meta: { ...meta, ...(last && { cursor: { id: last.id, sentAt: last.sentAt, affix } }) },
  }
}
