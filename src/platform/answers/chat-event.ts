import type * as z from 'zod'
import type { RunEvent } from '../../core/run.ts'
import type { AnswerPart } from '../delivery/delivery-event.ts'
import type { StoredMessage } from '../messages/message.ts'

/** The uid of the agent, and the message that it answers. */
type RunStart = RunEvent<'run-start'> & { agent: string; replyTo: string }

/** The events of a run while an answer is written, as they are sent and stored. */
export type AnswerEvent = RunStart | AnswerPart | RunEvent<'run-error'>

/** The same, with all of the text that came between two writes in one event. */
export type RecordedEvent =
  | Exclude<AnswerEvent, RunEvent<'text-delta'>>
  /** `offset` is the position in the whole text, in UTF-16 units. */
  | (RunEvent<'text-delta'> & { offset: number })

type Described = z.output<typeof StoredMessage>

/**
 * The stream for the sender of a message: first `message`, as it was stored, and a `notice` for
 * each agent that will not answer; then the events of the run, once it is the agent's turn; last
 * `answer`, as it was stored, or `run-error` if none was.
 */
export type EmittedEvent =
  | { type: 'message'; message: Described }
  | { type: 'notice'; message: Described }
  | AnswerEvent
  | { type: 'answer'; message: Described }

/** Sends one event. The next one waits until it resolves. */
export type Emit = (event: EmittedEvent) => Promise<void>
