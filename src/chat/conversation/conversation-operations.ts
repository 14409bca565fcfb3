import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
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
    .describe('Items per page. There are fewer if they are large: continue with `meta.next`.'),
})

const UpTo = z.object({
  messageId: z
    .string()
    .optional()
    .describe('The last message that was read. By default the last one of the conversation.'),
})

/** Lists the conversations of a user, and marks them as read. */
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
      summary: 'The conversations of a user, latest first',
      description:
        'Conversations with other users, and of groups that the user is a member of, each with its ' +
        'last message and the number of unread ones. Continue with `meta.next` for earlier ones.',
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
      summary: 'Mark the conversation with a user as read, completely or up to a message',
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
      summary: 'Mark the conversation of a group as read, completely or up to a message',
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
