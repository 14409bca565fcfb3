import * as z from 'zod'
import { parseJson } from '../../../core/json.ts'
import { DeliveryError } from '../delivery-error.ts'
import type { Framing } from '../frames.ts'
import type { RegisteredAgent, RunInput } from '../run-input.ts'

/** The events of an agent, in the terms that all protocols share. */
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

/**
 * Values are stored and relayed by recursive code, so nesting is limited. There may be more values
 * than in a request: an agent can send its whole state in one event.
 */
const LIMITS = { maxDepth: 100, maxValues: 100_000 }

/** An object with a type, as every frame of a streaming protocol is. */
const Typed = z.looseObject({ type: z.string() })

export type Typed = z.infer<typeof Typed>

/** @throws DeliveryError `malformed` */
export function readTyped(frame: string): Typed {
  return readAs(Typed, readJson(frame), 'a part of the response has no type')
}

/** @throws DeliveryError `malformed` */
export function readJson(text: string): unknown {
  const { value, issue } = parseJson(text, LIMITS)
  if (issue) throw malformed(`a part of the response ${issue}`)
  return value
}

/** @throws DeliveryError `malformed`, with the given detail. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, detail: string) {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw malformed(detail)
}

/** Reads frames of one type, with the state of the run if there is any. */
export type FrameType<State = undefined> = (frame: Typed, state: State) => ProtocolEvent[]

/** Reads frames of one type, after a check of their fields. */
export function on<Schema extends z.ZodType, State = undefined>(
  schema: Schema,
  read: (fields: z.output<Schema>, state: State) => ProtocolEvent[],
): FrameType<State> {
  return (frame, state) =>
    read(readAs(schema, frame, `a part of the type ${frame.type} is invalid`), state)
}

export function malformed(detail: string) {
  return new DeliveryError('malformed', detail)
}
