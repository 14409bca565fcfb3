import * as z from 'zod'
import { AppError } from '../../core/error.ts'
import { asList, asRecord } from '../../core/json.ts'
import type { Message, RunInput, StoredTurn, TurnIds } from '../../core/run.ts'
import { parse } from '../../core/validation.ts'
import { OPENAI_MODEL_ID, unknownModel } from '../chat-completions.ts'
import { FunctionTools, offeredTools, toolChoice, withUnseen } from '../function-tools.ts'
import { ReadMessages, SentMessages } from '../message.ts'
import { Suggestions } from '../wire.ts'

const MAX_ITEMS = 1000

const NamedFunction = z.object({ type: z.literal('function'), name: z.string() })

const NO_TASK = 'is not supported: send the request and read its answer'
const NO_MEMORY = 'is not supported: use previous_response_id, or send the conversation'

const Items = z
  .unknown()
  .transform((input) => (typeof input === 'string' ? [{ role: 'user', content: input }] : input))
  .pipe(z.array(z.looseObject({})).max(MAX_ITEMS))
  .meta({
    description: 'A text, or items: messages, function calls, their outputs, references to items.',
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' }, maxItems: MAX_ITEMS }],
  })

/**
 * The request of a response. Settings of models, such as `temperature`, are ignored; what would change
 * the form of the answer is rejected.
 */
export const ResponsesRequest = z
  .object({
    model: z.string('is required'),
    input: Items,
    instructions: z.string().nullish(),
    previous_response_id: z.string().nullish(),
    store: z.boolean().nullish().describe('False keeps nothing of the turn.'),
    stream: z.boolean().nullish(),
    tools: FunctionTools,
    tool_choice: toolChoice(NamedFunction),
    suggestions: Suggestions.describe(
      'True puts up to three questions that may follow into `metadata.suggestions`, as JSON.',
    ),
    metadata: z.record(z.string(), z.string()).nullish(),
    text: z
      .object({
        format: z
          .object({ type: z.literal('text', 'must be text: the agent writes Markdown') })
          .nullish(),
      })
      .nullish(),
    background: z.literal(false, NO_TASK).nullish(),
    conversation: z.null(NO_MEMORY).optional(),
    prompt: z.null('is not supported: send instructions and input').optional(),
  })
  .meta({ id: 'ResponsesRequest' })

/** What is ignored, but part of the answer. */
const Ignored = z.object({
  temperature: z.number().catch(1),
  top_p: z.number().catch(1),
  presence_penalty: z.number().catch(0),
  frequency_penalty: z.number().catch(0),
  top_logprobs: z.number().catch(0),
  max_output_tokens: z.number().nullable().catch(null),
  max_tool_calls: z.number().nullable().catch(null),
  parallel_tool_calls: z.boolean().catch(true),
  safety_identifier: z.string().nullable().catch(null),
  prompt_cache_key: z.string().nullable().catch(null),
})

type Item = Record<string, unknown>

export interface ResponsesQuestion {
  readonly asked: z.infer<typeof ResponsesRequest>
  /** The fields of the answer that repeat the request. */
  readonly echo: { readonly metadata: object; readonly [field: string]: unknown }
  /** The turns that the request refers to. */
  readonly turnIds: TurnIds
}

/** @throws AppError `invalid-request`, or `not-found` for an unknown model */
export function readResponsesRequest(body: unknown): ResponsesQuestion {
  const asked = parse(ResponsesRequest, body)
  if (asked.model !== OPENAI_MODEL_ID) throw unknownModel(asked.model)
  const { input: items, instructions = null, previous_response_id = null, metadata, tools } = asked
  const sent = asRecord(body)
  const sentTools = asList(sent.tools)
  const referred = items.flatMap((item) => (isReference(item) ? [String(item.id)] : []))
  if (new Set(referred.map(itemKey)).size < referred.length) {
    throw new AppError('invalid-request', 'input: must refer to each item once.')
  }
  return {
    asked,
    echo: {
      ...Ignored.parse(sent),
      instructions,
      previous_response_id,
      metadata: metadata ?? {},
      tools: tools.map(({ name, description, parameters }, at) => {
        const strict = asRecord(sentTools[at]).strict === true
        return { type: 'function', name, description, parameters, strict }
      }),
      tool_choice: sent.tool_choice ?? 'auto',
    },
    turnIds: {
      whole: [previous_response_id].flatMap((id) => turnIdOf(id) ?? []),
      answers: referred.flatMap((id) => turnIdOf(id) ?? []),
    },
  }
}

