import * as z from 'zod'
import { ECHOED } from '../core/echoed.ts'
import { isDeeperThan, isRecord, parseJson } from '../core/json.ts'
import type { FrontendTool, UnreadTool } from '../core/run.ts'
import { issueMessage } from '../core/validation.ts'

const MAX_TOOLS = 64
const MAX_CHARACTERS = 100_000
/** Thousands of levels would exhaust the stack when written as JSON. */
const MAX_LEVELS = 64

/** A JSON Schema of an object, also as text. Nothing means an object without properties. */
const Parameters = z.unknown().transform((given, context) => {
  const schema = typeof given === 'string' ? readText(given) : (given ?? {})
  if (isRecord(schema)) return isRecord(schema.jsonSchema) ? schema.jsonSchema : schema
  context.addIssue({ code: 'custom', message: 'must be a JSON Schema of an object' })
  return z.NEVER
})

/** A tool that the client runs. The model may call it; its result comes with the next run. */
const RequestTool = z
  .object({
    name: z.string().min(1).max(ECHOED.toolName),
    description: z.string().nullish().catch(null),
    parameters: Parameters,
  })
  .transform(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    // Model providers require the type, even of an object without properties.
    parameters: { properties: {}, ...parameters, type: 'object' as const },
  }))

/**
 * The tools of a request, in any of the forms that platforms and frameworks have for them. One that
 * cannot be read is left out. The size is checked first, because validating a large list takes long.
 */
export const FrontendTools = z
  .unknown()
  .prefault([])
  .superRefine((tools, context) => {
    const message = sizeIssue(tools)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .transform(readTools)
  .meta({
    description:
      'Tools that the client runs; the run ends when one is called, and the next run brings its ' +
      'result as a `tool` message. A list of `{name, description, parameters}`, also in the form ' +
      'of OpenAI (`{type, function}`), or an object with their names. The JSON Schema of the ' +
      'input may be called `parameters`, `inputSchema` or `input_schema`. A tool that cannot be ' +
      'read is left out, and the log says why.',
    anyOf: [
      { type: 'array', items: { type: 'object' }, maxItems: MAX_TOOLS },
      { type: 'object', additionalProperties: { type: 'object' } },
    ],
  })

function sizeIssue(tools: unknown): string | undefined {
  const count = typeof tools === 'object' && tools !== null ? Object.keys(tools).length : 0
  if (count > MAX_TOOLS) return `may have at most ${MAX_TOOLS} items`
  // The list and the tool are two levels themselves.
  if (isDeeperThan(tools, MAX_LEVELS + 2)) {
    return `must not be nested more than ${MAX_LEVELS} levels deep`
  }
  const characters = JSON.stringify(tools)?.length ?? 0
  return characters > MAX_CHARACTERS
    ? `may have at most ${MAX_CHARACTERS} characters in total`
    : undefined
}

function readTools(given: unknown) {
  const read: FrontendTool[] = []
  const unread: UnreadTool[] = []
  for (const [key, tool] of entriesOf(given)) {
    const { data, error } = RequestTool.safeParse(fieldsOf(tool), { error: issueMessage })
    if (!data) {
      for (const { path, message } of error.issues) {
        unread.push({ path: [key, ...path.map(String)], message })
      }
    } else if (read.some(({ name }) => name === data.name)) {
      // A model host rejects a request with two tools of the same name.
      unread.push({ path: [key, 'name'], message: 'must be unique' })
    } else {
      read.push(data)
    }
  }
  return { read, unread }
}

function entriesOf(tools: unknown): [string | number, unknown][] {
  const given = typeof tools === 'string' ? readText(tools) : tools
  if (Array.isArray(given)) return [...given.entries()]
  if (given === null) return []
  if (!isRecord(given)) return [['', given]]
  return Object.entries(given).map(([name, tool]) => [
    name,
    isRecord(tool) ? { ...tool, name } : tool,
  ])
}

/** The fields of a tool, whatever they are called. */
function fieldsOf(tool: unknown): unknown {
  if (!isRecord(tool)) return tool
  const { name, description, ...rest } = isRecord(tool.function)
    ? { ...tool, ...tool.function }
    : tool
  const parameters = rest.parameters ?? rest.inputSchema ?? rest.input_schema
  return { name, description, parameters }
}

/** JSON as text; blank is nothing, and what is not JSON stays the text. */
function readText(text: string): unknown {
  if (text.trim() === '') return {}
  const { value = text } = parseJson(text, { maxDepth: MAX_LEVELS })
  return value ?? {}
}
