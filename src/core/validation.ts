import type * as z from 'zod'
import { AppError } from './error.ts'
import { excerpt } from './printable.ts'

const MAX_ISSUES = 3

/** Field names can come from the caller, so they can be anything. */
const MAX_PATH = 100
const MAX_MESSAGE = 300

/**
 * Validates a value from outside against a schema.
 *
 * @throws AppError `invalid-request` that names each invalid field and what it must be.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: issueMessage })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MAX_ISSUES)
  throw new AppError('invalid-request', `${issues.map(sentence).join('; ')}.`)
}

function sentence({ path, message }: z.core.$ZodIssue) {
  const what = excerpt(message, MAX_MESSAGE)
  return path.length > 0 ? `${excerpt(path.join('.'), MAX_PATH)}: ${what}` : what
}

type Issue = z.core.$ZodRawIssue

/** A longer list is not read. */
const MAX_ALTERNATIVES = 20
const MAX_KEY = 60

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'an integer'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['array', 'an array'],
  ['tuple', 'an array'],
  ['null', 'null'],
])

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['url', 'a URL'],
  ['email', 'an email address'],
  ['datetime', 'an instant such as 2026-01-31T09:00:00Z'],
  ['date', 'a day such as 2026-01-31'],
])

const UNITS: ReadonlyMap<string, string> = new Map([
  ['string', 'character'],
  ['array', 'item'],
  ['set', 'item'],
  ['map', 'field'],
  ['record', 'field'],
])

/**
 * The message for an issue, to follow the name of its field: "limit: must be a number". It replaces
 * zod's messages about expected and received types. A message in the schema itself takes precedence.
 */
export function issueMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${TYPES.get(issue.expected) ?? `a ${issue.expected}`}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(String))}`
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), issue.inclusive === false, MIN)
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), issue.inclusive === false, MAX)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return FORMATS.has(issue.format)
        ? `must be ${FORMATS.get(issue.format)}`
        : 'has an invalid format'
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.slice(0, MAX_ALTERNATIVES).map(shortened).join(', ')}`
    case 'invalid_union':
      return unionMessage(issue)
    case 'invalid_key':
      return 'has a field with an invalid name'
    case 'invalid_element':
      return 'has an invalid item'
  }
  return undefined
}

interface Bound {
  inclusive: string
  exclusive: string
  /** For texts and lists, before the number. */
  size: string
}

const MIN: Bound = { inclusive: 'at least', exclusive: 'greater than', size: 'must have at least' }
const MAX: Bound = { inclusive: 'at most', exclusive: 'less than', size: 'may have at most' }

function bound(origin: string, limit: number, isExclusive: boolean, words: Bound) {
  const unit = UNITS.get(origin)
  if (!unit) return `must be ${isExclusive ? words.exclusive : words.inclusive} ${limit}`
  if (limit === 1 && words === MIN) return 'must not be empty'
  return `${words.size} ${limit} ${unit}${limit === 1 ? '' : 's'}`
}

function unionMessage({ errors, input }: Extract<Issue, { code: 'invalid_union' }>) {
  if (input === undefined) return 'is required'
  const types = errors.map(([first]) => {
    const isOfWhole = first?.code === 'invalid_type' && first.path.length === 0
    return isOfWhole ? TYPES.get(first.expected) : undefined
  })
  const known = new Set(types.filter((type) => type !== undefined))
  const isWhole = known.size > 0 && types.every((type) => type !== undefined)
  return isWhole
    ? `must be ${[...known].join(' or ')}`
    : 'does not match any of the documented forms'
}

function oneOf(values: readonly string[]) {
  if (values.length === 1) return values[0]
  if (values.length > MAX_ALTERNATIVES) return 'one of the documented values'
  return `one of ${values.join(', ')}`
}

function shortened(key: string) {
  return key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key
}