interface ResponsesTurn {
  input: RunInput
  /** What was said before the answer, without the instructions, which belong to one request. */
  before: readonly Message[]
}

/** @throws AppError `not-kept` if a turn that the request refers to is not among them */
export function responsesTurn(
  { asked }: ResponsesQuestion,
  stored: ReadonlyMap<string, StoredTurn>,
): ResponsesTurn {
  const { instructions, previous_response_id: previous, tools, tool_choice, input: items } = asked
  const lookUp = (id: unknown, field: string) => {
    const turn = stored.get(turnIdOf(id) ?? '')
    if (turn) return turn
    throw notStored(field)
  }
  const turn = previous ? lookUp(previous, 'previous_response_id') : undefined
  const referred = items.map((item, at) => {
    if (!isReference(item)) return undefined
    const field = `input.${at}.id`
    const message = itemOf(lookUp(item.id, field), item.id)
    if (!message) throw notStored(field)
    return message
  })
  // What is stored was validated before.
  const sent = parse(z.object({ input: SentMessages }), { input: items.map(toMessage) }).input
  const said = joined(sent.map((message, at) => referred[at] ?? message))
  const before = turn ? [...turn.before, turn.answer, ...said] : said
  const leading: Message[] = instructions
    ? [{ role: 'system', content: instructions, toolCalls: [] }]
    : []
  const whole = parse(z.object({ input: ReadMessages }), { input: [...leading, ...before] }).input
  return {
    input: {
      threadId: crypto.randomUUID(),
      runId: crypto.randomUUID(),
      messages: whole,
      suggestions: asked.suggestions ?? false,
      ...offeredTools(tools, tool_choice),
    },
    before: whole.slice(leading.length),
  }
}

const NOT_STORED =
  'is unknown, or no longer kept. Send the conversation instead, with store: false if the client chooses.'

const notStored = (field: string) => new AppError('not-kept', `${field}: ${NOT_STORED}`)

/** The ids of a response and of its items, which have the id of its turn in common. */
export function idsOf(runId: string) {
  const turn = runId.replaceAll('-', '')
  return {
    response: `resp_${turn}`,
    message: `msg_${turn}`,
    call: (at: number) => `fc_${turn}_${at}`,
  }
}

const ID = /^(?:resp|msg|fc)_([\da-f]{32})(?:_(\d{1,3}))?$/

/** One for all ways to write the id of an item. */
function itemKey(id: string): string {
  const [, turn, at] = ID.exec(id) ?? []
  return turn === undefined ? id : `${turn} ${at === undefined ? '' : Number(at)}`
}

function turnIdOf(id: unknown): string | undefined {
  const [, turn] = ID.exec(typeof id === 'string' ? id : '') ?? []
  return turn && `resp_${turn}`
}

/** One item of an answer, if it is there: its words, or one of its calls. */
function itemOf({ answer }: StoredTurn, id: unknown): Message | undefined {
  const [, , at] = ID.exec(String(id)) ?? []
  if (at === undefined) return { ...answer, toolCalls: [] }
  const call = answer.toolCalls[Number(at)]
  return call && { role: 'assistant', content: '', toolCalls: [call] }
}

/** Some clients leave out the type of a message, others that of a reference. */
function isReference({ type, role, id }: Item): boolean {
  return type === 'item_reference' || (type === undefined && role === undefined && id !== undefined)
}

/** A reference has its place, and is looked up. */
function toMessage(item: Item): unknown {
  if (isReference(item)) return { role: 'reasoning' }
  const { type = 'message', role, content, call_id: id, name, arguments: input, output } = item
  // How clients say that a function failed, beside the protocol's own fields.
  const { error, is_error, status } = item
  if (type === 'message') return { role, content: withUnseen(content) }
  if (type === 'function_call') {
    return { role: 'assistant', toolCalls: [{ id, function: { name, arguments: input } }] }
  }
  if (type === 'function_call_output') {
    return { role: 'tool', toolCallId: id, content: withUnseen(output), error, is_error, status }
  }
  // The thoughts and the tools of another host.
  return { role: 'reasoning' }
}

/** An answer is one message: a call belongs to the words or the call before it. */
function joined(messages: readonly Message[]): Message[] {
  const all: Message[] = []
  for (const message of messages.filter(({ role }) => role !== 'reasoning')) {
    const { role, content, toolCalls } = message
    const last = all.at(-1)
    const isMore = role === 'assistant' && content === '' && last?.role === 'assistant'
    if (isMore) all.splice(-1, 1, { ...last, toolCalls: [...last.toolCalls, ...toolCalls] })
    else all.push(message)
  }
  return all
}
