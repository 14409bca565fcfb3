import { type ToolSet, tool } from 'ai'
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
        inputSchema: input,
        execute: (input, { toolCallId, abortSignal }) => {
          const caller = { signal: abortSignal }
          const needs = { log: log.with({ callId: toolCallId, tool: name }), caller }
          return loggedCall(() => run(input, caller), needs)
        },
      }),
    ]),
  )
}
