import { eq, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { isRecord } from '../../core/json.ts'
import type { Database } from '../../storage/database.ts'
import { notificationSettings } from '../../storage/schema.ts'
import { check } from '../check.ts'
import { small } from '../field.ts'
import { PlatformError } from '../platform-error.ts'
import { type Store, toSeconds } from '../store.ts'
import { ownProperty, Templates } from './templates.ts'

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
  const shape = shapeOf(inside)
  if (!shape) return inside
  const changes = Object.entries(shape).map(([name, field]) => [name, changeOf(field).optional()])
  return z.strictObject(Object.fromEntries(changes))
}

/** The fields of an object schema; undefined for other values, which are replaced as a whole. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inside = insideOf(schema)
  return inside instanceof z.ZodObject ? inside.shape : undefined
}

function insideOf(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  const inside = isWrapped ? schema.unwrap() : schema
  return inside instanceof z.ZodType ? inside : schema
}

/** The id of the only row. */
const SETTINGS_ID = 1
const MAX_TRIES = 100

const Changes = z.record(z.string(), z.unknown())
type Changes = z.output<typeof Changes>

/** The current settings. Those that were never changed have their defaults. */
export async function readSettings(database: Database): Promise<z.output<typeof Settings>> {
  return Settings.parse(await readChanges(database))
}

/**
 * Changes some settings: all that are given, or none. If others change them at the same time, it
 * starts again with the new settings.
 */
export async function changeSettings(
  change: z.output<typeof SettingsChange>,
  store: Store,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readChanges(store.database)
    const after = Changes.parse(merged(Settings, before, change))
    // A valid change may be invalid in combination with the stored settings.
    check(Settings, after)
    if (await write(after, store, eq(notificationSettings.difference, before))) return
  }
  throw new PlatformError(
    'ERR_MISSION_FAILED',
    'The settings are being changed too often at the same time: try again.',
  )
}

/** Resets all settings to their defaults. */
export async function resetSettings(store: Store): Promise<void> {
  await write({}, store)
}

/** All that was changed since the last reset. */
async function readChanges(database: Database): Promise<Changes> {
  const [row] = await database.select().from(notificationSettings)
  return { ...row?.difference }
}

/** Writes the only row, under a condition if there is one; returns whether it did. */
async function write(difference: Changes, { database, now }: Store, setWhere?: SQL) {
  const { id } = notificationSettings
  const row = { id: SETTINGS_ID, difference, updatedAt: toSeconds(now()) }
  const written = await database
    .insert(notificationSettings)
    .values(row)
    .onConflictDoUpdate({ target: id, set: row, ...(setWhere && { setWhere }) })
    .returning({ id })
  return written.length > 0
}

/** Objects of the schema are merged; other values, such as `customJson`, are replaced. */
function merged(schema: z.ZodType, before: unknown, change: unknown): unknown {
  const shape = shapeOf(schema)
  if (!shape || before === undefined || change === undefined) return change ?? before
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    merged(field, ownProperty(before, name), ownProperty(change, name)),
  ])
  return Object.fromEntries(fields)
}
