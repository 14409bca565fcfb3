import type { AgentQuestion, RegisteredAgent } from '../agent-question.ts'
import type { Framing } from '../framing/framing.ts'

/** What an agent says, in the words that all wires share. */
export type WireEvent =
  | { type: 'text'; delta: string }
  /** A message of the agent is over: calls whose arguments are whole get no more of them. */
  | { type: 'text-end' }
  | { type: 'call-start'; id: string; name: string }
  /** A fragment of the arguments' JSON text, or all of it. */
  | { type: 'call-args'; id: string; text: string; isWhole: boolean }
  | { type: 'call-end'; id: string }
  | { type: 'result'; id: string; name?: string | undefined; result: unknown }
  | { type: 'finished' }

/**
 * Reads one frame.
 *
 * @throws DeliveryFailure `malformed` when it cannot be read, `agent-failed` when it says so.
 */
export type FrameReader = (frame: string) => Iterable<WireEvent>

/** How one kind of agent is asked and understood. Pure both ways; a wire never does I/O. */
export interface Wire {
  readonly accept: string
  /** Whether the results of calls reach the agent: one that gets none is not asked to go on. */
  readonly tellsResults: boolean
  body(question: AgentQuestion, agent: Pick<RegisteredAgent, 'agentId'>): unknown
  /** How an answer of this media type is cut; none when it cannot be an answer. */
  framing(mediaType: string): Framing | undefined
  /** Keeps what one run has to remember from frame to frame. */
  open(): FrameReader
}
