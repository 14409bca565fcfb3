import * as z from 'zod'
import { isRecord } from '../core/json.ts'
import { FrontendTools } from './frontend-tool.ts'

/**
 * Frontend tools as the AI SDK and Mastra's client send them: by name, with an `inputSchema` or
 * `parameters`. A list of tools, as in AG-UI, is accepted too.
 */
export const ClientTools = z
  .unknown()
  .transform(toFrontendTools)
  .pipe(FrontendTools)
  .meta({
    description:
      'Tools that the client runs, by name: `description`, and `inputSchema` or `parameters`, a ' +
      'JSON Schema of an object.',
    type: 'object',
    additionalProperties: { type: 'object' },
  })

function toFrontendTools(tools: unknown): unknown {
  if (!isRecord(tools)) return tools
  return Object.entries(tools).map(([name, tool]) => {
    if (!isRecord(tool)) return tool
    const schema = tool.inputSchema ?? tool.parameters
    // A schema of the AI SDK has its JSON Schema in a field of its own.
    const parameters = isRecord(schema) && isRecord(schema.jsonSchema) ? schema.jsonSchema : schema
    return { name, description: tool.description, parameters }
  })
}
