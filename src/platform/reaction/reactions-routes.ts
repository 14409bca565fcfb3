import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { check } from '../check.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { findMessage } from '../message/find-message.ts'
import { Message } from '../message/message.ts'
import { OnBehalfOf, OnBehalfOfSomeone, onBehalfOf, onBehalfOfSomeone } from '../on-behalf-of.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { listReactions } from './list-reactions.ts'
import { addReaction, removeReaction } from './react.ts'
import { Reaction, ReactionText } from './reaction.ts'

interface ReactionNeeds {
  database: Database
  now(): Date
}

const tags = ['Chat platform: reactions']
const OfMessage = z.object({ id: z.string().describe('The id of the message.') })
const Named = z.object({ reaction: ReactionText })
const OneOfMessage = OfMessage.extend(Named.shape)

/** Reactions to messages: listed, added and taken back. */
export function reactionsRoutes(needs: ReactionNeeds): Routes {
  const { database } = needs
  const paths: Routes['paths'] = {
    '/v3/messages/{id}/reactions': {
      get: operation({
        operationId: 'listReactions',
        tags,
        summary: 'The reactions to a message',
        requestParams: { header: OnBehalfOf, path: OfMessage, query: PageQuery },
        data: z.array(Reaction),
        meta: PageMeta,
      }),
    },
    '/v3/messages/{id}/reactions/{reaction}': {
      get: operation({
        operationId: 'listReactionsOfKind',
        tags,
        summary: 'Who gave one reaction to a message',
        requestParams: { header: OnBehalfOf, path: OneOfMessage, query: PageQuery },
        data: z.array(Reaction),
        meta: PageMeta,
      }),
      post: operation({
        operationId: 'addReaction',
        tags,
        summary: 'React to a message; to do it twice is to do it once',
        requestParams: { header: OnBehalfOfSomeone, path: OneOfMessage },
        data: Message,
      }),
      delete: operation({
        operationId: 'removeReaction',
        tags,
        summary: 'Take a reaction back',
        requestParams: { header: OnBehalfOfSomeone, path: OneOfMessage },
        data: Message,
      }),
    },
  }

  const list = async (c: Context<Door>, id: string, reaction?: string) => {
    const reader = onBehalfOf(c)
    const query = check(PageQuery, c.req.query())
    const message = await findMessage(database, id, reader)
    const { items, meta } = await listReactions(database, { message, reaction, reader }, query)
    return replyData(c, items, meta)
  }

  const change = (act: typeof addReaction) => async (c: Context<Door, typeof ONE>) => {
    const uid = onBehalfOfSomeone(c)
    const { reaction } = check(Named, c.req.param())
    const message = await findMessage(database, c.req.param('id'), uid)
    await act({ message, reaction, uid }, needs)
    const [described] = await describeMessages(database, [message], uid)
    return replyData(c, described)
  }

  const routes = new Hono<Door>()
    .get('/v3/messages/:id/reactions', (c) => list(c, c.req.param('id')))
    .get(ONE, (c) => list(c, c.req.param('id'), check(Named, c.req.param()).reaction))
    .post(ONE, change(addReaction))
    .delete(ONE, change(removeReaction))

  return { paths, routes }
}

const ONE = '/v3/messages/:id/reactions/:reaction'
