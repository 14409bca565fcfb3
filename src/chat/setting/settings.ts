import * as z from 'zod'
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

/** The same fields, none of them required and none with a default, and no field that is unknown. */
function changeOf(schema: z.ZodType): z.ZodType {
  const inside = insideOf(schema)
  const shape = shapeOf(inside)
  if (!shape) return inside
  const changes = Object.entries(shape).map(([name, field]) => [name, changeOf(field).optional()])
  return z.strictObject(Object.fromEntries(changes))
}

/** The fields of an object schema; undefined for a value that is replaced as a whole. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inside = insideOf(schema)
  return inside instanceof z.ZodObject ? inside.shape : undefined
}

function insideOf(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  const inside = isWrapped ? schema.unwrap() : schema
  return inside instanceof z.ZodType ? inside : schema
}
