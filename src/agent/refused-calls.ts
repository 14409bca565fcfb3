import type { Log } from '../log.ts'
import type { Tool } from '../tool/tool.ts'

interface Called {
  toolCallId: string
  toolName: string
  invalid?: boolean | undefined
}

interface Needs {
  tools: readonly Tool[]
  log: Log
}

/** Calls that made no sense were never run, and leave their record here. */
export function logRefusedCalls(calls: readonly Called[], { tools, log }: Needs): void {
  for (const { toolCallId: callId, toolName, invalid } of calls) {
    if (!invalid) continue
    const refused = { ms: 0, outcome: 'refused', code: 'invalid-request' }
    const isOurs = tools.some(({ name }) => name === toolName)
    // What a model makes up is nothing for a log, nor for the label of a metric.
    log.warn('tool-call', {
      ...(isOurs ? { callId, tool: toolName } : { tool: 'unknown' }),
      ...refused,
    })
  }
}
