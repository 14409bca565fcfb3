import { eq } from 'drizzle-orm'
import { PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { isOneOf } from '../storage/is-one-of.ts'
import { actions } from '../storage/schema.ts'
import type { ActionRow } from './action.ts'

/** @throws PlatformFailure `ERR_TOOL_NOT_FOUND`. */
export async function findAction(database: Database, name: string): Promise<ActionRow> {
  const [action] = await database.select().from(actions).where(eq(actions.name, name)).limit(1)
  if (action) return action
  const shown = name.slice(0, 128)
  throw new PlatformFailure('ERR_TOOL_NOT_FOUND', `There is no tool or action named ${shown}.`)
}

/** Those of the names that are registered, in the order of the names. */
export async function findActions(
  database: Database,
  names: readonly string[],
): Promise<ActionRow[]> {
  if (names.length === 0) return []
  const rows = await database.select().from(actions).where(isOneOf(actions.name, names))
  const known = new Map(rows.map((row) => [row.name, row]))
  return names.flatMap((name) => known.get(name) ?? [])
}
