import { asc, eq, or, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { actions, agents } from '../../storage/schema.ts'
import type { FrontendAction } from '../delivery/run-input.ts'
import { type ListingQuery, readListing } from '../listing.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import {
  type ActionChange,
  type ActionDetails,
  type ActionRow,
  type ActionType,
  typeOf,
} from './action.ts'

interface ActionDeps {
  database: Database
  now(): Date
}

/**
 * Registers a frontend action, or the label of a tool.
 *
 * @throws PlatformError `ERR_TOOL_ALREADY_EXISTS`.
 */
export async function createAction(
  details: z.output<typeof ActionDetails>,
  { database, now }: ActionDeps,
): Promise<ActionRow> {
  const seconds = toSeconds(now())
  const row = { ...details, ...textsOf(details), createdAt: seconds, updatedAt: seconds }
  const [action] = await database.insert(actions).values(row).onConflictDoNothing().returning()
  if (action) return action
  throw new PlatformError('ERR_TOOL_ALREADY_EXISTS', `The name ${row.name} is already in use.`)
}

/**
 * Replaces an action or label, except for its name.
 *
 * @throws PlatformError `ERR_BAD_REQUEST`, `ERR_TOOL_NOT_FOUND`, `ERR_TOOL_IN_USE`.
 */
export async function replaceAction(
  name: string,
  { name: given = name, ...details }: z.output<typeof ActionChange>,
  { database, now }: ActionDeps,
): Promise<ActionRow> {
  if (given !== name) {
    throw new PlatformError('ERR_BAD_REQUEST', 'The name cannot be changed.', {
      details: { name: ['cannot be changed'] },
    })
  }
  const earlier = await findAction(database, name)
  const type = typeOf(details)
  if (type !== typeOf(earlier)) {
    await assertUnused(database, name, `change to the type ${type}`)
  }
  const [action] = await database
    .update(actions)
    .set({ ...details, ...textsOf(details), updatedAt: toSeconds(now()) })
    .where(eq(actions.name, name))
    .returning()
  return action ?? findAction(database, name)
}

/** @throws PlatformError `ERR_TOOL_NOT_FOUND`, `ERR_TOOL_IN_USE`. */
export async function deleteAction(name: string, database: Database): Promise<void> {
  await findAction(database, name)
  await assertUnused(database, name, 'be deleted')
  await database.delete(actions).where(eq(actions.name, name))
}

type ActionsQuery = ListingQuery & { type?: ActionType | undefined }

/** The actions and labels, by name; or only those of one type. */
export function listActions(database: Database, { type, ...query }: ActionsQuery) {
  const isWanted = type === undefined ? undefined : eq(actions.doNotExecute, type === 'tool')
  const rows = database.select().from(actions).where(isWanted).orderBy(asc(actions.name))
  return readListing(query, rows, database.$count(actions, isWanted))
}

/** @throws PlatformError `ERR_TOOL_NOT_FOUND`. */
export async function findAction(database: Database, name: string): Promise<ActionRow> {
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
type LabelsOf = (toolName: string) => { displayName?: string; executionText?: string }

/** The actions offered to an agent, and the labels of these and of its own tools. */
export async function offeredTo(database: Database, { tools, actions }: Given) {
  const rows = await findActions(database, [...actions, ...tools])
  const labels = new Map(rows.map((row) => [row.name, labelsFrom(row)]))
  const labelsOf: LabelsOf = (name) => labels.get(name) ?? {}
  const offered = rows.filter(({ doNotExecute }) => !doNotExecute).map(toFrontendAction)
  return { offered, labelsOf }
}

function labelsFrom({ displayName, executionText }: ActionRow) {
  return { displayName, ...(executionText && { executionText }) }
}

function toFrontendAction(row: ActionRow): FrontendAction {
  const { name, description, parameters } = row
  return { name, ...labelsFrom(row), description: description ?? '', parameters }
}

/**
 * Rejects a change of an action that agents still use, and names them.
 *
 * @throws PlatformError `ERR_TOOL_IN_USE`.
 */
async function assertUnused(database: Database, name: string, change: string): Promise<void> {
  const uids = await agentsWith(database, name)
  if (uids.length === 0) return
  throw new PlatformError('ERR_TOOL_IN_USE', `${name} is in use and cannot ${change}.`, {
    devMessage: `Remove it from these agents first: ${uids.slice(0, 10).join(', ')}.`,
  })
}

/** The uids of the agents that use an action or label. */
async function agentsWith(database: Database, name: string): Promise<string[]> {
  const holds = (column: typeof agents.tools | typeof agents.actions) =>
    sql`exists (select 1 from json_each(${column}) where value = ${name})`
  const rows = await database
    .select({ uid: agents.uid })
    .from(agents)
    .where(or(holds(agents.tools), holds(agents.actions)))
    .orderBy(agents.uid)
  return rows.map(({ uid }) => uid)
}

interface Texts {
  executionText?: string | null | undefined
  description?: string | null | undefined
}

function textsOf({ executionText, description }: Texts) {
  return { executionText: executionText ?? null, description: description ?? null }
}
