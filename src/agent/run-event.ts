import type { ErrorCode } from '../core/error.ts'
import type { Usage } from './usage.ts'

/**
 * What happens in a run, in our own words; a protocol translates it for one wire.
 *
 * `run-start` is first. Text and tools stand between it and exactly one `run-end` or `run-error`,
 * which is last. Each call stands whole, call and result, before the next one begins. After the
 * reader has left there is nothing at all.
 */
export type RunEvent =
  | { type: 'run-start'; threadId: string; runId: string; messageId: string }
  | { type: 'text-delta'; delta: string }
  | ToolCall
  | ToolResult
  | FrontendCall
  | {
      type: 'run-end'
      finishReason: string
      usage: Usage
      /** Calls of frontend tools, which the reader is to answer with the next run. */
      pendingCallIds: readonly string[]
    }
  | { type: 'run-error'; code: ErrorCode; message: string; retryAfterMs?: number | undefined }

/** A call whose input is complete and valid, with defaults filled in. */
export interface ToolCall {
  type: 'tool-call'
  callId: string
  toolName: string
  input: unknown
}

/** What a tool answered, or `{error, code}` when it failed: the model is told the same. */
export interface ToolResult {
  type: 'tool-result'
  callId: string
  toolName: string
  output: unknown
}

/**
 * A call of a tool that runs where the answer is read. Its input is JSON, and streams as the model
 * writes it; there is at least one piece of it.
 */
export type FrontendCall =
  | { type: 'frontend-call-start'; callId: string; toolName: string }
  | { type: 'frontend-call-delta'; callId: string; delta: string }
  | { type: 'frontend-call-end'; callId: string; toolName: string; input: unknown }
