import * as z from 'zod'
import type { Ask } from './ask.ts'
import { type CallOptions, checked } from './options.ts'
import type { Settings, SettingsChange } from './settings-shape.ts'

const PATH = '/v3/notifications/v1/settings'

const Part = z.record(z.string(), z.unknown()).optional()
const Change = z.strictObject({ preferences: Part, sound: Part, templates: Part })

const Answer = z.object({
  data: z.custom<Settings>((data) => Change.loose().safeParse(data).success, 'must be settings'),
})

export function settings(ask: Ask) {
  return {
    /** The notification settings of the app. */
    async getSettings(options: CallOptions = {}): Promise<Settings> {
      const question = { ...options, method: 'GET', path: PATH, repeatable: true } as const
      return (await ask({ ...question, schema: Answer })).data
    },

    /** Changes what is given, however deep it stands, and leaves the rest as it is. */
    async updateSettings(change: SettingsChange, options: CallOptions = {}): Promise<void> {
      const body = checked(Change, change)
      const question = { ...options, method: 'PATCH', path: PATH, body, repeatable: true } as const
      await ask({ ...question, schema: z.unknown() })
    },

    /** Puts every setting back to what it was at first. */
    async resetSettings(options: CallOptions = {}): Promise<void> {
      const question = { ...options, method: 'DELETE', path: PATH, repeatable: true } as const
      await ask({ ...question, schema: z.unknown() })
    },
  }
}
