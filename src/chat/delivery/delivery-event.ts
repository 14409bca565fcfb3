import type { DeliveryFailureCode } from './delivery-failure.ts'

/**
 * What happens while an agent answers, whichever wire it speaks.
 *
 * Exactly one `finished` or `failed` is last. Every `tool-call-start` is followed by one
 * `tool-call` of its id, at the latest right before the end; a `tool-result` stands after its call.
 */
export type DeliveryEvent =
  | TextDelta
  | ToolCallStart
  | ToolCall
  | ToolResult
  | { type: 'finished' }
  | Failed

/** A piece of the answer, never empty. Several messages of one run are one text. */
export interface TextDelta {
  type: 'text-delta'
  delta: string
}

/** How a call is named to people, where it is one of the actions that the question offered. */
interface Labels {
  displayName?: string
  executionText?: string
}

export interface ToolCallStart extends Labels {
  type: 'tool-call-start'
  toolCallId: string
  name: string
}

/** Why a frontend handler must not run a call. */
export type ToolCallFault = 'no-arguments' | 'invalid-arguments' | 'never-ended'

/** A call that is over. A frontend handler runs it from `args`, and only without a `fault`. */
export interface ToolCall extends Labels {
  type: 'tool-call'
  toolCallId: string
  name: string
  /** The arguments, or `null` when there is a fault. */
  args: Readonly<Record<string, unknown>> | null
  /** The arguments as they were sent, whether or not they are JSON. */
  rawArgs: string
  fault: ToolCallFault | null
  /** The agent did not say that it was over: it was taken to be, because its arguments are whole. */
  isUnclosed?: true
}

export interface ToolResult {
  type: 'tool-result'
  toolCallId: string
  /** The tool's name where it is known: a result may come for a call of an earlier run. */
  name?: string
  result: unknown
}

export interface Failed {
  type: 'failed'
  code: DeliveryFailureCode
  /** A sentence for whoever waits for the answer. */
  message: string
  /** What went wrong, for whoever maintains the agent. Words of ours alone, never the agent's. */
  detail: string
}
