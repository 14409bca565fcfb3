import type * as z from 'zod'
import type { AnswerPart, TextDelta } from '../delivery/delivery-event.ts'
import type { Message } from '../messages/message.ts'

interface RunStarted {
  type: 'run-started'
  threadId: string
  /** The uid of the agent. */
  agent: string
  /** The message that is answered. */
  messageId: string
}

interface RunFailed {
  type: 'failed'
  code: string
  message: string
}

/** The events while an answer is written, as they are sent and stored. */
export type AnswerEvent = RunStarted | AnswerPart | RunFailed

/** The same, with all of the text that came between two writes in one event. */
export type RecordedEvent =
  | Exclude<AnswerEvent, TextDelta>
  /** `offset` is the position in the whole text, in UTF-16 units. */
  | (TextDelta & { offset: number })

type Described = z.output<typeof Message>

/**
 * The stream for the sender of a message: first `message`, as it was stored, and a `notice` for
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
