import { asRecord } from '../../../core/json.ts'

/** What the form needs of JSON Schema. */
export interface Schema {
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

/** The settings at a path such as `preferences.group`, by name. */
export function settingsAt(path: string): readonly (readonly [name: string, schema: Schema])[] {
  const at = path
    .split('.')
    .reduce<Schema | undefined>((schema, name) => schema?.properties?.[name], SETTINGS_SCHEMA)
  return Object.entries(at?.properties ?? {})
}

/** The values of all settings by their path. */
export function valuesByPath(
  settings: unknown,
  { properties }: Schema = SETTINGS_SCHEMA,
  path = '',
): [path: string, value: unknown][] {
  if (!properties) return [[path, settings]]
  return Object.entries(properties).flatMap(([name, schema]) =>
    valuesByPath(asRecord(settings)[name], schema, path ? `${path}.${name}` : name),
  )
}
