import { Validator } from '@cfworker/json-schema'
import * as z from 'zod'
import { sizeIssue, small } from '../field.ts'
import { META_SCHEMA, META_SCHEMA_DRAFT_07 } from './meta-schema.ts'
import type { ParameterIssue } from './references.ts'
import { referenceIssues } from './references.ts'
import { isSchemaObject, type SchemaObject } from './subschemas.ts'

const LIMITS = { maxBytes: 16 * 1024, maxLevels: 32, maxValues: 2_000 }
const MAX_ISSUES = 10

const DRAFT_07 = /^http:\/\/json-schema\.org\/draft-07\/schema#?$/
const DRAFT_2020_12 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

/** Keywords that can replace `type`. */
const INSTEAD_OF_TYPE = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf']

/**
 * The parameters of an action: a JSON Schema of draft 2020-12, or of draft 7 if `$schema` says so.
 * Its patterns are compiled to check them, and never run.
 */
export const Parameters = small(z.record(z.string(), z.unknown()), LIMITS)
  .superRefine((parameters, context) => {
    for (const { path, message } of parameterIssues(parameters)) {
      context.addIssue({ code: 'custom', path, message })
    }
  })
  .meta({ type: 'object', description: 'A JSON Schema: type object, required, properties.' })

/** What is wrong with the parameters of an action: the first issues. */
export function parameterIssues(parameters: SchemaObject): ParameterIssue[] {
  const issue = sizeIssue(parameters, LIMITS)
  if (issue) return [at([], issue)]
  const issues = schemaIssues(parameters)
  if (issues.length > 0) return issues
  return [...referenceIssues(parameters), ...shapeIssues(parameters)].slice(0, MAX_ISSUES)
}

/** What would help an agent and is missing from the schema. */
export function parameterWarnings({ properties }: SchemaObject): string[] {
  const named = isSchemaObject(properties) ? Object.entries(properties) : []
  return named
    .filter(([, property]) => !(isSchemaObject(property) && property.description))
    .map(([name]) => `parameters.properties.${name} has no description: the agent has to guess.`)
}

/** Created when first used, as it would delay the start. */
const validators = new Map<string, Validator>()

function schemaIssues(parameters: SchemaObject): ParameterIssue[] {
  const draft = draftOf(parameters)
  if (!draft) return [at(['$schema'], 'must be the URI of draft 2020-12 or draft 7')]
  const { valid, errors } = validatorOf(draft).validate(parameters)
  if (valid) return []
  const locations = new Set(errors.map(({ instanceLocation }) => instanceLocation))
  const leaves = leavesAmong(locations).slice(0, MAX_ISSUES)
  return leaves.map((location) => at(pathOf(location), 'is not valid JSON Schema'))
}

function draftOf({ $schema }: SchemaObject) {
  if ($schema === undefined) return '2020-12'
  if (typeof $schema !== 'string') return undefined
  if (DRAFT_07.test($schema)) return '7'
  return DRAFT_2020_12.test($schema) ? '2020-12' : undefined
}

/** The innermost of the locations. */
function leavesAmong(locations: ReadonlySet<string>): string[] {
  const parents = new Set<string>()
  for (const location of locations) {
    const parent = parentOf(location)
    for (let place = parent; place !== '' && !parents.has(place); place = parentOf(place)) {
      parents.add(place)
    }
  }
  return [...locations].filter((location) => !parents.has(location))
}

function parentOf(location: string) {
  return location.slice(0, Math.max(0, location.lastIndexOf('/')))
}

function validatorOf(draft: '7' | '2020-12') {
  const made = validators.get(draft)
  if (made) return made
  const schema = draft === '7' ? META_SCHEMA_DRAFT_07 : META_SCHEMA
  const validator = new Validator(schema, draft, false)
  validators.set(draft, validator)
  return validator
}

function shapeIssues({ type, properties = {}, required }: SchemaObject): ParameterIssue[] {
  const named = isSchemaObject(properties) ? Object.entries(properties) : []
  const known = new Set(named.map(([name]) => name))
  const names: unknown[] = Array.isArray(required) ? required : []
  return [
    ...(type === 'object' ? [] : [at(['type'], 'must be object')]),
    ...names
      .filter((name) => typeof name !== 'string' || !known.has(name))
      .map((name) => at(['required'], `contains ${String(name)}, which is not a property`)),
    ...named
      .filter(([, property]) => !hasType(property))
      .map(([name]) => at(['properties', name], 'must have a type')),
  ]
}

function hasType(property: unknown) {
  if (!isSchemaObject(property)) return false
  return property.type !== undefined || INSTEAD_OF_TYPE.some((keyword) => keyword in property)
}

function at(path: string[], message: string): ParameterIssue {
  return { path, message }
}

/** The keys in a location such as `#/properties/a~1b`. */
function pathOf(location: string) {
  const [, ...steps] = location.split('/')
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
