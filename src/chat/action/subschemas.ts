/** A JSON Schema other than `true` and `false`. */
export type SchemaObject = Readonly<Record<string, unknown>>

interface Subschema {
  /** Its path in the parent. */
  path: string[]
  schema: SchemaObject
  /** Whether it applies to the same value as its parent, not to a part of it. */
  isOfSameValue: boolean
}

/** Keywords by what they contain. Other keywords, such as `default`, contain no schemas. */
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

/** The direct subschemas of a schema. */
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
