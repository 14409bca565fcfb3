import type { Random } from './random.ts'

/** JSON Schema, as much of it as OpenAPI descriptions of ours hold. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  format?: string
}

interface GeneratorOptions {
  schemas: Readonly<Record<string, Schema>>
  random: Random
  /** Texts for a field of this name: mostly ones that mean something there. */
  text(name: string, format?: string): string
  /** Values that fit nowhere. */
  odd(): unknown
}

const MAX_DEPTH = 6
const MAX_ITEMS = 4
const ODD = 0.01
const LEFT_OUT = 0.35

/** Values that mostly fit a schema, and now and then do not. */
export function schemaValues({ schemas, random, text, odd }: GeneratorOptions) {
  function valueFor(schema: Schema, name = '', depth = 0): unknown {
    if (depth > MAX_DEPTH || random.chance(ODD)) return odd()
    const { $ref, enum: known, anyOf = schema.oneOf, allOf } = schema
    if ($ref) return valueFor(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name, depth)
    if ('const' in schema) return schema.const
    if (known) return random.pick(known)
    if (anyOf) return valueFor(random.pick(anyOf), name, depth)
    if (allOf) return Object.assign({}, ...allOf.map((part) => valueFor(part, name, depth)))
    return ofType(schema, name, depth)
  }

  function ofType(schema: Schema, name: string, depth: number): unknown {
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
    if (type === 'object' || schema.properties) return objectOf(schema, depth)
    switch (type) {
      case 'array': {
        const length = random.below(MAX_ITEMS + 1)
        return Array.from({ length }, () => valueFor(schema.items ?? {}, name, depth + 1))
      }
      case 'string':
        return text(name, schema.format)
      case 'boolean':
        return random.chance(0.5)
      case 'integer':
      case 'number':
        return random.pick([0, 1, 3, 10, -1, 1e9, 0.5])
      case 'null':
        return null
      default:
        return random.chance(0.5) ? text(name) : odd()
    }
  }

  function objectOf(schema: Schema, depth: number): object {
    const { properties = {}, required = [], additionalProperties } = schema
    const named = Object.entries(properties)
      .filter(([key]) => required.includes(key) || !random.chance(LEFT_OUT))
      .map(([key, property]) => [key, valueFor(property, key, depth + 1)])
    const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
    const free = Array.from({ length: others ? random.below(MAX_ITEMS) : 0 }, () => {
      return [text('key'), valueFor(others ?? {}, '', depth + 1)]
    })
    return Object.fromEntries([...named, ...free])
  }

  return valueFor
}
