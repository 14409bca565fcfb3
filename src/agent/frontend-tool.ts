import { jsonSchema, type ToolSet, tool } from 'ai'
import * as z from 'zod'
import { isDeeperThan } from '../nesting.ts'

const MOST_TOOLS = 64
const MOST_CHARACTERS = 100_000
/** What is nested thousands deep would exhaust the stack on the way to JSON. */
const MOST_LEVELS = 64

/**
 * A tool that runs where the answer is read: the model may call it, and its result comes with the
 * next run.
 */
export const FrontendTool = z
  .object({
    name: z.string().min(1).max(128),
    description: z.string().nullish(),
    parameters: z
      .record(z.string(), z.unknown())
      .refine((schema) => !isDeeperThan(schema, MOST_LEVELS), {
        error: `may be nested ${MOST_LEVELS} levels deep at most`,
        abort: true,
      })
      .nullish()
      .describe('A JSON Schema of an object.'),
  })
  .transform(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    // Models want to be told that it is an object, even one without properties.
    parameters: { properties: {}, ...parameters, type: 'object' as const },
  }))
  .meta({
    id: 'FrontendTool',
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      description: { type: 'string' },
      parameters: { type: 'object', description: 'A JSON Schema of an object.' },
    },
  })

export type FrontendTool = z.infer<typeof FrontendTool>

export const FrontendTools = z
  .array(FrontendTool)
  .max(MOST_TOOLS, `may be at most ${MOST_TOOLS}`)
  .refine((tools) => JSON.stringify(tools).length <= MOST_CHARACTERS, {
    message: `may have at most ${MOST_CHARACTERS} characters in all`,
  })

/** The same as the AI SDK offers them to a model: nothing runs here, and the run ends at a call. */
export function frontendModelTools(tools: readonly FrontendTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  )
}
