import { dereference, type Schema, Validator } from '@cfworker/json-schema'
import * as z from 'zod'
import draft07 from '../../../data/json-schema-draft-07.json' with { type: 'json' }
import { asList, isRecord } from '../../core/json.ts'
import { sizeIssue, small } from '../field.ts'

const LIMITS = { maxBytes: 16 * 1024, maxDepth: 32, maxValues: 2_000 }
const MAX_ISSUES = 10

/**
 * The parameters of an action: a JSON Schema, checked by the rules of draft 7, which newer keywords do
 * not break. Its patterns are compiled to check them, and never run.
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

/** The type of a JSON module is wider than that of a schema. */
const metaSchema = new Validator(z.custom<Schema>(isRecord).parse(draft07), '7')
const DRAFT = /^https?:\/\/json-schema\.org\/(draft-07|draft\/2020-12)\/schema#?$/

/** The first issues in the parameters of an action. */
export function parameterIssues(parameters: JsonObject): ParameterIssue[] {
  const issue = sizeIssue(parameters, LIMITS)
  if (issue) return [{ path: [], message: issue }]
  try {
    const issues = schemaIssues(parameters)
    return (issues.length > 0 ? issues : shapeIssues(parameters)).slice(0, MAX_ISSUES)
  } catch {
    // A name that is no Unicode text, or an $id that is no address or stands there twice.
    return [{ path: [], message: 'is not valid JSON Schema' }]
  }
}

function schemaIssues(parameters: JsonObject): ParameterIssue[] {
  const { errors } = metaSchema.validate(parameters)
  const [deepest] = errors.toSorted(
    (one, other) => other.instanceLocation.length - one.instanceLocation.length,
  )
  if (deepest) {
    const message = `is not valid JSON Schema: ${deepest.error.replace(/\.$/, '')}`
    return [{ path: pathOf(deepest.instanceLocation), message }]
  }
  const { $schema = draft07.$schema } = parameters
  if (!DRAFT.test(String($schema))) {
    return [{ path: ['$schema'], message: 'must be the URI of draft 2020-12 or draft 7' }]
  }
  const schemas = dereference(structuredClone(parameters))
  return Object.entries(schemas).flatMap(([uri, schema]) => {
    if (typeof schema === 'boolean' || (schema.__absolute_ref__ ?? uri) in schemas) return []
    const message = 'must be # or #/…, and refer to a schema within the parameters'
    return [{ path: [...pathOf(new URL(uri).hash), '$ref'], message }]
  })
}

function pathOf(pointer: string) {
  const steps = decodeURIComponent(pointer).split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** One of these says what a property may be. */
const TYPES = ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf']

/** Issues of a valid schema that does not describe named parameters. */
function shapeIssues({ type, properties = {}, required = [] }: JsonObject): ParameterIssue[] {
  const named = isRecord(properties) ? properties : {}
  const names = asList(required)
  const unknown = names.map(String).filter((name) => !Object.hasOwn(named, name))
  const untyped = Object.entries(named).filter(
    ([, property]) => !isRecord(property) || !TYPES.some((keyword) => keyword in property),
  )
  return [
    ...(type === 'object' ? [] : [{ path: ['type'], message: 'must be object' }]),
    ...unknown.map((name) => ({
      path: ['required'],
      message: `contains ${name}, which is not a property`,
    })),
    ...untyped.map(([name]) => ({ path: ['properties', name], message: 'must have a type' })),
  ]
}

/** Hints at descriptions that are missing and would help an agent. */
export function parameterWarnings({ properties }: JsonObject): string[] {
  return Object.entries(isRecord(properties) ? properties : {})
    .filter(([, property]) => !(isRecord(property) && property.description))
    .map(([name]) => `parameters.properties.${name} has no description: the agent has to guess.`)
}
