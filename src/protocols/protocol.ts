import * as z from 'zod'
import type { RunInput } from '../agent/run-agent.ts'
import type { RunEvent } from '../agent/run-event.ts'

/** One run over one protocol: its input, and how each event of the answer is encoded. */
export interface Exchange {
  readonly input: RunInput
  /** Whether there is nothing to answer: the run ends at once, without asking a model. */
  readonly isAnswered?: boolean
  /** The event as text; empty if the protocol has no such event. */
  encode(event: RunEvent): string
}

/** How the request of a run is parsed, and how its events are encoded. Never does I/O. */
export interface StreamProtocol {
  /** The headers of its responses. */
  readonly headers: Readonly<Record<string, string> & { 'content-type': string }>
  /** Text that clients ignore, which keeps an idle connection open. */
  readonly keepAlive?: string
  readonly operationId: string
  readonly summary: string
  /** The body, for OpenAPI. */
  readonly request: z.ZodType
  /** What the stream consists of, for OpenAPI. */
  readonly events: string
  /** @throws AppError `invalid-request` if the body is invalid. */
  open(body: unknown): Exchange
}

/** For platforms that store the text of an answer, and would store this sentence too. */
export const FailureText = z
  .boolean()
  .nullish()
  .describe(
    'False leaves out the sentence that a failing answer without text has before its error.',
  )
