import type { ErrorCode } from '../core/error.ts'
import type { Usage } from './usage.ts'

/**
 * What happens in a run. Each protocol encodes these events in its own format.
 *
 * `run-start` is first; text and tool calls follow; exactly one `run-end` or `run-error` is last. A
 * call is followed by its result before the next call starts. There are no events after the client
 * has disconnected.
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
      /** Calls of frontend tools, whose results the client sends with the next run. */
      pendingToolCallIds: readonly string[]
    }
  | { type: 'run-error'; code: ErrorCode; message: string; retryAfterMs?: number | undefined }

/** A call whose input is complete and valid, with defaults filled in. */
export interface ToolCall {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
}

/** The output of a tool, or `{error, code}` if it failed. */
export interface ToolResult {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: unknown
}

/**
 * A call of a tool that the client runs. Its input is JSON and streams as the model writes it, in at
 * least one delta.
 */
export type FrontendCall =
  | { type: 'frontend-call-start'; toolCallId: string; toolName: string }
  | { type: 'frontend-call-delta'; toolCallId: string; delta: string }
  | { type: 'frontend-call-end'; toolCallId: string; toolName: string; input: unknown }
