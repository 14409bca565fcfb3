import * as z from 'zod'
import { isRecord } from '../core/json.ts'
import { FrontendTools } from './frontend-tool.ts'

/**
 * Tools that run where the answer is read, as the AI SDK and Mastra's client send them: by name,
 * with an `inputSchema` or `parameters`. A list, as AG-UI has it, is read as well.
 */
export const ClientTools = z
  .unknown()
  .transform(toFrontendTools)
  .pipe(FrontendTools)
  .meta({
    description:
      'Tools that run where the answer is read, by name: `description`, and `inputSchema` or ' +
      '`parameters`, a JSON Schema of an object.',
    type: 'object',
    additionalProperties: { type: 'object' },
  })

function toFrontendTools(tools: unknown): unknown {
  if (!isRecord(tools)) return tools
  return Object.entries(tools).map(([name, tool]) => {
    if (!isRecord(tool)) return tool
    const schema = tool.inputSchema ?? tool.parameters
    // A schema of the AI SDK holds the JSON Schema beside its validator.
    const parameters = isRecord(schema) && isRecord(schema.jsonSchema) ? schema.jsonSchema : schema
    return { name, description: tool.description, parameters }
  })
}
