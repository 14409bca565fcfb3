import * as z from 'zod'
import { ECHOED } from '../core/echoed.ts'
import type { FrontendTool, Message, RunEvent, RunInput, ToolCall } from '../core/run.ts'
import type { FrameReader, Framing } from './event-table.ts'
import type { RunReader } from './run-reader.ts'
import type { STREAM_ITEMS } from './stream-items.ts'

/** One run over one protocol: its input, and how each event of the answer is encoded. */
export interface Exchange {
  readonly input: RunInput
  /** Whether there is nothing to answer: the run ends at once, without asking a model. */
  readonly isAnswered?: boolean
  /** Whether the client may come back to the run after it has left. */
  readonly isResumable?: boolean
  /** The chat that is answered, where clients find a run to resume by its chat. */
  readonly chatId?: string
  /** Keeps the answer, before the end of the run is encoded. */
  keep?(answer: Message): Promise<void>
  /** The event as text; empty if the protocol has no such event. */
  encode(event: RunEvent): string
}

/** A protocol parses the request of a run and encodes its events. It never does I/O. */
export interface StreamProtocol {
  /** The headers of its responses. */
  readonly headers: Readonly<Record<string, string> & { 'content-type': string }>
  /** Text that clients ignore, which keeps an idle connection open. */
  readonly keepAlive?: string
  readonly operationId: string
  readonly summary: string
  /** The body, for OpenAPI. */
  readonly request: z.ZodType
  /** The contents of the stream, for OpenAPI: in words, and the schema of each item. */
  readonly events: string
  readonly item: keyof typeof STREAM_ITEMS
  /** @throws AppError `invalid-request` if the body is invalid. */
  open(body: unknown): Exchange
}

/** A wire over which agents of others are called, and their answers read. */
export interface CalledWire {
  /** The content types of an answer, as a header. */
  readonly accept: string
  /** Whether the agent takes results of calls. One that does not is not called again with them. */
  readonly acceptsToolResults: boolean
  /** The request. */
  body(input: RunInput, agentId: string): unknown
  /** How an answer of this media type is split; undefined if the type is not supported. */
  framing(mediaType: string): Framing | undefined
  /** Starts to read an answer, whose events a run reader makes. */
  decode(run: RunReader): FrameReader
}

/** The tools of the client as agents are sent them. */
export function toolDefinitions({ frontendTools }: RunInput): readonly FrontendTool[] {
  return (frontendTools?.read ?? []).map(({ name, description, parameters }) => {
    return { name, description, parameters }
  })
}

/** Calls in the format of chat models. */
export function functionCalls(toolCalls: readonly ToolCall[]) {
  return toolCalls.map(({ toolCallId: id, toolName: name, input }) => {
    return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } }
  })
}

/** The items of a protocol for each event of a run, in order. One that is left out has none. */
type EventTable<Item> = { [Type in RunEvent['type']]?: (event: RunEvent<Type>) => Item[] }

export function eventWriter<Item>(table: EventTable<Item>) {
  return <Type extends RunEvent['type']>(event: RunEvent<Type>): Item[] =>
    table[event.type]?.(event) ?? []
}

/** Whether it ends the run. */
export function isLast({ type }: RunEvent): boolean {
  return type === 'run-end' || type === 'run-error'
}

interface BlockItems<Item> {
  start(): Item
  delta(text: string): Item
  end(): Item
}

/** A text as a block, for protocols in which each has a start and an end. */
export function textBlocks<Item>({ start, delta, end }: BlockItems<Item>) {
  let isOpen = false
  return {
    text(text: string): Item[] {
      const items = isOpen ? [delta(text)] : [start(), delta(text)]
      isOpen = true
      return items
    },

    end(): Item[] {
      const items = isOpen ? [end()] : []
      isOpen = false
      return items
    },
  }
}

/** The id of a thread or a run, which every log record of a run has, too. */
export const RunId = z.preprocess(idText, z.string().min(1).max(ECHOED.id))

/** The same where the service makes an id if it is given none. */
export const OptionalRunId = z
  .preprocess((id) => idText(id) || undefined, z.string().max(ECHOED.id).optional())
  .nullish()
  .meta({ id: 'RunId' })

/** Some platforms count their threads and runs. */
function idText(id: unknown) {
  return typeof id === 'number' ? String(id) : id
}

/** The tokens of a run, for OpenAPI. */
export const RunUsage = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  totalTokens: z.number().int(),
})

export const Suggestions = z
  .boolean()
  .nullish()
  .describe('True sends up to three questions that may follow, after the answer.')
