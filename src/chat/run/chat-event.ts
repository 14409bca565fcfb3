import type * as z from 'zod'
import type { TextDelta, ToolCall, ToolCallStart, ToolResult } from '../delivery/delivery-event.ts'
import type { Message } from '../message/message.ts'

type Described = z.output<typeof Message>

/**
 * The events of an agent's answer, for whoever waits for it: first `message`, as it was stored, and a
 * `notice` for each agent that will not answer; then, once its turn has come, the run of the one
 * that will; last `answer`, as it was stored, or `failed` where none was.
 */
export type ChatEvent =
  | { type: 'message'; message: Described }
  | { type: 'notice'; message: Described }
  | { type: 'run-started'; threadId: string; agent: string; messageId: string }
  | TextDelta
  | ToolCallStart
  | ToolCall
  | ToolResult
  | { type: 'answer'; message: Described }
  | { type: 'failed'; code: string; message: string }

/** Takes one event. The next one waits until it resolves. */
export type Emit = (event: ChatEvent) => Promise<void>
