import { eq, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { notificationSettings } from '../../storage/schema.ts'
import { check } from '../check.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { Settings, type SettingsChange, shapeOf } from './settings.ts'
import { ownProperty } from './template-text.ts'

/** The id of the only row. */
const SETTINGS_ID = 1
const MAX_TRIES = 100

const Changes = z.record(z.string(), z.unknown())
type Changes = z.output<typeof Changes>

interface ChangeDeps {
  database: Database
  now(): Date
}

/** The current settings. Those that were never changed have their defaults. */
export async function readSettings(database: Database): Promise<z.output<typeof Settings>> {
  return Settings.parse(await readChanges(database))
}

/**
 * Changes some settings: all that are given, or none. If others change them at the same time, it
 * starts again with the new settings.
 *
 * @throws PlatformError `ERR_BAD_REQUEST` with all invalid fields.
 */
export async function changeSettings(
  change: z.output<typeof SettingsChange>,
  deps: ChangeDeps,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readChanges(deps.database)
    const after = Changes.parse(merged(Settings, before, change))
    // A valid change may be invalid in combination with the stored settings.
    check(Settings, after)
    if (await store(after, deps, eq(notificationSettings.difference, before))) return
  }
  throw new PlatformError(
    'ERR_MISSION_FAILED',
    'The settings are being changed too often at the same time: try again.',
  )
}

/** Resets all settings to their defaults. */
export async function resetSettings(deps: ChangeDeps): Promise<void> {
  await store({}, deps)
}

/** All that was changed since the last reset. */
async function readChanges(database: Database): Promise<Changes> {
  const [row] = await database.select().from(notificationSettings)
  return { ...row?.difference }
}

/** Writes the only row, under a condition if there is one; returns whether it did. */
async function store(difference: Changes, { database, now }: ChangeDeps, setWhere?: SQL) {
  const { id } = notificationSettings
  const row = { id: SETTINGS_ID, difference, updatedAt: toSeconds(now()) }
  const written = await database
    .insert(notificationSettings)
    .values(row)
    .onConflictDoUpdate({ target: id, set: row, ...(setWhere && { setWhere }) })
    .returning({ id })
  return written.length > 0
}

/** Objects of the schema are merged; other values, such as `customJson`, are replaced. */
function merged(schema: z.ZodType, before: unknown, change: unknown): unknown {
  const shape = shapeOf(schema)
  if (!shape || before === undefined || change === undefined) return change ?? before
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    merged(field, ownProperty(before, name), ownProperty(change, name)),
  ])
  return Object.fromEntries(fields)
}
