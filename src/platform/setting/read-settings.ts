import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../storage/database.ts'
import { notificationSettings } from '../storage/schema.ts'
import { Settings } from './settings.ts'

/** Of the one row there may be. */
export const SETTINGS_ID = 1

/** All the settings as they are now. */
export async function readSettings(database: Database): Promise<z.output<typeof Settings>> {
  const text = await readDifference(database)
  return Settings.parse(text === undefined ? {} : JSON.parse(text))
}

/** How the settings differ from their defaults: the very text that is stored, where there is any. */
export async function readDifference(database: Database): Promise<string | undefined> {
  const { id, difference } = notificationSettings
  const rows = await database
    .select({ text: sql<string>`${difference}` })
    .from(notificationSettings)
    .where(eq(id, SETTINGS_ID))
  return rows.at(0)?.text
}
