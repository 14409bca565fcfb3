import type { Schema } from '@cfworker/json-schema'

// The meta-schemas of JSON Schema: the vocabularies of each draft in one document, so that nothing
// has to be fetched.

const schema: Schema = { $ref: '#' }
const schemaList: Schema = { type: 'array', items: schema, minItems: 1 }
const schemaMap: Schema = { type: 'object', additionalProperties: schema }
const regex: Schema = { type: 'string', format: 'regex' }
const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const number: Schema = { type: 'number' }
const count: Schema = { type: 'integer', minimum: 0 }
// Only compared if all are strings: comparing objects takes long.
const names: Schema = {
  type: 'array',
  items: text,
  if: { not: { items: text } },
  else: { uniqueItems: true },
}
const typeName: Schema = {
  enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
}

const COMMON: Record<string, Schema> = {
  $id: text,
  $schema: text,
  $ref: text,
  $comment: text,
  title: text,
  description: text,
  readOnly: flag,
  writeOnly: flag,
  examples: { type: 'array' },
  type: {
    anyOf: [typeName, { type: 'array', items: typeName, minItems: 1, uniqueItems: true }],
  },
  enum: { type: 'array' },
  format: text,
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  pattern: regex,
  maxItems: count,
  minItems: count,
  uniqueItems: flag,
  contains: schema,
  maxProperties: count,
  minProperties: count,
  required: names,
  properties: schemaMap,
  additionalProperties: schema,
  propertyNames: schema,
  patternProperties: { ...schemaMap, propertyNames: { format: 'regex' } },
  definitions: schemaMap,
  ...Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, schema])),
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
  not: schema,
  contentEncoding: text,
  contentMediaType: text,
}

/** Draft 2020-12. */
export const META_SCHEMA: Schema = {
  type: ['object', 'boolean'],
  properties: {
    ...COMMON,
    $anchor: text,
    $dynamicRef: text,
    $dynamicAnchor: text,
    $defs: schemaMap,
    $vocabulary: { type: 'object', additionalProperties: flag },
    deprecated: flag,
    contentSchema: schema,
    items: schema,
    prefixItems: schemaList,
    minContains: count,
    maxContains: count,
    unevaluatedItems: schema,
    unevaluatedProperties: schema,
    dependentRequired: { type: 'object', additionalProperties: names },
    dependentSchemas: schemaMap,
  },
}

export const META_SCHEMA_DRAFT_07: Schema = {
  type: ['object', 'boolean'],
  properties: {
    ...COMMON,
    items: { anyOf: [schema, schemaList] },
    additionalItems: schema,
    dependencies: { type: 'object', additionalProperties: { anyOf: [schema, names] } },
  },
}
