import * as z from 'zod'
import { changeOf } from './change-of.ts'
import { Preferences } from './preferences.ts'
import { Templates } from './templates.ts'

const Sound = z.string().min(1).max(100).default('default')

/** All the settings, complete: what is not set is as the defaults say. */
export const Settings = z
  .object({
    preferences: Preferences,
    sound: z.object({ chat: Sound, call: Sound }).prefault({}),
    templates: Templates,
  })
  .meta({ id: 'PlatformNotificationSettings' })

/** Some of the settings, as a caller changes them. */
export const SettingsChange = changeOf(Settings).meta({ id: 'PlatformNotificationSettingsChange' })
