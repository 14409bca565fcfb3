import { eq, or, sql } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { FrontendTool } from '../../core/run.ts'
import type { HttpOperation } from '../../http/operation.ts'
import type { Database } from '../../storage/database.ts'
import { actions, agents } from '../../storage/schema.ts'
import { isOneOf } from '../../storage/statements.ts'
import { Name, StoredText, shown } from '../field.ts'
import { Done, done, platformOperation } from '../operation.ts'
import { ListingMeta, ListingQuery, readListing } from '../page.ts'
import { invalidField, PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { Parameters, parameterWarnings } from './parameters.ts'

/** The name by which the agent calls an action and the client handles it. */
export const ActionName = z
  .string()
  .max(128)
  .regex(
    /^[a-zA-Z_$][a-zA-Z0-9_$-]*$/,
    'must start with a letter, `_` or `$`, and only contain letters, digits, `_`, `$` and `-`',
  )

const NO_PARAMETERS = { type: 'object', properties: {}, required: [] }

const Fields = z.object({
  displayName: Name.describe('Shown to users.'),
  executionText: StoredText.max(500).nullish().describe('Shown to users while the action runs.'),
  description: StoredText.max(4000)
    .nullish()
    .describe('What it does and when to use it. Required for an action.'),
  parameters: Parameters.optional().transform((given) => given ?? NO_PARAMETERS),
  doNotExecute: z
    .boolean()
    .default(false)
    .describe(
      'True: the label of a tool that the agent runs itself (type `tool`). ' +
        'False: an action that the client runs (type `action`).',
    ),
})

const NEEDS_DESCRIPTION = {
  path: ['description'],
  error: 'is required for an action: the agent uses it to decide when to call the action',
}

const isDescribed = ({ doNotExecute, description }: z.output<typeof Fields>) =>
  doNotExecute || Boolean(description?.trim())

/** A frontend action or the label of a tool, to register. */
const ActionDetails = Fields.extend({ name: ActionName }).refine(isDescribed, NEEDS_DESCRIPTION)

/** The replacement for one. The name cannot be changed. */
const ActionChange = Fields.extend({ name: ActionName.optional() }).refine(
  isDescribed,
  NEEDS_DESCRIPTION,
)

type ActionRow = typeof actions.$inferSelect

const ActionType = z.enum(['action', 'tool'])
export type ActionType = z.output<typeof ActionType>

/** An action as the API returns it. */
export const PlatformAction = z
  .object({
    name: z.string(),
    displayName: z.string(),
    executionText: z.string().optional(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()),
    doNotExecute: z.boolean(),
    type: ActionType,
    createdAt: z.int(),
    updatedAt: z.int(),
  })
  .meta({ id: 'PlatformAction' })

const ActionMeta = z.object({
  warnings: z.array(z.string()).describe('What would help the agent and is missing.'),
})

function toAction(row: ActionRow): z.output<typeof PlatformAction> {
  return shown(PlatformAction, { ...row, type: typeOf(row) })
}

export function typeOf({ doNotExecute }: Pick<ActionRow, 'doNotExecute'>): ActionType {
  return doNotExecute ? 'tool' : 'action'
}

/** Registers, lists, reads, replaces and deletes frontend actions and the labels of tools. */
export function actionOperations(store: Store): HttpOperation[] {
  const { database } = store
  const path = '/v3/ai-agents/tools'
  const OneAction = z.object({ name: z.string() })
  return [
    platformOperation('createTool', 'post', path, {
      summary: 'Register a frontend action, or the label of a tool',
      body: ActionDetails,
      data: PlatformAction,
      meta: ActionMeta,
      handle: async ({ body }) => withWarnings(await createAction(body, store)),
    }),
    platformOperation('listTools', 'get', path, {
      summary: 'The actions and labels, by name',
      query: ListingQuery.extend({ type: ActionType.optional() }),
      data: z.array(PlatformAction),
      meta: ListingMeta,
      handle({ query }) {
        const { type } = query
        return readListing(database, query, {
          key: actions.name,
          where: type && eq(actions.doNotExecute, type === 'tool'),
          read: (isListed) => database.select().from(actions).where(isListed).orderBy(actions.name),
          toItem: toAction,
          keyOf: ({ name }) => name,
        })
      },
    }),
    platformOperation('getTool', 'get', `${path}/{name}`, {
      summary: 'One action or label',
      params: OneAction,
      data: PlatformAction,
      handle: async ({ params }) => ({ data: toAction(await findAction(database, params.name)) }),
    }),
    platformOperation('replaceTool', 'put', `${path}/{name}`, {
      summary: 'Replace an action or label, except for its name',
      params: OneAction,
      body: ActionChange,
      data: PlatformAction,
      meta: ActionMeta,
      async handle({ params, body }) {
        return withWarnings(await replaceAction(params.name, body, store))
      },
    }),
    platformOperation('deleteTool', 'delete', `${path}/{name}`, {
      summary: 'Delete an action or label that no agent uses',
      params: OneAction,
      data: Done,
      async handle({ params: { name } }) {
        await findAction(database, name)
        await assertUnused(database, name, 'be deleted')
        await database.delete(actions).where(eq(actions.name, name))
        return done(`${name} was deleted.`)
      },
    }),
  ]
}

function withWarnings(row: ActionRow) {
  return { data: toAction(row), meta: { warnings: parameterWarnings(row.parameters) } }
}

async function createAction(details: z.output<typeof ActionDetails>, { database, now }: Store) {
  const seconds = toSeconds(now())
  const row = { ...details, createdAt: seconds, updatedAt: seconds }
  const [action] = await database.insert(actions).values(row).onConflictDoNothing().returning()
  if (action) return action
  throw new PlatformError('ERR_TOOL_ALREADY_EXISTS', `The name ${row.name} is already in use.`)
}

async function replaceAction(
  name: string,
  { name: given = name, ...details }: z.output<typeof ActionChange>,
  { database, now }: Store,
): Promise<ActionRow> {
  if (given !== name) throw invalidField('name', 'cannot be changed')
  const earlier = await findAction(database, name)
  const type = typeOf(details)
  if (type !== typeOf(earlier)) {
    await assertUnused(database, name, `change to the type ${type}`)
  }
  const { executionText = null, description = null } = details
  const [action] = await database
    .update(actions)
    .set({ ...details, executionText, description, updatedAt: toSeconds(now()) })
    .where(eq(actions.name, name))
    .returning()
  return action ?? findAction(database, name)
}

async function findAction(database: Database, name: string): Promise<ActionRow> {
  const [action] = await database.select().from(actions).where(eq(actions.name, name)).limit(1)
  if (action) return action
  const shown = name.slice(0, 128)
  throw new PlatformError('ERR_TOOL_NOT_FOUND', `There is no tool or action named ${shown}.`)
}

/** The registered actions among these names, in the order of the names. */
export async function findActions(
  database: Database,
  names: readonly string[],
): Promise<ActionRow[]> {
  if (names.length === 0) return []
  const rows = await database.select().from(actions).where(isOneOf(actions.name, names))
  const known = new Map(rows.map((row) => [row.name, row]))
  return names.flatMap((name) => known.get(name) ?? [])
}

interface Given {
  tools: readonly string[]
  actions: readonly string[]
}

/** The labels of a tool call, shown to users. */
type LabelsOf = (name: string) => { displayName?: string; executionText?: string }

/** The actions offered to an agent, and the labels of these and of its own tools. */
export async function offeredTo(database: Database, { tools, actions }: Given) {
  const rows = await findActions(database, [...actions, ...tools])
  const labels = new Map(rows.map((row) => [row.name, labelsFrom(row)]))
  const labelsOf: LabelsOf = (name) => labels.get(name) ?? {}
  const offered = rows.filter(({ doNotExecute }) => !doNotExecute).map(toFrontendTool)
  return { offered, labelsOf }
}

function labelsFrom({ displayName, executionText }: ActionRow) {
  return { displayName, ...(executionText && { executionText }) }
}

function toFrontendTool({ name, description, parameters }: ActionRow): FrontendTool {
  return { name, description: description ?? '', parameters: { ...parameters, type: 'object' } }
}

/** Rejects a change of an action that agents still use, and names them. */
async function assertUnused(database: Database, name: string, change: string): Promise<void> {
  const holds = (column: typeof agents.tools | typeof agents.actions) =>
    sql`exists (select 1 from json_each(${column}) where value = ${name})`
  const rows = await database
    .select({ uid: agents.uid })
    .from(agents)
    .where(or(holds(agents.tools), holds(agents.actions)))
    .orderBy(agents.uid)
    .limit(10)
  if (rows.length === 0) return
  const uids = rows.map(({ uid }) => uid).join(', ')
  throw new PlatformError('ERR_TOOL_IN_USE', `${name} is in use and cannot ${change}.`, {
    devMessage: `Remove it from these agents first: ${uids}.`,
  })
}
