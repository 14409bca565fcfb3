import { type CallOptions, checked } from './options.ts'
import type { Preview, Stats } from './platform-types.ts'
import { anything, dataOf, loose, mapOf, optional, record, strict, text } from './schema.ts'
import type { Send } from './send.ts'
import type { Settings, SettingsChange } from './settings-shape.ts'

/** The texts of a notification to render. */
export interface PreviewRequest {
  /** Such as `textMessageTemplate`, as in the settings. */
  template: string
  /** By default the variant that `usePrivacyTemplate` selects. */
  variant?: string | undefined
  /** Texts to try instead of the stored ones. They are not stored. */
  texts?: Record<string, unknown> | undefined
  message: object
  /** All messages of an email or SMS. By default `message`. */
  messages?: unknown[] | undefined
  groupDetails?: object | undefined
  senderDetails?: object | undefined
}

const PATH = '/v3/notifications/v1/settings'

const Part = optional(record)
const parts = { preferences: Part, sound: Part, templates: Part }
const Change = strict<SettingsChange>(parts)
const SettingsSchema = loose<Settings>(parts)

const PreviewSchema = loose<Preview>({ template: text, variant: text, rendered: mapOf(text) })

export function settings(send: Send) {
  return {
    /** What happened on the platform in the last 24 hours. */
    async getStats(options: CallOptions = {}): Promise<Stats> {
      const answer = dataOf(loose<Stats>({}))
      return (await send({ ...options, method: 'GET', path: '/v3/stats', answer })).data
    },

    /** The notification settings of the app. */
    async getSettings(options: CallOptions = {}): Promise<Settings> {
      const answer = dataOf(SettingsSchema)
      return (await send({ ...options, method: 'GET', path: PATH, answer })).data
    },

    /** Changes the given settings, at any depth, and no others. */
    async updateSettings(change: SettingsChange, options: CallOptions = {}): Promise<void> {
      const body = checked(Change, change)
      await send({ ...options, method: 'PATCH', path: PATH, body, answer: anything })
    },

    /** Resets all settings to their defaults. */
    async resetSettings(options: CallOptions = {}): Promise<void> {
      await send({ ...options, method: 'DELETE', path: PATH, answer: anything })
    },

    /** Renders the texts of a notification. Nothing is sent or stored. */
    async previewNotification(
      preview: PreviewRequest,
      options: CallOptions = {},
    ): Promise<Preview> {
      const body = checked(loose<PreviewRequest>({ template: text, message: record }), preview)
      const call = { ...options, method: 'POST', path: `${PATH}/preview`, body } as const
      const answer = dataOf(PreviewSchema)
      return (await send({ ...call, answer, isRepeatable: true })).data
    },
  }
}
