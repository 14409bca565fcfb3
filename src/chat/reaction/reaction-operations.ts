import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { findMessage } from '../message/find-message.ts'
import { Message } from '../message/message.ts'
import { operation } from '../operation.ts'
import { PageMeta, PageQuery } from '../page.ts'
import { listReactions } from './list-reactions.ts'
import { addReaction, removeReaction } from './react.ts'
import { Reaction, ReactionText } from './reaction.ts'

interface ReactionDeps {
  database: Database
  now(): Date
}

const tags = ['Chat platform: reactions']
const OneMessage = z.object({ id: z.string().describe('The id of the message.') })
const OneReaction = OneMessage.extend({ reaction: ReactionText })

/** Lists, adds and removes reactions to messages. */
export function reactionOperations(deps: ReactionDeps) {
  return [...listOperations(deps), ...changeOperations(deps)]
}

function listOperations({ database }: ReactionDeps) {
  return [
    operation({
      operationId: 'listReactions',
      method: 'get',
      path: '/v3/messages/{id}/reactions',
      tags,
      summary: 'The reactions to a message',
      onBehalfOf: 'optional',
      params: OneMessage,
      query: PageQuery,
      data: z.array(Reaction),
      meta: PageMeta,
      async handle({ caller: reader, params, query }) {
        const message = await findMessage(database, params.id, reader)
        const { items, meta } = await listReactions(database, { message, reader }, query)
        return { data: items, meta }
      },
    }),
    operation({
      operationId: 'listReactionsOfKind',
      method: 'get',
      path: '/v3/messages/{id}/reactions/{reaction}',
      tags,
      summary: 'The users with one reaction to a message',
      onBehalfOf: 'optional',
      params: OneReaction,
      query: PageQuery,
      data: z.array(Reaction),
      meta: PageMeta,
      async handle({ caller: reader, params: { id, reaction }, query }) {
        const message = await findMessage(database, id, reader)
        const { items, meta } = await listReactions(database, { message, reaction, reader }, query)
        return { data: items, meta }
      },
    }),
  ]
}

function changeOperations(deps: ReactionDeps) {
  const { database } = deps

  const change = async (
    apply: typeof addReaction,
    { id, reaction }: z.output<typeof OneReaction>,
    uid: string,
  ) => {
    const message = await findMessage(database, id, uid)
    await apply({ message, reaction, uid }, deps)
    const [described] = await describeMessages(database, [message], uid)
    if (!described) throw new Error('a message was not described')
    return { data: described }
  }

  return [
    operation({
      operationId: 'addReaction',
      method: 'post',
      path: '/v3/messages/{id}/reactions/{reaction}',
      tags,
      summary: 'React to a message; repeating it changes nothing',
      onBehalfOf: 'required',
      params: OneReaction,
      data: Message,
      handle: ({ caller, params }) => change(addReaction, params, caller),
    }),
    operation({
      operationId: 'removeReaction',
      method: 'delete',
      path: '/v3/messages/{id}/reactions/{reaction}',
      tags,
      summary: 'Remove a reaction',
      onBehalfOf: 'required',
      params: OneReaction,
      data: Message,
      handle: ({ caller, params }) => change(removeReaction, params, caller),
    }),
  ]
}
