import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { operation } from '../operation.ts'
import { Preview, PreviewRequest, preview } from './preview.ts'
import { Settings, SettingsChange } from './settings.ts'
import { changeSettings, readSettings, resetSettings } from './stored-settings.ts'

interface SettingDeps {
  database: Database
  now(): Date
}

const PATH = '/v3/notifications/v1/settings'
const tags = ['Chat platform: notification settings']
const Done = z.object({ success: z.literal(true) })

/** The settings and texts of notifications. */
export function settingOperations(deps: SettingDeps) {
  return [...storedOperations(deps), ...previewOperations(deps)]
}

function storedOperations(deps: SettingDeps) {
  const { database } = deps
  return [
    operation({
      operationId: 'listNotificationSettings',
      method: 'get',
      path: PATH,
      tags,
      summary: 'List the notification settings',
      data: Settings,
      meta: z.object({}),
      handle: async () => ({ data: await readSettings(database), meta: {} }),
    }),
    operation({
      operationId: 'changeNotificationSettings',
      method: 'patch',
      path: PATH,
      tags,
      summary: 'Change some of the notification settings: all that are given, or none',
      description: 'Objects are merged; other values, and `customJson`, are replaced.',
      body: SettingsChange,
      data: Done,
      async handle({ body }) {
        await changeSettings(body, deps)
        return { data: { success: true as const } }
      },
    }),
    operation({
      operationId: 'resetNotificationSettings',
      method: 'delete',
      path: PATH,
      tags,
      summary: 'Reset all notification settings to their defaults',
      data: Done,
      async handle() {
        await resetSettings(deps)
        return { data: { success: true as const } }
      },
    }),
  ]
}

function previewOperations({ database }: SettingDeps) {
  return [
    operation({
      operationId: 'previewNotification',
      method: 'post',
      path: `${PATH}/preview`,
      tags,
      summary: 'Render the texts of a template for a message; nothing is sent or stored',
      body: PreviewRequest,
      data: Preview,
      handle: async ({ body }) => ({ data: await preview(body, database) }),
    }),
  ]
}
