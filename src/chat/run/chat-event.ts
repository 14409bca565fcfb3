import type * as z from 'zod'
import type * as delivery from '../delivery/delivery-event.ts'
import type { Message } from '../message/message.ts'

/** A part of the text of an answer, never empty. */
export interface TextDelta {
  type: 'text-delta'
  delta: string
}

/** What users are shown for a call of a registered action or tool. */
interface Labels {
  displayName?: string | undefined
  executionText?: string | undefined
}

export interface ToolCallStart extends Labels {
  type: 'tool-call-start'
  toolCallId: string
  name: string
}

/** A complete call. The client runs it with `args` if `fault` is null. */
export interface ToolCall extends Labels {
  type: 'tool-call'
  toolCallId: string
  name: string
  args: Readonly<Record<string, unknown>> | null
  /** The arguments as the agent sent them, valid JSON or not. */
  rawArgs?: string | undefined
  fault: 'no-arguments' | 'invalid-arguments' | 'never-ended' | null
  /**
   * The agent never closed the call. It is treated as closed because its arguments are complete.
   */
  isUnclosed?: true | undefined
  /** The arguments were too large to keep. */
  isOmitted?: true | undefined
}

export interface ToolResult {
  type: 'tool-result'
  toolCallId: string
  name?: string | undefined
  result?: unknown
  /** The result was too large to keep. */
  isOmitted?: true | undefined
}

export interface RunStarted {
  type: 'run-started'
  threadId: string
  /** The uid of the agent. */
  agent: string
  /** The message that is answered. */
  messageId: string
}

export interface RunFailed {
  type: 'failed'
  code: string
  message: string
}

/** The events while an answer is written, in the format in which they are sent and stored. */
export type AnswerEvent = RunStarted | TextDelta | ToolCallStart | ToolCall | ToolResult | RunFailed

/** The same as they are stored, for live listeners. */
export type RecordedEvent =
  | Exclude<AnswerEvent, TextDelta>
  /** `offset` is the position in the whole text, in UTF-16 units. */
  | (TextDelta & { offset: number })

type Described = z.output<typeof Message>

/**
 * What the sender of a message is streamed: first `message`, as it was stored, and a `notice` for
 * each agent that will not answer; then the events of the run, once it is the agent's turn; last
 * `answer`, as it was stored, or `failed` if none was.
 */
export type ChatEvent =
  | { type: 'message'; message: Described }
  | { type: 'notice'; message: Described }
  | AnswerEvent
  | { type: 'answer'; message: Described }

/** Sends one event. The next one waits until it resolves. */
export type Emit = (event: ChatEvent) => Promise<void>

type LabelsOf = (toolName: string) => Labels

/** An event of a delivery as chats send it; nothing for its end, which is part of the answer. */
export function toAnswerEvent(
  event: delivery.DeliveryEvent,
  labelsOf: LabelsOf,
): AnswerEvent | undefined {
  switch (event.type) {
    case 'text-delta':
      return event
    case 'tool-call-start': {
      const { toolName: name, ...call } = event
      return { ...call, name, ...labelsOf(name) }
    }
    case 'tool-call': {
      const { toolName: name, input: args, rawInput: rawArgs, fault, isUnclosed, ...call } = event
      const unclosed = isUnclosed && { isUnclosed }
      return { ...call, args, rawArgs, fault, ...unclosed, name, ...labelsOf(name) }
    }
    case 'tool-result': {
      const { type, toolCallId, toolName: name, output: result } = event
      return { type, toolCallId, result, ...(name !== undefined && { name }) }
    }
    default:
      return undefined
  }
}
