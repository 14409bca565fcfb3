import { type CallOptions, checked } from './options.ts'
import type { Preview } from './platform-types.ts'
import { anything, dataOf, loose, mapOf, optional, record, strict, text } from './schema.ts'
import type { Send } from './send.ts'
import type { Settings, SettingsChange } from './settings-shape.ts'

/** A notification that is to be shown and not sent. */
export interface PreviewRequest {
  /** Such as `push.textMessageTemplate`, as the settings name it. */
  template: string
  /** Where it is left out, the one that `usePrivacyTemplate` sends. */
  variant?: string | undefined
  /** Texts to try in place of those that are set; they are not kept. */
  texts?: Record<string, unknown> | undefined
  message: object
  /** All the messages that an e-mail or SMS is about. */
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
    /** The notification settings of the app. */
    async getSettings(options: CallOptions = {}): Promise<Settings> {
      const answer = dataOf(SettingsSchema)
      return (await send({ ...options, method: 'GET', path: PATH, answer })).data
    },

    /** Changes what is given, however deep it stands, and leaves the rest as it is. */
    async updateSettings(change: SettingsChange, options: CallOptions = {}): Promise<void> {
      const body = checked(Change, change)
      await send({ ...options, method: 'PATCH', path: PATH, body, answer: anything })
    },

    /** Puts every setting back to what it was at first. */
    async resetSettings(options: CallOptions = {}): Promise<void> {
      await send({ ...options, method: 'DELETE', path: PATH, answer: anything })
    },

    /** What a notification would say. Nothing is sent or kept. */
    async previewNotification(
      preview: PreviewRequest,
      options: CallOptions = {},
    ): Promise<Preview> {
      const body = checked(loose<PreviewRequest>({ template: text, message: record }), preview)
      const question = { ...options, method: 'POST', path: `${PATH}/preview`, body } as const
      const answer = dataOf(PreviewSchema)
      return (await send({ ...question, answer, isRepeatable: true })).data
    },
  }
}
