import { isRecord } from '../core/json.ts'
import type { Issue } from './issue.ts'

/**
 * Validates a value. It returns the value to use, and adds what is wrong to `issues`.
 *
 * Not a library, because front ends load the whole client, and this is all it needs.
 */
export interface Schema<T> {
  (value: unknown, field: string, issues: Issue[]): unknown
  /** Never set: only for type inference. */
  readonly type?: T
}

/** The value if it is valid, or the issues. */
export function parse<T>(
  schema: Schema<T>,
  value: unknown,
): { data: T; issues?: undefined } | { data?: undefined; issues: Issue[] } {
  const issues: Issue[] = []
  const data = schema(value, '', issues)
  return isValid<T>(data, issues) ? { data } : { issues }
}

function isValid<T>(_data: unknown, issues: readonly Issue[]): _data is T {
  return issues.length === 0
}

const REQUIRED = 'is required'

/** A value that fulfils a condition. With `missing`, null counts as absent. */
export function valid<T>(
  holds: (value: unknown) => boolean,
  message: string,
  missing?: string,
): Schema<T> {
  return (value, field, issues) => {
    const isMissing = value === undefined || (value === null && missing !== undefined)
    if (!holds(value)) issues.push({ field, message: isMissing ? (missing ?? REQUIRED) : message })
    return value
  }
}

/** Applies further schemas to a value that fulfils the first. */
export function refined<T>(schema: Schema<T>, ...more: Schema<T>[]): Schema<T> {
  return (value, field, issues) => {
    const before = issues.length
    let data = schema(value, field, issues)
    for (const next of more) {
      if (issues.length === before) data = next(data, field, issues)
    }
    return data
  }
}

export const anything: Schema<unknown> = (value) => value
export const text = valid<string>((value) => typeof value === 'string', 'must be a string')
export const number = valid<number>((value) => typeof value === 'number', 'must be a number')
export const flag = valid<boolean>((value) => typeof value === 'boolean', 'must be true or false')
export const record = valid<Record<string, unknown>>(isRecord, 'must be an object')
export const filledText = refined(
  text,
  valid((value) => value !== '', 'must not be empty'),
)

/** An id. Numbers are converted, as the hosted platform may return them. */
export const id: Schema<string> = (value, field, issues) =>
  text(typeof value === 'number' ? String(value) : value, field, issues)

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Schema<number> {
  return refined(
    number,
    valid(Number.isSafeInteger, 'must be an integer'),
    valid((value) => Number(value) >= min, `must be at least ${min}`),
    valid((value) => Number(value) <= max, `must be at most ${max}`),
  )
}

export function oneOf<const T extends string>(
  values: readonly T[],
  message = `must be one of ${values.join(', ')}`,
  missing?: string,
): Schema<T> {
  const known: readonly unknown[] = values
  return valid<T>((value) => known.includes(value), message, missing)
}

export function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return (value, field, issues) => (value === undefined ? undefined : schema(value, field, issues))
}

export function nullish<T>(schema: Schema<T>): Schema<T | null | undefined> {
  return (value, field, issues) => (value == null ? value : schema(value, field, issues))
}

/** Undefined if the value is invalid. */
export function orNothing<T>(schema: Schema<T>): Schema<T | undefined> {
  return (value) => parse(schema, value).data
}

export function list<T>(schema: Schema<T>, message = 'must be an array'): Schema<T[]> {
  return (value, field, issues) => {
    if (Array.isArray(value))
      return value.map((item, at) => schema(item, within(field, `${at}`), issues))
    issues.push({ field, message: value === undefined ? REQUIRED : message })
  }
}

export function mapOf<T>(schema: Schema<T>): Schema<Record<string, T>> {
  return (value, field, issues) => {
    if (!isRecord(value)) return record(value, field, issues)
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([key, item]) => [key, schema(item, within(field, key), issues)]),
    )
  }
}

type Fields<T> = { readonly [Key in keyof T]-?: Schema<T[Key]> }

/** An object with these fields, and any others. */
export function loose<T>(fields: Partial<Fields<T>>): Schema<T> {
  return (value, field, issues) => {
    if (!isRecord(value)) return record(value, field, issues)
    const data = { ...value }
    for (const [key, schema] of Object.entries<Schema<unknown> | undefined>(fields)) {
      const read = schema?.(value[key], within(field, key), issues)
      if (read !== undefined || key in value) data[key] = read
    }
    return data
  }
}

/** A response of the platform. Only `data` is read. */
export function dataOf<T>(data: Schema<T>): Schema<{ data: T }> {
  return loose<{ data: T }>({ data })
}

/** An object with only these fields. */
export function strict<T>(
  fields: Fields<T>,
  { missing, unknown = 'has unknown fields' }: { missing?: string; unknown?: string } = {},
): Schema<T> {
  const some = loose<T>(fields)
  const whole = valid(isRecord, 'must be an object', missing)
  return (value, field, issues) => {
    if (!isRecord(value)) return whole(value, field, issues)
    const data = some(value, field, issues)
    const others = Object.keys(value).filter((key) => !Object.hasOwn(fields, key))
    if (others.length > 0) issues.push({ field, message: `${unknown}: ${others.join(', ')}` })
    return data
  }
}

function within(field: string, key: string) {
  return field ? `${field}.${key}` : key
}
