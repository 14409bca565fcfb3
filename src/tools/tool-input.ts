import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { nearMissFirst } from '../core/near-miss.ts'
import type { Asker } from '../core/run.ts'
import { parse } from '../core/validation.ts'
import type { Tool } from './tool.ts'

type Declared = Pick<Tool, 'name' | 'input'>

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Cached, because making one takes as long as the rest of a short run. */
const schemas = new WeakMap<z.ZodType, JsonSchema>()

/**
 * The JSON Schema of what a tool takes, as the strictest hosts and clients read it: a field has one
 * type, without alternatives beside it, and the dialect is not named.
 */
export function inputSchema({ input }: Declared): JsonSchema {
  const schema = schemas.get(input) ?? withoutDialect(z.toJSONSchema(input, STRICT))
  schemas.set(input, schema)
  return schema
}

const STRICT: z.core.ToJSONSchemaParams = {
  io: 'input',
  override({ jsonSchema }) {
    if (jsonSchema.type) delete jsonSchema.anyOf
  },
}

export function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/**
 * What a tool takes, with defaults filled in: the asking user's, then the tool's. Names that begin with `_` are for others.
 *
 * @throws AppError `invalid-request` if it is invalid, or has an argument that the tool does not know:
 * an answer that ignored it would look right.
 */
export function readToolInput(
  tool: Declared,
  input: Readonly<Record<string, unknown>>,
  { timezone: tz }: Asker = {},
): unknown {
  const known = Object.keys(inputSchema(tool).properties ?? {})
  const unknown = Object.keys(input).find((name) => !name.startsWith('_') && !known.includes(name))
  const defaults = tz !== undefined && known.includes('tz') ? { tz } : {}
  if (unknown === undefined) return parse(tool.input, { ...defaults, ...input })
  const taken = nearMissFirst(unknown, known).join(', ')
  const shown = unknown.slice(0, 60)
  throw new AppError(
    'invalid-request',
    `${shown}: not an argument of ${tool.name}; it takes ${taken}.`,
  )
}
