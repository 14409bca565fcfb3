import type { DeliveryErrorCode } from './delivery-error.ts'

/**
 * The events of one run of an agent, whichever protocol it uses.
 *
 * The last event is the only `finished` or `failed`. Every `tool-call-start` is followed by one
 * `tool-call` with the same id, right before the end at the latest; a `tool-result` comes after its
 * call.
 */
export type DeliveryEvent =
  | TextDelta
  | ToolCallStart
  | ToolCall
  | ToolResult
  | { type: 'finished' }
  | Failed

/** A part of the text, never empty. All messages of a run form one text. */
export interface TextDelta {
  type: 'text-delta'
  delta: string
}

/** What users are shown for a call of a registered action or tool. The chat adds them. */
interface Labels {
  displayName?: string
  executionText?: string
}

export interface ToolCallStart extends Labels {
  type: 'tool-call-start'
  toolCallId: string
  toolName: string
}

/** Why a call cannot be run. */
export type ToolCallFault = 'no-arguments' | 'invalid-arguments' | 'never-ended'

/** A complete call. The client runs it with `input`, unless there is a `fault`. */
export interface ToolCall extends Labels {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  /** `null` if there is a fault. */
  input: Readonly<Record<string, unknown>> | null
  /** The input as the agent sent it, valid JSON or not. */
  rawInput: string
  fault: ToolCallFault | null
  /**
   * The agent never closed the call. It is treated as closed because its input is complete.
   */
  isUnclosed?: true
}

export interface ToolResult {
  type: 'tool-result'
  toolCallId: string
  /** Unknown for a call of an earlier run, unless the agent repeats it. */
  toolName?: string
  output: unknown
}

export interface Failed {
  type: 'failed'
  code: DeliveryErrorCode
  /** For the user who waits for the answer. */
  message: string
  /** For the maintainer of the agent. Our own words only, never quoted from the agent. */
  detail: string
}
