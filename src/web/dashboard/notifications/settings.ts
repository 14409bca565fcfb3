import type { FieldSpec } from '../form/field.ts'
import { baseOf, choicesOf, SECTIONS, type Section, settingWords } from './words.ts'

// The notification settings, made from their schema: their fields, in rows.

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

/** Settings that stand together: with whether people may choose, of a day, or of a template. */
export interface SettingRow {
  path: string
  label: string
  fields: readonly FieldSpec[]
}

export const SETTINGS: readonly FieldSpec[] = fieldsOf(SETTINGS_SCHEMA)

export function sectionOf(setting: string): Section | undefined {
  const isIn = ({ path }: Section) => setting.startsWith(`${path}.`)
  return (
    SECTIONS.find((section) => section.path !== 'preferences' && isIn(section)) ??
    SECTIONS.find(isIn)
  )
}

/** The rows of a section, in the order of the schema. */
export function rowsOf(section: Section): SettingRow[] {
  const rows = new Map<string, FieldSpec[]>()
  for (const field of SETTINGS) {
    if (sectionOf(field.path) !== section) continue
    const parts = field.path.split('.')
    const isInner = parts.length > section.path.split('.').length + 1
    const path = isInner ? parts.slice(0, -1).join('.') : baseOf(field.path)
    rows.set(path, [...(rows.get(path) ?? []), field])
  }
  return [...rows].map(([path, fields]) => ({ path, label: settingWords(nameOf(path)), fields }))
}

/** What may stand in the texts of a template. Other settings are none. */
export function variablesOf(path: string): string | undefined {
  const schema = SETTINGS_SCHEMA.properties?.templates?.properties?.[nameOf(path)]
  return schema?.properties && schema.description
}

/** The last part of a path. */
function nameOf(path: string): string {
  return path.split('.').at(-1) ?? ''
}

function fieldsOf({ properties = {} }: Schema, within = ''): FieldSpec[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${within}${name}`
    if (schema.properties) return fieldsOf(schema, `${path}.`)
    return { path, label: settingWords(name), ...controlOf(name, schema) }
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
