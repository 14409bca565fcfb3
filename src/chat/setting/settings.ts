import * as z from 'zod'
import { Preferences } from './preferences.ts'
import { Templates } from './templates.ts'

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
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inside = insideOf(schema)
  return inside instanceof z.ZodObject ? inside.shape : undefined
}

function insideOf(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  const inside = isWrapped ? schema.unwrap() : schema
  return inside instanceof z.ZodType ? inside : schema
}
