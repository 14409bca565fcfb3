import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson, readText } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { OnBehalfOfSomeone, onBehalfOfSomeone } from '../on-behalf-of.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { Conversation, ConversationRead, listConversations, markRead } from './conversation.ts'

interface ConversationsDeps {
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

const OneUser = z.object({ uid: Id })
const OneGroup = z.object({ guid: Id })

/** The conversations of a user: listed, and marked as read. */
export function conversationsRoutes(deps: ConversationsDeps): Routes {
  const marking = {
    tags,
    requestBody: { required: false, content: { 'application/json': { schema: UpTo } } },
    data: ConversationRead,
  }
  const paths: Routes['paths'] = {
    '/v3/conversations': {
      get: operation({
        operationId: 'listConversations',
        tags,
        summary: 'The conversations of a user, the latest first',
        description:
          'With other users, and in groups that the user belongs to, each with its last message ' +
          'and how many are unread. `meta.next` leads to earlier ones.',
        requestParams: { header: OnBehalfOfSomeone, query: ConversationsQuery },
        data: z.array(Conversation),
        meta: PageMeta,
      }),
    },
    '/v3/users/{uid}/conversation/read': {
      post: operation({
        ...marking,
        operationId: 'markUserConversationRead',
        summary: 'Mark the conversation with a user as read, up to a message or whole',
        requestParams: { header: OnBehalfOfSomeone, path: OneUser },
      }),
    },
    '/v3/groups/{guid}/conversation/read': {
      post: operation({
        ...marking,
        operationId: 'markGroupConversationRead',
        summary: 'Mark the conversation of a group as read, up to a message or whole',
        requestParams: { header: OnBehalfOfSomeone, path: OneGroup },
      }),
    },
  }

  const mark = async (c: Context<Door>, receiver: string, receiverType: 'user' | 'group') => {
    const uid = onBehalfOfSomeone(c)
    const isEmpty = (await readText(c)) === ''
    const { messageId } = isEmpty ? {} : check(UpTo, await readJson(c))
    return replyData(c, await markRead(uid, { receiver, receiverType }, messageId, deps))
  }

  const routes = new Hono<Door>()
    .get('/v3/conversations', async (c) => {
      const uid = onBehalfOfSomeone(c)
      const query = check(ConversationsQuery, c.req.query())
      const { items, meta } = await listConversations(deps.database, uid, query)
      return replyData(c, items, meta)
    })
    .post('/v3/users/:uid/conversation/read', limitBody, (c) =>
      mark(c, check(OneUser, c.req.param()).uid, 'user'),
    )
    .post('/v3/groups/:guid/conversation/read', limitBody, (c) =>
      mark(c, check(OneGroup, c.req.param()).guid, 'group'),
    )

  return { paths, routes }
}
