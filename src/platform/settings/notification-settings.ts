import * as z from 'zod'
import defaults from '../../../data/notification-settings.json' with { type: 'json' }
import { isRecord } from '../../core/json.ts'
import { small } from '../field.ts'

// The settings and their defaults are data. What may be set follows from the default of a field, its
// name and its section.

const Amount = z
  .int()
  .min(1)
  .max(3)
  .describe('1: none. 2: all (reactions: only to own messages). 3: only mentions (reactions: all).')
const Privacy = z
  .int()
  .min(1)
  .max(3)
  .describe('1: `Default`. 2: `Privacy`. 3: `Default`, but a user may choose `Privacy`.')
const Switch = z.int().min(1).max(2).describe('1: off. 2: on.')
const Notify = z.int().min(1).max(2).describe('1: do not notify. 2: notify.')
const Clock = z
  .int()
  .min(0)
  .max(2359)
  .refine((time) => time % 100 < 60, 'must be a time of day as HHMM, with minutes below 60')

/** Settings that are numbers, by name. All others say whether to notify. */
const NUMBERS = new Map<string, z.ZodType<number>>([
  ['messagesSetting', Amount],
  ['repliesSetting', Amount],
  ['reactionsSetting', Amount],
  ['usePrivacyTemplate', Privacy],
  ['dndPreferenceSetting', Switch],
  ['from', Clock],
  ['to', Clock],
  ['intervalInSeconds', z.int().min(0).max(604_800)],
  ['maxPerDay', z.int().min(0).max(10_000)],
  ['maxPerDayPerConversation', z.int().min(0).max(10_000)],
])

const Name = z.string().min(1).max(100)
const Template = z.string().max(1_000)

/** An object of the app that is sent with every push notification, which may have 4 KiB. */
const CustomJson = small(
  z.unknown().refine(isRecord, { error: 'must be an object', abort: true }),
  { maxBytes: 4096 },
)
  .meta({ type: 'object', additionalProperties: true })
  .default({})

const DAY =
  'The times of day, as HHMM, between which notifications are sent; over midnight if `from` is later. ' +
  'None are sent with `dnd`.'
const PUSH_VARIABLES =
  'message.data.entities.sender.entity.name, message.data.entities.receiver.entity.name, ' +
  'message.data.text, message.data.interactiveData.title, message.data.interactiveData.text, ' +
  'message.data.metadata.…, message.data.customData.…'
const DIGEST_VARIABLES = 'groupDetails.name, senderDetails.name, messages.length'

function describeSection(name: string): string {
  if (name.endsWith('day')) return DAY
  if (/^(email|sms).*Template/.test(name)) return DIGEST_VARIABLES
  return /Template(Default|Privacy)$/.test(name) ? PUSH_VARIABLES : ''
}

function fieldOf(name: string, initial: unknown, text: typeof Name): z.ZodType {
  if (name === 'customJson') return CustomJson
  if (typeof initial === 'boolean') return z.boolean().default(initial)
  if (typeof initial === 'number') return (NUMBERS.get(name) ?? Notify).default(initial)
  if (typeof initial === 'string') return text.default(initial)
  const section = sectionOf(isRecord(initial) ? initial : {}, text)
  const description = describeSection(name)
  return (description ? section.describe(description) : section).prefault({})
}

function sectionOf(initial: Readonly<Record<string, unknown>>, text = Name) {
  const fields = Object.entries(initial).map(([name, value]) => [name, fieldOf(name, value, text)])
  return z.object(Object.fromEntries(fields))
}

const settings = () =>
  z.object({
    preferences: sectionOf(defaults.preferences).prefault({}),
    sound: sectionOf(defaults.sound).prefault({}),
    templates: sectionOf(defaults.templates, Template).prefault({}),
  })

// Hundreds of fields, which are made when they are first needed.

/** All settings, with defaults where none is set. */
export const NotificationSettings = z.lazy(() =>
  settings().meta({ id: 'PlatformNotificationSettings' }),
)

export const SettingsChange = z.lazy(() =>
  changeOf(settings()).meta({ id: 'PlatformNotificationSettingsChange' }),
)

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
