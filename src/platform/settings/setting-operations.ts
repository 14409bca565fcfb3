import * as z from 'zod'
import { operation } from '../operation.ts'
import type { Store } from '../store.ts'
import {
  changeSettings,
  readSettings,
  resetSettings,
  Settings,
  SettingsChange,
} from './settings.ts'

/** The settings and texts of notifications. */
export function settingOperations(store: Store) {
  const path = '/v3/notifications/v1/settings'
  const Success = z.object({ success: z.literal(true) })
  return [
    operation('listNotificationSettings', 'get', path, {
      summary: 'List the notification settings',
      data: Settings,
      meta: z.object({}),
      handle: async () => ({ data: await readSettings(store.database), meta: {} }),
    }),
    operation('changeNotificationSettings', 'patch', path, {
      summary: 'Change some of the notification settings: all that are given, or none',
      description: 'Objects are merged; other values, and `customJson`, are replaced.',
      body: SettingsChange,
      data: Success,
      async handle({ body }) {
        await changeSettings(body, store)
        return { data: { success: true as const } }
      },
    }),
    operation('resetNotificationSettings', 'delete', path, {
      summary: 'Reset all notification settings to their defaults',
      data: Success,
      async handle() {
        await resetSettings(store)
        return { data: { success: true as const } }
      },
    }),
  ]
}
