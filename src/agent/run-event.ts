import * as z from 'zod'
import type { ErrorCode } from '../core/error.ts'

const MAX_ID_LENGTH = 200

/** The id of a thread or a run. Its length is limited because every log record of a run has it. */
export const RunId = z.preprocess(idText, z.string().min(1).max(MAX_ID_LENGTH))

/** The same where the service makes an id if it is given none. */
export const OptionalRunId = z
  .preprocess((id) => idText(id) || undefined, z.string().max(MAX_ID_LENGTH).optional())
  .nullish()

/** Some platforms count their threads and runs. */
function idText(id: unknown) {
  return typeof id === 'number' ? String(id) : id
}

/** The tokens of a run, as the model counts them. */
export const Usage = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  totalTokens: z.number().int(),
})

export type Usage = z.infer<typeof Usage>

/** A call of a tool, from the model to the page. Protocols write it in their own words. */
export interface ToolCall {
  toolCallId: string
  toolName: string
  input: unknown
}

/** The fields of each event of a run. */
interface EventFields {
  'run-start': { threadId: string; runId: string; messageId: string }
  'text-delta': { delta: string }
  /** A call whose input is complete and valid, with defaults filled in. */
  'tool-call': ToolCall
  /** The output of a tool, or `{error, code}` if it failed. */
  'tool-result': ToolCall & { output: unknown }
  /** A call of a tool that the client runs. Its input is JSON, in one delta or more. */
  'frontend-call-start': { toolCallId: string; toolName: string }
  'frontend-call-delta': { toolCallId: string; delta: string }
  'frontend-call-end': ToolCall
  /** The results of the pending calls come with the next run of the client. */
  'run-end': { finishReason: string; usage: Usage; pendingToolCalls: readonly ToolCall[] }
  'run-error': { code: ErrorCode; message: string; retryAfterMs?: number | undefined }
}

/**
 * An event of a run, which each protocol encodes in its own format.
 *
 * `run-start` is first; text and tool calls follow; exactly one `run-end` or `run-error` is last. A
 * call is followed by its result before the next call starts. There are no events after the client
 * has disconnected.
 */
export type RunEvent<Type extends keyof EventFields = keyof EventFields> = {
  [Key in Type]: { type: Key } & EventFields[Key]
}[Type]
