import type { Framing } from '../frames.ts'
import type { RegisteredAgent, RunInput } from '../run-input.ts'

/** What an agent sends, in the terms that all protocols share. */
export type ProtocolEvent =
  | { type: 'text'; delta: string }
  /** A message of the agent has ended. Calls whose input is complete get no more of it. */
  | { type: 'text-end' }
  | { type: 'call-start'; toolCallId: string; toolName: string }
  /** A part of the JSON text of the input, or all of it. */
  | { type: 'call-input'; toolCallId: string; text: string; isComplete: boolean }
  | { type: 'call-end'; toolCallId: string }
  | { type: 'result'; toolCallId: string; toolName?: string | undefined; output: unknown }
  | { type: 'finished' }

/**
 * Reads one frame.
 *
 * @throws DeliveryError `malformed` if it is invalid, `agent-failed` if it reports an error.
 */
export type FrameReader = (frame: string) => Iterable<ProtocolEvent>

/** How one kind of agent is called and its response read. Pure functions: no I/O. */
export interface AgentProtocol {
  readonly accept: string
  /** Whether the agent takes results of calls. One that does not is not called again with them. */
  readonly acceptsToolResults: boolean
  body(input: RunInput, agent: Pick<RegisteredAgent, 'agentId'>): unknown
  /** How a response of this media type is split; undefined if the type is not supported. */
  framing(mediaType: string): Framing | undefined
  /** Starts to read one response. The reader keeps the state of that run. */
  open(): FrameReader
}
