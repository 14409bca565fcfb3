/** A JSON Schema that is no mere `true` or `false`. */
export type SchemaObject = Readonly<Record<string, unknown>>

interface Subschema {
  /** Where it stands in the one that holds it. */
  path: string[]
  schema: SchemaObject
  /** Whether it judges the very value that the one that holds it judges, and no part of it. */
  isOfSameValue: boolean
}

/** Keywords by what stands under them. Elsewhere, as under `default`, nothing is a schema. */
const OF_SAME_VALUE = new Set([
  'not',
  'if',
  'then',
  'else',
  'allOf',
  'anyOf',
  'oneOf',
  'dependentSchemas',
  'dependencies',
])
const SCHEMAS = new Set([
  'not',
  'if',
  'then',
  'else',
  'contains',
  'items',
  'additionalItems',
  'unevaluatedItems',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'contentSchema',
])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const MAPS = new Set([
  '$defs',
  'definitions',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
])

/** The schemas that stand directly within one. */
export function subschemas(schema: SchemaObject): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const isOfSameValue = OF_SAME_VALUE.has(keyword)
    return candidates(keyword, value).flatMap(([path, candidate]) =>
      isSchemaObject(candidate) ? [{ path, schema: candidate, isOfSameValue }] : [],
    )
  })
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function candidates(keyword: string, value: unknown): [string[], unknown][] {
  const isNest = Array.isArray(value) ? LISTS.has(keyword) : MAPS.has(keyword)
  if (isNest && typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([key, item]) => [[keyword, key], item])
  }
  return SCHEMAS.has(keyword) ? [[[keyword], value]] : []
}
