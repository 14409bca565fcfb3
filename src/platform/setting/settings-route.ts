import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { notificationSettings } from '../storage/schema.ts'
import { changeSettings } from './change-settings.ts'
import { readSettings } from './read-settings.ts'
import { Settings, SettingsChange } from './settings.ts'

const PATH = '/v3/notifications/v1/settings'

const tags = ['Chat platform: notification settings']
const Done = z.object({ success: z.literal(true) })

interface SettingsNeeds {
  database: Database
  now(): Date
}

/** What notifications are sent, and what they say. */
export function settingsRoute(needs: SettingsNeeds): Routes {
  const { database } = needs

  const paths: Routes['paths'] = {
    [PATH]: {
      get: operation({
        operationId: 'listNotificationSettings',
        tags,
        summary: 'List the notification settings',
        data: Settings,
        meta: z.object({}),
      }),
      patch: operation({
        operationId: 'changeNotificationSettings',
        tags,
        summary: 'Change some of the notification settings, all that are named or none',
        description: 'Objects are merged; `customJson` and the values in them are replaced.',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: SettingsChange } },
        },
        data: Done,
      }),
      delete: operation({
        operationId: 'resetNotificationSettings',
        tags,
        summary: 'Set every notification setting back to its default',
        data: Done,
      }),
    },
  }

  const routes = new Hono<Door>()
    .get(PATH, async (c) => replyData(c, await readSettings(database), {}))
    .patch(PATH, limitBody, async (c) => {
      await changeSettings(await readJson(c), needs)
      return replyData(c, { success: true })
    })
    .delete(PATH, async (c) => {
      await database.delete(notificationSettings)
      return replyData(c, { success: true })
    })

  return { paths, routes }
}
