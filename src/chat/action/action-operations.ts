import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import {
  Action,
  ActionChange,
  ActionDetails,
  ActionMeta,
  type ActionRow,
  ActionType,
  toAction,
} from './action.ts'
import { createAction, deleteAction, findAction, listActions, replaceAction } from './actions.ts'
import { parameterWarnings } from './parameters.ts'

interface ActionDeps {
  database: Database
  now(): Date
}

const tags = ['Chat platform: agents']
const OneAction = z.object({ name: z.string() })

/** Registers, lists, reads, replaces and deletes frontend actions and the labels of tools. */
export function actionOperations(deps: ActionDeps) {
  return [...registryOperations(deps), ...singleOperations(deps)]
}

function registryOperations(deps: ActionDeps) {
  return [
    operation({
      operationId: 'createTool',
      method: 'post',
      path: '/v3/ai-agents/tools',
      tags,
      summary: 'Register a frontend action, or the label of a tool',
      body: ActionDetails,
      data: Action,
      meta: ActionMeta,
      handle: async ({ body }) => withWarnings(await createAction(body, deps)),
    }),
    operation({
      operationId: 'listTools',
      method: 'get',
      path: '/v3/ai-agents/tools',
      tags,
      summary: 'The actions and labels, by name',
      query: ListingQuery.extend({ type: ActionType.optional() }),
      data: z.array(Action),
      meta: ListingMeta,
      async handle({ query }) {
        const { items, meta } = await listActions(deps.database, query)
        return { data: items.map(toAction), meta }
      },
    }),
  ]
}

function singleOperations(deps: ActionDeps) {
  const { database } = deps
  const path = '/v3/ai-agents/tools/{name}'
  return [
    operation({
      operationId: 'getTool',
      method: 'get',
      path,
      tags,
      summary: 'One action or label',
      params: OneAction,
      data: Action,
      handle: async ({ params }) => ({ data: toAction(await findAction(database, params.name)) }),
    }),
    operation({
      operationId: 'replaceTool',
      method: 'put',
      path,
      tags,
      summary: 'Replace an action or label, except for its name',
      params: OneAction,
      body: ActionChange,
      data: Action,
      meta: ActionMeta,
      async handle({ params, body }) {
        return withWarnings(await replaceAction(params.name, body, deps))
      },
    }),
    operation({
      operationId: 'deleteTool',
      method: 'delete',
      path,
      tags,
      summary: 'Delete an action or label that no agent uses',
      params: OneAction,
      data: z.object({ success: z.literal(true), message: z.string() }),
      async handle({ params: { name } }) {
        await deleteAction(name, database)
        return { data: { success: true as const, message: `${name} was deleted.` } }
      },
    }),
  ]
}

function withWarnings(row: ActionRow) {
  return { data: toAction(row), meta: { warnings: parameterWarnings(row.parameters) } }
}
