import * as z from 'zod'
import type { CollectedRun } from '../core/collect-run.ts'
import type { RunInput, ToolCall } from '../core/run.ts'
import { parse } from '../core/validation.ts'
import { ClientMessages } from './client-messages.ts'
import { FrontendTools } from './frontend-tool.ts'
import { OptionalRunId } from './wire.ts'

const Thread = z.union([z.object({ id: OptionalRunId }).transform(({ id }) => id), OptionalRunId])

const UNSUPPORTED = 'is not supported: the agent answers in text'

/** Settings of a model or a memory, which the agents of frameworks have, are ignored. */
export const GenerateRequest = z
  .object({
    messages: ClientMessages,
    clientTools: FrontendTools,
    runId: OptionalRunId,
    threadId: OptionalRunId,
    memory: z.object({ thread: Thread }).nullish(),
    structuredOutput: z.null(UNSUPPORTED).optional().describe('Not supported.'),
    output: z.null(UNSUPPORTED).optional().describe('Not supported.'),
  })
  .meta({ id: 'GenerateRequest' })

export function readGenerateRequest(body: unknown): RunInput {
  const { messages, clientTools, runId, threadId, memory } = parse(GenerateRequest, body)
  return {
    threadId: threadId ?? memory?.thread ?? crypto.randomUUID(),
    runId: runId ?? crypto.randomUUID(),
    messages,
    frontendTools: clientTools,
  }
}

/** A whole run, in the words of agent frameworks. */
export function generated(run: CollectedRun) {
  const { text, toolResults, pendingToolCalls, finishReason, usage } = run
  return {
    text,
    toolCalls: [...toolResults, ...pendingToolCalls].map(withArgs),
    toolResults: toolResults.map((one) => ({ ...withArgs(one), result: one.result })),
    finishReason,
    usage,
  }
}

function withArgs({ toolCallId, toolName, input: args }: ToolCall) {
  return { toolCallId, toolName, args }
}
