import type { FieldSpec } from '../form/field-spec.ts'
import { choicesOf, type Section, wordsOf } from './words.ts'

// The fields of the notification settings, made from their schema.

/** What the form needs of JSON Schema. */
interface Schema {
  type?: string
  properties?: Readonly<Record<string, Schema>>
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  description?: string
}

/** Of the service's notification settings: the build puts it here. */
declare const SETTINGS_SCHEMA: Schema

/** The largest time of day, as HHMM. */
const LAST_MINUTE = 2359
/** Of a text that may take several lines. */
const MAX_TEMPLATE_LENGTH = 1_000

export const SETTINGS: readonly FieldSpec[] = fieldsOf(SETTINGS_SCHEMA)

/** Whether a setting is in a section: `preferences` has what is in none of its parts. */
export function isOf({ path }: Section, setting: string): boolean {
  const isPart = setting.startsWith(`${path}.`)
  return isPart && (path !== 'preferences' || setting === `${path}.${nameOf(setting)}`)
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.split('.').at(-1) ?? ''
}

/** What the schema says about the texts of a template. */
export function variablesOf(template: string): string | undefined {
  return SETTINGS_SCHEMA.properties?.templates?.properties?.[template]?.description
}

function fieldsOf({ properties = {} }: Schema, within = ''): FieldSpec[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${within}${name}`
    if (schema.properties) return fieldsOf(schema, `${path}.`)
    return { path, label: wordsOf(name), ...controlOf(name, schema) }
  })
}

/** What the schema asks for: of two numbers the second is on, and three are a choice. */
function controlOf(name: string, schema: Schema): Omit<FieldSpec, 'path' | 'label'> {
  const { type, minimum: min, maximum: max, minLength, maxLength } = schema
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'object') return { kind: 'json', attributes: { rows: 5 } }
  if (type === 'string' && maxLength === MAX_TEMPLATE_LENGTH) {
    return { kind: 'long-text', attributes: { rows: 2, maxLength } }
  }
  if (type === 'string') {
    const attributes = { required: minLength !== undefined, maxLength }
    return { kind: 'text', issue: 'Enter a name.', attributes }
  }
  if (min === 1 && max === 2) return { kind: 'on-off' }
  if (min === 1 && max === 3) {
    const options = choicesOf(name).map((label, at) => ({ value: at + 1, label }))
    return { kind: 'choice', options }
  }
  if (max === LAST_MINUTE) {
    return { kind: 'time', issue: 'Enter a time.', attributes: { required: true } }
  }
  const issue = `Enter a whole number from ${min} to ${max}.`
  return { kind: 'number', issue, attributes: { required: true, min, max } }
}
