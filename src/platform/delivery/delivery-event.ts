import type { DeliveryErrorCode } from './delivery-error.ts'

/**
 * The events of one run of an agent, whichever wire it uses, as chats send and store them.
 *
 * The last event is the only `finished` or `failed`. Every `tool-call-start` is followed by one
 * `tool-call` with the same id, right before the end at the latest; a `tool-result` comes after its
 * call.
 */
export type DeliveryEvent = AnswerPart | { type: 'finished' } | Failed

/** The parts of an answer. */
export type AnswerPart = TextDelta | ToolCallStart | ToolCall | ToolResult

/** A part of the text, never empty. All messages of a run form one text. */
export interface TextDelta {
  type: 'text-delta'
  delta: string
}

/** The words that users see for a call of a registered action or tool. The chat adds them. */
interface Labels {
  displayName?: string | undefined
  executionText?: string | undefined
}

interface ToolCallStart extends Labels {
  type: 'tool-call-start'
  toolCallId: string
  toolName: string
}

/** A complete call. The client runs it with `input` if `fault` is null. */
export interface ToolCall extends Labels {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  /** `null` if there is a fault. */
  input: Record<string, unknown> | null
  /** The input as the agent sent them, valid JSON or not. */
  rawInput?: string | undefined
  /** Why the call cannot be run. */
  fault: 'no-arguments' | 'invalid-arguments' | 'never-ended' | null
  /**
   * The agent never closed the call. It is treated as closed because its input is complete.
   */
  isUnclosed?: true | undefined
  /** The input was too large to keep. */
  isOmitted?: true | undefined
}

export interface ToolResult {
  type: 'tool-result'
  toolCallId: string
  /** Unknown for a call of an earlier run, unless the agent repeats it. */
  toolName?: string | undefined
  result: unknown
  /** The result was too large to keep. */
  isOmitted?: true | undefined
}

export interface Failed {
  type: 'failed'
  code: DeliveryErrorCode
  /** For the user who waits for the answer. */
  message: string
  /** For the maintainer of the agent. Our own words only, never quoted from the agent. */
  detail: string
}

/** A call or its result without what makes it large. */
export function omitted<Event extends ToolCall | ToolResult>(event: Event): Event {
  const isCall = event.type === 'tool-call'
  return {
    ...event,
    ...(isCall ? { input: null, rawInput: '' } : { result: null }),
    isOmitted: true,
  }
}
