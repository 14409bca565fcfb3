import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { tryParseJson } from '../../core/json.ts'
import type { Database } from '../../storage/database.ts'
import { notificationSettings } from '../../storage/schema.ts'
import { check } from '../check.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { ownProperty } from './own-property.ts'
import { Settings, type SettingsChange, shapeOf } from './settings.ts'

/** The id of the only row. */
const SETTINGS_ID = 1

/** The current settings. */
export async function readSettings(database: Database): Promise<z.output<typeof Settings>> {
  const text = await readDifference(database)
  return Settings.parse(text === undefined ? {} : tryParseJson(text))
}

/** The stored difference from the defaults, as text; undefined if all are default. */
async function readDifference(database: Database): Promise<string | undefined> {
  const { id, difference } = notificationSettings
  const rows = await database
    .select({ text: sql<string>`${difference}` })
    .from(notificationSettings)
    .where(eq(id, SETTINGS_ID))
  return rows.at(0)?.text
}

const MAX_TRIES = 100
const Difference = z.record(z.string(), z.unknown())

interface ChangeDeps {
  database: Database
  now(): Date
}

/**
 * Changes some settings: all that are given, or none. If others change them at the same time, it
 * starts again with the new settings.
 *
 * @throws PlatformError `ERR_BAD_REQUEST` with all invalid fields.
 */
export async function changeSettings(
  change: z.output<typeof SettingsChange>,
  { database, now }: ChangeDeps,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readDifference(database)
    const stored = before === undefined ? {} : tryParseJson(before)
    const difference = Difference.parse(differenceAfter(Settings, stored, change) ?? {})
    // A valid change may be invalid in combination with the stored settings.
    check(Settings, difference)

    const row = { id: SETTINGS_ID, difference, updatedAt: toSeconds(now()) }
    const replaced = await replace(database, row, before)
    if (replaced.length > 0) return
  }
  throw new PlatformError(
    'ERR_MISSION_FAILED',
    'The settings are being changed too often at the same time: try again.',
  )
}

/** Resets all settings to their defaults. */
export async function resetSettings(database: Database): Promise<void> {
  await database.delete(notificationSettings)
}

/** Writes the row if the stored one has not changed since; returns no rows if it has. */
function replace(
  database: Database,
  row: typeof notificationSettings.$inferInsert,
  before: string | undefined,
) {
  const { id, difference } = notificationSettings
  if (before === undefined) {
    const insertion = database.insert(notificationSettings).values(row)
    return insertion.onConflictDoNothing().returning({ id })
  }
  const isUntouched = and(eq(id, SETTINGS_ID), sql`${difference} = ${before}`)
  return database.update(notificationSettings).set(row).where(isUntouched).returning({ id })
}

/**
 * Applies a change to the difference from the defaults. A value that is set to its default is
 * removed, so that it follows the default from then on.
 */
function differenceAfter(schema: z.ZodType, before: unknown, change: unknown): unknown {
  const shape = shapeOf(schema)
  if (!shape) {
    const value = change === undefined ? before : change
    return isSame(value, schema.parse(undefined)) ? undefined : value
  }

  const differing = Object.entries(shape)
    .map(([name, field]) => {
      return [
        name,
        differenceAfter(field, ownProperty(before, name), ownProperty(change, name)),
      ] as const
    })
    .filter(([, value]) => value !== undefined)
  return differing.length > 0 ? Object.fromEntries(differing) : undefined
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}
