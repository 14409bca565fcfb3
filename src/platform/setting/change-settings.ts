import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { check } from '../check.ts'
import { PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { notificationSettings } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { differenceAfter } from './difference-after.ts'
import { readDifference, SETTINGS_ID } from './read-settings.ts'
import { Settings, SettingsChange } from './settings.ts'

const MOST_TRIES = 100
const Difference = z.record(z.string(), z.unknown())

interface ChangeNeeds {
  database: Database
  now(): Date
}

/**
 * Changes some settings, all of them or none. Changes made at the same time are each made to what
 * the others left: a change that was overtaken is made again.
 *
 * @throws PlatformFailure `ERR_BAD_REQUEST` with the path of everything that is wrong.
 */
export async function changeSettings(body: unknown, { database, now }: ChangeNeeds): Promise<void> {
  const change = check(SettingsChange, body)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await readDifference(database)
    const stored = before === undefined ? {} : JSON.parse(before)
    const difference = Difference.parse(differenceAfter(Settings, stored, change) ?? {})
    // What is right by itself may be wrong beside what is set already.
    check(Settings, difference)

    const row = { id: SETTINGS_ID, difference, updatedAt: toSeconds(now()) }
    const replaced = await replace(database, row, before)
    if (replaced.length > 0) return
  }
  throw new PlatformFailure('ERR_MISSION_FAILED', 'The settings are changing too fast: try again.')
}

/** The row that was written; none when what is stored is no longer what was read before. */
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
