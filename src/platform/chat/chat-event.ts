import type * as z from 'zod'
import type { TextDelta, ToolCall, ToolCallStart, ToolResult } from '../delivery/delivery-event.ts'
import type { Message } from '../message/message.ts'

type Told = z.output<typeof Message>

/**
 * What somebody hears who waits for an agent's answer: first `message`, as it was stored, and a
 * `notice` for each agent that will not answer; then, once its turn has come, the run of the one
 * that will; last `answer`, as it was stored, or `failed` where none was.
 */
export type ChatEvent =
  | { type: 'message'; message: Told }
  | { type: 'notice'; message: Told }
  | { type: 'run-started'; threadId: string; agent: string; messageId: string }
  | TextDelta
  | ToolCallStart
  | ToolCall
  | ToolResult
  | { type: 'answer'; message: Told }
  | { type: 'failed'; code: string; message: string }

/** Hears of each event, and may take its time over it. */
export type Hear = (event: ChatEvent) => Promise<void>
