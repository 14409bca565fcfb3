import * as z from 'zod'
import { Id } from '../field.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import type { Database } from '../storage/database.ts'
import { Conversation, ConversationRead, listConversations, markRead } from './conversation.ts'

interface ConversationDeps {
  database: Database
  now(): Date
}

const tags = ['Chat platform: conversations']

const ConversationsQuery = PageQuery.extend({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(50)
    .describe('Items a page; fewer where they are large: `meta.next` leads on.'),
})

const UpTo = z.object({
  messageId: z.string().optional().describe('The last message that was read: the last there is.'),
})

/** The conversations of a user: listed, and marked as read. */
export function conversationOperations(deps: ConversationDeps) {
  return [...listOperations(deps), ...markOperations(deps)]
}

function listOperations(deps: ConversationDeps) {
  return [
    operation({
      operationId: 'listConversations',
      method: 'get',
      path: '/v3/conversations',
      tags,
      summary: 'The conversations of a user, the latest first',
      description:
        'With other users, and in groups that the user belongs to, each with its last message ' +
        'and how many are unread. `meta.next` leads to earlier ones.',
      onBehalfOf: 'required',
      query: ConversationsQuery,
      data: z.array(Conversation),
      meta: PageMeta,
      async handle({ caller, query }) {
        const { items, meta } = await listConversations(deps.database, caller, query)
        return { data: items, meta }
      },
    }),
  ]
}

function markOperations(deps: ConversationDeps) {
  return [
    operation({
      operationId: 'markUserConversationRead',
      method: 'post',
      path: '/v3/users/{uid}/conversation/read',
      tags,
      summary: 'Mark the conversation with a user as read, up to a message or whole',
      onBehalfOf: 'required',
      params: z.object({ uid: Id }),
      body: UpTo,
      isBodyOptional: true,
      data: ConversationRead,
      async handle({ caller, params, body }) {
        const place = { receiver: params.uid, receiverType: 'user' as const }
        return { data: await markRead(caller, place, body.messageId, deps) }
      },
    }),
    operation({
      operationId: 'markGroupConversationRead',
      method: 'post',
      path: '/v3/groups/{guid}/conversation/read',
      tags,
      summary: 'Mark the conversation of a group as read, up to a message or whole',
      onBehalfOf: 'required',
      params: z.object({ guid: Id }),
      body: UpTo,
      isBodyOptional: true,
      data: ConversationRead,
      async handle({ caller, params, body }) {
        const place = { receiver: params.guid, receiverType: 'group' as const }
        return { data: await markRead(caller, place, body.messageId, deps) }
      },
    }),
  ]
}
