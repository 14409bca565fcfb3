import * as z from 'zod'
import type { CollectedRun } from '../core/collect-run.ts'
import { ECHOED } from '../core/echoed.ts'
import type { AppError } from '../core/error.ts'
import type {
  FrontendTool,
  Message,
  RunEvent,
  RunInput,
  StoredTurn,
  ToolCall,
  TurnIds,
} from '../core/run.ts'
import type { FrameReader, Framing } from './event-table.ts'
import type { RunReader } from './run-reader.ts'
import type { STREAM_ITEMS } from './stream-items.ts'

/** A run that a request asks for. */
export interface AskedRun {
  readonly input: RunInput
  /** Whether there is nothing to answer: the run ends at once, without asking a model. */
  readonly isAnswered?: boolean
  /** Whether the client may come back to the run after it has left. */
  readonly isResumable?: boolean
  /** The chat that is answered, where clients find a run to resume by its chat. */
  readonly chatId?: string
  /** Keeps the answer, before the end of the run is encoded. */
  keep?(answer: Message): Promise<void>
}

/** One run over one wire that streams it: its input, and how each event of the answer is encoded. */
export interface Exchange extends AskedRun {
  /** The event as text; empty if the wire has no such event. */
  encode(event: RunEvent): string
}

/** One run whose answer is sent whole. */
interface WholeExchange extends AskedRun {
  whole(run: CollectedRun): unknown
}

/** A question in a conversation whose turns the service keeps. */
export interface StoredExchange {
  /** The turns that it refers to. */
  readonly turnIds: TurnIds
  /** Whether its own turn is stored, too. */
  readonly isStored: boolean
  /** Opens the run. Until its end, `isStored` tells whether the turn is meant to be stored. */
  open(
    turns: ReadonlyMap<string, StoredTurn>,
    isStored: () => boolean,
  ): { turn: { turnId: string; before: readonly Message[] }; exchange: Exchange | WholeExchange }
}

/** The parts of a request besides its body. */
export interface WireRequest {
  header(name: string): string | undefined
  /** A parameter of the path or the query. */
  param(name: string): string | undefined
  now(): Date
  /** How errors are answered from now on, if not as on every route. */
  onError(replyOf: (error: AppError) => ErrorReply): void
}

/** The status of an error, and its body if that has a form of its own. */
export interface ErrorReply {
  status: number
  body?: unknown
}

/** A way to ask the agent: its operation, and how a request opens a run. It never does I/O. */
export interface Wire {
  readonly operationId: string
  readonly summary: string
  /** The group of its operation, if it is not the agent's. */
  readonly tag?: string
  /** The body, and what else a request has, for OpenAPI. */
  readonly request: z.ZodType
  readonly documented?: { params?: z.ZodObject; headers?: z.ZodObject }
  /** Whether it is given the body as text, because it answers what is no JSON in its own way. */
  readonly readsText?: boolean
  /** A whole answer and an error, for OpenAPI. Absent if there is none, or it is as on every route. */
  readonly answer?: z.ZodType
  readonly failure?: z.ZodType
  /** The headers of a stream. */
  readonly headers?: Readonly<Record<string, string> & { 'content-type': string }>
  /** Text that clients ignore, which keeps an idle connection open. */
  readonly keepAlive?: string
  /** The contents of a stream, for OpenAPI: in words, and the schema of each item. */
  readonly events?: string
  readonly item?: keyof typeof STREAM_ITEMS
  /** @throws AppError `invalid-request` if the body is invalid. */
  open(
    body: unknown,
    request: WireRequest,
  ): Exchange | WholeExchange | StoredExchange | { reply: unknown }
}

type Streamed = 'headers' | 'events' | 'item'

/** A wire that streams every answer, and needs nothing but the body. */
export interface StreamWire extends Omit<Wire, Streamed | 'open'>, Required<Pick<Wire, Streamed>> {
  open(body: unknown): Exchange
}

/** A wire over which agents of others are called, and their answers read. */
export interface CalledWire {
  /** The content types of an answer, as a header. */
  readonly accept: string
  /** Whether the agent takes results of calls. Otherwise it is not called again with them. */
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

/** The items of a wire for each event of a run, in order. An event that is left out has none. */
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
