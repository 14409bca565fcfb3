import { type Schema, type ToolSet, tool, zodSchema } from 'ai'
import type * as z from 'zod'
import type { Log } from '../log.ts'
import { loggedCall } from '../tool/logged-call.ts'
import type { Tool } from '../tool/tool.ts'

interface ToolNeeds {
  tools: readonly Tool[]
  log: Log
}

/** Our tools as the AI SDK offers them to a model. Each call leaves one record in the log. */
export function modelTools({ tools, log }: ToolNeeds): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input, run }) => [
      name,
      tool({
        description,
        inputSchema: schemaOf(input),
        execute: (input, { toolCallId, abortSignal }) => {
          const caller = { signal: abortSignal }
          const needs = { log: log.with({ callId: toolCallId, tool: name }), caller }
          return loggedCall(() => run(input, caller), needs)
        },
      }),
    ]),
  )
}

const schemas = new WeakMap<z.ZodType, Schema>()

/** The SDK keeps a schema's JSON with the schema, and to make it takes a fifth of a short run. */
function schemaOf(input: z.ZodType): Schema {
  const known = schemas.get(input)
  if (known) return known
  const schema = zodSchema(input)
  schemas.set(input, schema)
  return schema
}
