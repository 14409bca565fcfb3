import type * as z from 'zod'
import type { RunInput } from '../agent/run-agent.ts'
import type { RunEvent } from '../agent/run-event.ts'

/** One run on one wire: what was asked, and how each event of the answer is written. */
export interface Exchange {
  readonly input: RunInput
  /** Whether nothing is left to answer: the run ends as it begins, and no model is asked. */
  readonly isAnswered?: boolean
  /** The event's text on the wire; empty when this wire has no word for it. */
  encode(event: RunEvent): string
}

/** How a run comes in and how it goes out. Pure both ways; a protocol never does I/O. */
export interface StreamProtocol {
  /** What its answers are sent with. */
  readonly headers: Readonly<Record<string, string> & { 'content-type': string }>
  /** What readers of this wire take for nothing; it keeps a silent connection open. */
  readonly keepAlive?: string
  readonly operationId: string
  readonly summary: string
  /** The body, for OpenAPI. */
  readonly request: z.ZodType
  /** What the stream consists of, for OpenAPI. */
  readonly events: string
  /** @throws AppError `invalid-request` when the body is not what this protocol asks for. */
  open(body: unknown): Exchange
}
