import * as z from 'zod'
import { isDeeperThan } from '../core/json.ts'

const MAX_TOOLS = 64
const MAX_CHARACTERS = 100_000
/** Thousands of levels would exhaust the stack when written as JSON. */
const MAX_LEVELS = 64

/** A tool that the client runs. The model may call it; its result comes with the next run. */
export const FrontendTool = z
  .object({
    name: z.string().min(1).max(128),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish().describe('A JSON Schema of an object.'),
  })
  .transform(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    // Model providers require the type, even of an object without properties.
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

/** The size is checked first, because validating a large list takes long. */
export const FrontendTools = z.preprocess(
  (tools, context) => {
    const message = sizeIssue(tools)
    if (!message) return tools
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  },
  z.array(FrontendTool).max(MAX_TOOLS, `may have at most ${MAX_TOOLS} items`),
)

function sizeIssue(tools: unknown): string | undefined {
  // The list and the tool are two levels themselves.
  if (isDeeperThan(tools, MAX_LEVELS + 2))
    return `must not be nested more than ${MAX_LEVELS} levels deep`
  const characters = JSON.stringify(tools)?.length ?? 0
  return characters > MAX_CHARACTERS
    ? `may have at most ${MAX_CHARACTERS} characters in total`
    : undefined
}
