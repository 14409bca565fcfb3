import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { isRecord } from '../../core/json.ts'
import type { Database } from '../../storage/database.ts'
import { notificationSettings } from '../../storage/schema.ts'
import { check } from '../check.ts'
import { small } from '../field.ts'
import { type Store, toSeconds } from '../store.ts'
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
  .refine(({ from, to }) => from < to, {
    path: ['from'],
    error: 'must be before `to`; for a day without notifications set `dnd` to true',
  })
  .describe(
    'The times of day, as HHMM, between which notifications are sent. None are sent with `dnd`.',
  )
  .prefault({})

/** When notifications are sent, by day. */
const Schedule = z.object(fields(DAYS, () => Day)).prefault({})

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
  ...fields(CHANGES, () => Notify.default(2)),
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
        schedulePreferenceSetting: Schedule,
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
  return {
    ...fields(
      names.map((name) => `${name}Setting`),
      () => setting,
    ),
    ...fields(
      names.map((name) => `${name}Override`),
      () => override,
    ),
  }
}

/** One field for each name. */
function fields<Field>(names: readonly string[], field: (name: string) => Field) {
  return Object.fromEntries(names.map((name) => [name, field(name)]))
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

/** The current settings. Those that were never changed have their defaults. */
export async function readSettings(database: Database): Promise<z.output<typeof Settings>> {
  const [row] = await database.select().from(notificationSettings)
  return Settings.parse(row?.difference ?? {})
}

/** The parts of a change that are not merged field by field. */
const Change = z.looseObject({
  preferences: z
    .looseObject({
      mute: z
        .looseObject({
          schedulePreferenceSetting: z
            .record(z.string(), z.record(z.string(), z.unknown()))
            .optional(),
        })
        .optional(),
      push: z.looseObject({ customJson: z.unknown().optional() }).optional(),
    })
    .optional(),
})

/** The id of the only row. */
const SETTINGS_ID = 1

/**
 * Changes some settings, all that are given or none, by one statement that merges: changes at the
 * same time lose nothing of each other. A day of the schedule is written whole, as its times
 * depend on each other, and `customJson` replaces the earlier one.
 */
export async function changeSettings(given: unknown, { database, now }: Store): Promise<void> {
  const { preferences = {}, ...rest } = Change.parse(given)
  const { mute = {}, push = {}, ...others } = preferences
  const { customJson, ...merging } = push
  const days = await wholeDays(mute.schedulePreferenceSetting ?? {}, database)
  const schedule = { schedulePreferenceSetting: days }
  const change = {
    ...rest,
    preferences: { ...others, mute: { ...mute, ...schedule }, push: merging },
  }

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

/** Days of the schedule with the stored values of the fields that are not given. */
async function wholeDays(given: Readonly<Record<string, object>>, database: Database) {
  const names = Object.keys(given)
  if (names.length === 0) return {}
  const { mute } = (await readSettings(database)).preferences
  const days = names.map((name) => [
    name,
    { ...mute.schedulePreferenceSetting[name], ...given[name] },
  ])
  const schedule = { schedulePreferenceSetting: Object.fromEntries(days) }
  const checked = check(Settings, { preferences: { mute: schedule } })
  const all = Object.entries(checked.preferences.mute.schedulePreferenceSetting)
  return Object.fromEntries(all.filter(([name]) => names.includes(name)))
}

/** Resets all settings to their defaults. */
export async function resetSettings({ database }: Store): Promise<void> {
  await database.delete(notificationSettings)
}
