import * as z from 'zod'
import { isRecord } from '../../core/json.ts'
import { small } from '../field.ts'
import { Templates } from './templates.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const Clock = z
  .int()
  .min(0)
  .max(2359)
  .refine((time) => time % 100 < 60, 'must be a time of day as HHMM, with minutes below 60')

const Day = z
  .object({
    from: Clock.default(0),
    to: Clock.default(2359),
    dnd: z.boolean().default(false),
  })
  .describe(
    'The times of day, as HHMM, between which notifications are sent; over midnight if `from` is later. ' +
      'None are sent with `dnd`.',
  )
  .prefault({})

/** Push services accept at most this much per notification. */
const MAX_CUSTOM_BYTES = 4096

/** An object of the app that is sent with every push notification, unchanged. */
const CustomJson = small(
  z.unknown().refine(isRecord, { error: 'must be an object', abort: true }),
  { maxBytes: MAX_CUSTOM_BYTES },
)
  .meta({ type: 'object', additionalProperties: true })
  .default({})

const MESSAGES = ['messages', 'replies', 'reactions']
const CHANGES = ['messageEditedSetting', 'messageDeletedSetting']
const MEMBERS = [
  'memberLeft',
  'memberAdded',
  'memberJoined',
  'memberKicked',
  'memberBanned',
  'memberUnbanned',
  'memberScopeChanged',
]
const CALLS = ['busy', 'cancelled', 'ended', 'initiated', 'ongoing', 'rejected', 'unanswered']

const MAX_INTERVAL_SECONDS = 7 * 24 * 60 * 60
const MAX_A_DAY = 10_000

const On = z.boolean().default(true)
const Off = z.boolean().default(false)
const Cap = z.int().min(0).max(MAX_A_DAY)

const Amount = z
  .int()
  .min(1)
  .max(3)
  .describe('1: none. 2: all (reactions: only to own messages). 3: only mentions (reactions: all).')
const Notify = z.int().min(1).max(2).describe('1: do not notify. 2: notify.')
const Switch = z.int().min(1).max(2).describe('1: off. 2: on.')

const conversation = {
  ...chosen(MESSAGES, Amount.default(2), On),
  ...fields(CHANGES, Notify.default(2)),
}

/** Further data that a notification may include. */
const inclusions = {
  includeMessageObjectSetting: Off,
  includeSenderMetadataSetting: On,
  includeReceiverMetadataSetting: On,
  includeMessageMetadataSetting: On,
}

const Digest = z
  .object({
    notifyForUnreadOnly: On,
    intervalInSeconds: z.int().min(0).max(MAX_INTERVAL_SECONDS).default(7200),
    maxPerDay: Cap.default(20),
    maxPerDayPerConversation: Cap.default(2),
    ...inclusions,
  })
  .prefault({})

/** Who is notified of what. With an `Override`, users may choose for themselves. */
const Preferences = z
  .object({
    group: z.object({ ...conversation, ...chosen(MEMBERS, Notify.default(1), On) }).prefault({}),
    oneOnOne: z.object(conversation).prefault({}),
    call: z.object(chosen(CALLS, Notify.default(1), Off)).prefault({}),
    bypassPreferencesForMentions: On,
    bypassPreferencesForGroupMentions: Off,
    mute: z
      .object({
        dndPreferenceSetting: Switch.default(1),
        dndPreferenceOverride: On,
        schedulePreferenceSetting: z.object(fields(DAYS, Day)).prefault({}),
        schedulePreferenceOverride: On,
        mutedGroupsOverride: On,
        mutedOneOnOnesOverride: On,
      })
      .prefault({}),
    email: Digest,
    sms: Digest,
    push: z
      .object({ ...inclusions, trimTextFieldSetting: Off, customJson: CustomJson })
      .prefault({}),
  })
  .prefault({})

function chosen<Setting>(names: readonly string[], setting: Setting, override: typeof On) {
  const named = (suffix: string) => names.map((name) => name + suffix)
  return { ...fields(named('Setting'), setting), ...fields(named('Override'), override) }
}

/** The same field under each name. */
function fields<Field>(names: readonly string[], field: Field) {
  return Object.fromEntries(names.map((name) => [name, field]))
}

const Sound = z.string().min(1).max(100).default('default')

/** All settings. Those that are not set have their defaults. */
export const Settings = z
  .object({
    preferences: Preferences,
    sound: z.object({ chat: Sound, call: Sound }).prefault({}),
    templates: Templates,
  })
  .meta({ id: 'PlatformNotificationSettings' })

/** A change of some settings. */
export const SettingsChange = changeOf(Settings).meta({ id: 'PlatformNotificationSettingsChange' })

/** The same fields, all optional and without defaults. Unknown fields are rejected. */
function changeOf(schema: z.ZodType): z.ZodType {
  const inside = insideOf(schema)
  if (!(inside instanceof z.ZodObject)) return inside
  const shape: Readonly<Record<string, z.ZodType>> = inside.shape
  const changes = Object.entries(shape).map(([name, field]) => [name, changeOf(field).optional()])
  return z.strictObject(Object.fromEntries(changes))
}

function insideOf(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  const inside = isWrapped ? schema.unwrap() : schema
  return inside instanceof z.ZodType ? inside : schema
}
