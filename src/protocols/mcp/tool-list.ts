import { type ListToolsResult, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import type { Tool } from '../../tools/tool.ts'

/** The tools as MCP lists them, with JSON Schemas (2020-12) of what goes in and what comes out. */
export function toolList(tools: readonly Tool[]): ListToolsResult {
  return ListToolsResultSchema.parse({ tools: tools.map(describe) })
}

function describe({ name, title, description, input, output, isSelfContained }: Tool) {
  return {
    ...{ name, title, description },
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
    outputSchema: outputSchema(output),
    // Of the other hints the protocol says that they mean nothing where nothing is changed.
    annotations: { readOnlyHint: true, openWorldHint: !isSelfContained },
  }
}

function outputSchema(output: Tool['output']) {
  // A copy has no name: the type of a named one stands behind a reference, where none may look.
  return z.toJSONSchema(output.clone(output.def), {
    io: 'output',
    override: ({ jsonSchema }) => {
      // A format says enough to a model, in whose prompt the list may stand.
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  })
}
