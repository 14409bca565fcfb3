import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { Database } from '../../storage/database.ts'
import { notificationSettings } from '../../storage/schema.ts'
import { platformOperation } from '../operation.ts'
import type { Store } from '../store.ts'
import { NotificationSettings, SettingsChange } from './notification-settings.ts'

/** The settings and texts of notifications. */
export function settingOperations(store: Store) {
  const { database } = store
  const path = '/v3/notifications/v1/settings'
  const Success = z.object({ success: z.literal(true) })
  const success = { data: { success: true as const } }
  return [
    platformOperation('listNotificationSettings', 'get', path, {
      summary: 'List the notification settings',
      data: NotificationSettings,
      meta: z.object({}),
      handle: async () => ({ data: await readSettings(database), meta: {} }),
    }),
    platformOperation('changeNotificationSettings', 'patch', path, {
      summary: 'Change some of the notification settings: all that are given, or none',
      body: SettingsChange,
      data: Success,
      async handle({ body }) {
        await changeSettings(body, store)
        return success
      },
    }),
    platformOperation('resetNotificationSettings', 'delete', path, {
      summary: 'Reset all notification settings to their defaults',
      data: Success,
      async handle() {
        await database.delete(notificationSettings)
        return success
      },
    }),
  ]
}

/** Settings that were never changed have their defaults. */
async function readSettings(database: Database): Promise<z.output<typeof NotificationSettings>> {
  const [row] = await database.select().from(notificationSettings)
  return NotificationSettings.parse(row?.difference ?? {})
}

/** What replaces the stored value once the rest is merged. */
const Replacing = z.object({
  preferences: z.object({ push: z.object({ customJson: z.unknown() }) }),
})

/** The id of the only row. */
const SETTINGS_ID = 1

/** One statement that merges: changes at the same time lose nothing of each other. */
async function changeSettings(change: unknown, { database, now }: Store): Promise<void> {
  const { customJson } = Replacing.safeParse(change).data?.preferences.push ?? {}
  const mergedWith = (before: SQL) => {
    const merged = sql`json_patch(${before}, ${JSON.stringify(change)})`
    if (customJson === undefined) return merged
    return sql`json_set(${merged}, '$.preferences.push.customJson', json(${JSON.stringify(customJson)}))`
  }
  const { id, difference } = notificationSettings
  const updatedAt = toSeconds(now())
  await database
    .insert(notificationSettings)
    .values({ id: SETTINGS_ID, difference: mergedWith(sql`'{}'`), updatedAt })
    .onConflictDoUpdate({
      target: id,
      set: { difference: mergedWith(sql`${difference}`), updatedAt },
    })
}
