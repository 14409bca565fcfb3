import * as z from 'zod'
import { sizeIssue, small } from '../field.ts'

const LIMITS = { maxBytes: 16 * 1024, maxLevels: 32, maxValues: 2_000 }
const MAX_ISSUES = 10

/**
 * The parameters of an action: a JSON Schema of draft 2020-12 or draft 7. Its patterns are compiled
 * to check them, and never run. Unknown keywords may hold anything.
 */
export const Parameters = small(z.record(z.string(), z.unknown()), LIMITS)
  .superRefine((parameters, context) => {
    for (const { path, message } of parameterIssues(parameters)) {
      context.addIssue({ code: 'custom', path, message })
    }
  })
  .meta({ type: 'object', description: 'A JSON Schema: type object, required, properties.' })

type JsonObject = Readonly<Record<string, unknown>>

interface ParameterIssue {
  path: string[]
  message: string
}

/** The first issues in the parameters of an action. */
export function parameterIssues(parameters: JsonObject): ParameterIssue[] {
  const issue = sizeIssue(parameters, LIMITS)
  if (issue) return [at([], issue)]
  const issues = schemaIssues(parameters, parameters)
  return (issues.length > 0 ? issues : shapeIssues(parameters)).slice(0, MAX_ISSUES)
}

/** Hints at descriptions that are missing and would help an agent. */
export function parameterWarnings({ properties }: JsonObject): string[] {
  return entriesOf(properties)
    .filter(([, property]) => !(isObject(property) && property.description))
    .map(([name]) => `parameters.properties.${name} has no description: the agent has to guess.`)
}

const DRAFT = /^https?:\/\/json-schema\.org\/(draft-07|draft\/2020-12)\/schema#?$/

const Type = z.enum(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])
const Pattern = z.string().refine(isPattern)
const Count = z.int().min(0)
const Names = z.array(z.string()).refine((names) => new Set(names).size === names.length)
const Several = z.array(z.unknown()).min(1)
const ByName = z.record(z.string(), z.unknown())

/** Keywords, and what they have as their value. */
const VALUES = z
  .object({
    $schema: z.string().regex(DRAFT, 'must be the URI of draft 2020-12 or draft 7'),
    $ref: z.string(),
    type: Type.or(z.array(Type).min(1)),
    enum: z.array(z.unknown()),
    required: Names,
    title: z.string(),
    description: z.string(),
    format: z.string(),
    pattern: Pattern,
    minLength: Count,
    maxLength: Count,
    multipleOf: z.number().positive(),
    minimum: z.number(),
    maximum: z.number(),
    exclusiveMinimum: z.number(),
    exclusiveMaximum: z.number(),
    minItems: Count,
    maxItems: Count,
    minProperties: Count,
    maxProperties: Count,
    properties: ByName,
    patternProperties: z.record(Pattern, z.unknown()),
    dependentSchemas: ByName,
    $defs: ByName,
    definitions: ByName,
    allOf: Several,
    anyOf: Several,
    oneOf: Several,
    prefixItems: Several,
  })
  .partial()

/** Keywords that hold a schema. In draft 7, `items` may hold a list of them. */
const SCHEMA = new Set([
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'propertyNames',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
])
/** Keywords that hold several schemas, in a list or under names. */
const SCHEMAS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
])

function schemaIssues(schema: unknown, root: JsonObject, path: string[] = []): ParameterIssue[] {
  if (typeof schema === 'boolean') return []
  if (!isObject(schema)) return [at(path, INVALID)]
  const { error } = VALUES.safeParse(schema)
  const { $ref } = schema
  return [
    ...(error?.issues ?? []).map((issue) => at([...path, String(issue.path[0])], INVALID)),
    ...(typeof $ref === 'string' && !isWithin(root, $ref) ? [at([...path, '$ref'], OUTSIDE)] : []),
    ...Object.entries(schema).flatMap(([keyword, value]) => {
      const isOne = SCHEMA.has(keyword) && !(keyword === 'items' && Array.isArray(value))
      if (isOne) return schemaIssues(value, root, [...path, keyword])
      if (!SCHEMAS.has(keyword) && keyword !== 'items') return []
      return entriesOf(value).flatMap(([key, held]) =>
        schemaIssues(held, root, [...path, keyword, key]),
      )
    }),
  ]
}

const INVALID = 'is not valid JSON Schema'
const OUTSIDE = 'must be # or #/…, and refer to a schema within the parameters'

/** Follows a JSON Pointer in a fragment (RFC 6901, section 6). Nothing is fetched. */
function isWithin(root: JsonObject, reference: string): boolean {
  if (reference !== '#' && !reference.startsWith('#/')) return false
  const steps = reference.split('/').slice(1).map(unescaped)
  const target = steps.reduce<unknown>(
    (held, step) => entriesOf(held).find(([key]) => key === step)?.[1],
    root,
  )
  return isObject(target) || typeof target === 'boolean'
}

function unescaped(step: string) {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

/** Keywords that can replace `type`. */
const INSTEAD_OF_TYPE = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf']

/** Issues of a valid schema that does not describe named parameters. */
function shapeIssues({ type, properties, required }: JsonObject): ParameterIssue[] {
  const named = entriesOf(properties)
  const known = new Set(named.map(([name]) => name))
  return [
    ...(type === 'object' ? [] : [at(['type'], 'must be object')]),
    ...entriesOf(required)
      .filter(([, name]) => !known.has(String(name)))
      .map(([, name]) => at(['required'], `contains ${String(name)}, which is not a property`)),
    ...named
      .filter(([, property]) => !hasType(property))
      .map(([name]) => at(['properties', name], 'must have a type')),
  ]
}

function hasType(property: unknown) {
  return isObject(property) && ['type', ...INSTEAD_OF_TYPE].some((keyword) => keyword in property)
}

function isPattern(text: string) {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function at(path: string[], message: string): ParameterIssue {
  return { path, message }
}
