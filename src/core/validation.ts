import type * as z from 'zod'
import { AppError } from './error.ts'
import { excerpt } from './printable.ts'

const MAX_ISSUES = 3

/** Names of fields may be a caller's own, and so be anything. */
const MAX_PATH = 100
const MAX_MESSAGE = 300

/**
 * What came from outside, checked against a schema of ours.
 *
 * @throws AppError `invalid-request` that names the fields and what is wrong with each.
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

/** More alternatives than that nobody reads. */
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
 * What is wrong with a value, as it is said after the name of its field ("limit: must be a number").
 * It has zod's own words replaced that speak of types and of what was expected and received; a
 * schema that says what is wrong with its value says it better still, and goes before.
 */
export function issueMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${TYPES.get(issue.expected) ?? `a ${issue.expected}`}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(String))}`
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), issue.inclusive === false, LEAST)
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), issue.inclusive === false, MOST)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return `must be ${FORMATS.get(issue.format) ?? 'written in another form'}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.slice(0, MAX_ALTERNATIVES).map(shortened).join(', ')}`
    case 'invalid_union':
      return unionMessage(issue)
    case 'invalid_key':
      return 'has a field whose name is not allowed'
    case 'invalid_element':
      return 'has an item that is not allowed'
  }
  return undefined
}

interface Bound {
  words: string
  open: string
  items: string
}

const LEAST: Bound = { words: 'at least', open: 'greater than', items: 'must have at least' }
const MOST: Bound = { words: 'at most', open: 'less than', items: 'may have at most' }

function bound(origin: string, limit: number, isOpen: boolean, { words, open, items }: Bound) {
  const unit = UNITS.get(origin)
  if (!unit) return `must be ${isOpen ? open : words} ${limit}`
  if (limit === 1 && items === LEAST.items) return 'must not be empty'
  return `${items} ${limit} ${unit}${limit === 1 ? '' : 's'}`
}

function unionMessage({ errors, input }: Extract<Issue, { code: 'invalid_union' }>) {
  if (input === undefined) return 'is required'
  const types = errors.map(([first]) => {
    const isOfWhole = first?.code === 'invalid_type' && first.path.length === 0
    return isOfWhole ? TYPES.get(first.expected) : undefined
  })
  const known = new Set(types.filter((type) => type !== undefined))
  const isWhole = known.size > 0 && types.every((type) => type !== undefined)
  return isWhole ? `must be ${[...known].join(' or ')}` : 'has none of the forms it may have'
}

function oneOf(values: readonly string[]) {
  if (values.length === 1) return values[0]
  if (values.length > MAX_ALTERNATIVES) return 'one of those that are documented'
  return `one of ${values.join(', ')}`
}

function shortened(key: string) {
  return key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key
}
