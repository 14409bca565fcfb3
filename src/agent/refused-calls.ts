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
    // What a model makes up is no name for a log, nor for the label of a metric.
    const tool = tools.some(({ name }) => name === toolName) ? toolName : 'unknown'
    log.warn('tool-call', { callId, tool, ms: 0, outcome: 'refused', code: 'invalid-request' })
  }
}
