import { asc, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { PlatformFailure } from '../failure.ts'
import { bytesOf, ListingMeta, ListingQuery, readListing } from '../listing.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { actions } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import {
  Action,
  ActionChange,
  ActionDetails,
  ActionMeta,
  type ActionRow,
  ActionType,
  toAction,
  typeOf,
} from './action.ts'
import { findAction } from './find-actions.ts'
import { parameterWarnings } from './parameters.ts'
import { refuseWhileUsed } from './refuse-while-used.ts'

interface ActionNeeds {
  database: Database
  now(): Date
}

const tags = ['Chat platform: agents']
const OneAction = z.object({ name: z.string() })
const ActionsQuery = ListingQuery.extend({ type: ActionType.optional() })

/** Frontend actions and tools' labels: registered, listed, changed and deleted. */
export function actionsRoutes({ database, now }: ActionNeeds): Routes {
  const paths: Routes['paths'] = {
    '/v3/ai-agents/tools': {
      post: operation({
        operationId: 'createTool',
        tags,
        summary: 'Register a frontend action, or a label for a tool of an agent',
        requestBody: { required: true, content: { 'application/json': { schema: ActionDetails } } },
        data: Action,
        meta: ActionMeta,
      }),
      get: operation({
        operationId: 'listTools',
        tags,
        summary: 'The actions and the labels, by name',
        requestParams: { query: ActionsQuery },
        data: z.array(Action),
        meta: ListingMeta,
      }),
    },
    '/v3/ai-agents/tools/{name}': {
      get: operation({
        operationId: 'getTool',
        tags,
        summary: 'One action or label',
        requestParams: { path: OneAction },
        data: Action,
      }),
      put: operation({
        operationId: 'replaceTool',
        tags,
        summary: 'Describe an action or a label anew; its name stays',
        requestParams: { path: OneAction },
        requestBody: { required: true, content: { 'application/json': { schema: ActionChange } } },
        data: Action,
        meta: ActionMeta,
      }),
      delete: operation({
        operationId: 'deleteTool',
        tags,
        summary: 'Delete an action or a label that no agent has any more',
        requestParams: { path: OneAction },
        data: z.object({ success: z.literal(true), message: z.string() }),
      }),
    },
  }

  const tell = (c: Context<Door>, row: ActionRow) =>
    replyData(c, toAction(row), { warnings: parameterWarnings(row.parameters) })

  const routes = new Hono<Door>()
    .post('/v3/ai-agents/tools', limitBody, async (c) => {
      const details = check(ActionDetails, await readJson(c))
      const seconds = toSeconds(now())
      const row = { ...details, ...textsOf(details), createdAt: seconds, updatedAt: seconds }
      const [action] = await database.insert(actions).values(row).onConflictDoNothing().returning()
      if (action) return tell(c, action)
      throw new PlatformFailure('ERR_TOOL_ALREADY_EXISTS', `The name ${row.name} is taken.`)
    })
    .get('/v3/ai-agents/tools', async (c) => {
      const query = check(ActionsQuery, c.req.query())
      const { type } = query
      const some = type === undefined ? undefined : eq(actions.doNotExecute, type === 'tool')
      const { items, meta } = await readListing(database, query, {
        sizes: ({ limit, offset }) =>
          database
            .select(bytesOf(actions.parameters, actions.description))
            .from(actions)
            .where(some)
            .orderBy(asc(actions.name))
            .limit(limit)
            .offset(offset),
        rows: ({ limit, offset }) =>
          database
            .select()
            .from(actions)
            .where(some)
            .orderBy(asc(actions.name))
            .limit(limit)
            .offset(offset),
        total: () => database.$count(actions, some),
      })
      return replyData(c, items.map(toAction), meta)
    })
    .get('/v3/ai-agents/tools/:name', async (c) => {
      return replyData(c, toAction(await findAction(database, c.req.param('name'))))
    })
    .put('/v3/ai-agents/tools/:name', limitBody, async (c) => {
      const name = c.req.param('name')
      const { name: given = name, ...details } = check(ActionChange, await readJson(c))
      if (given !== name) {
        throw new PlatformFailure('ERR_BAD_REQUEST', 'The name cannot be changed.', {
          details: { name: ['cannot be changed'] },
        })
      }
      const earlier = await findAction(database, name)
      const type = typeOf(details)
      if (type !== typeOf(earlier))
        await refuseWhileUsed(database, name, `become a thing of the type ${type}`)
      const [action] = await database
        .update(actions)
        .set({ ...details, ...textsOf(details), updatedAt: toSeconds(now()) })
        .where(eq(actions.name, name))
        .returning()
      return tell(c, action ?? (await findAction(database, name)))
    })
    .delete('/v3/ai-agents/tools/:name', async (c) => {
      const { name } = await findAction(database, c.req.param('name'))
      await refuseWhileUsed(database, name, 'be deleted')
      await database.delete(actions).where(eq(actions.name, name))
      return replyData(c, { success: true, message: `${name} was deleted.` })
    })

  return { paths, routes }
}

interface Texts {
  executionText?: string | null | undefined
  description?: string | null | undefined
}

function textsOf({ executionText, description }: Texts) {
  return { executionText: executionText ?? null, description: description ?? null }
}
