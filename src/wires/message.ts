import * as z from 'zod'
import { asRecord, isRecord, jsonLimitIssue, tryParseJson } from '../core/json.ts'
import type { Message } from '../core/run.ts'

const MAX_MESSAGES = 1000
export const MAX_CHARACTERS = 500_000
const MAX_TOOL_CALLS = 128

/** The last two come from OpenAI's Responses. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

const ROLES = [
  ...(['user', 'assistant', 'system', 'developer', 'tool', 'activity', 'reasoning'] as const),
]

/** Some platforms count their calls, others give them no ids: results then have the order of the calls. */
const CallId = z.preprocess((id) => (typeof id === 'number' ? String(id) : (id ?? '')), z.string())

// Every issue of a message aborts: what is checked of a list of messages must not meet untransformed ones.

/** JSON as text or, from some platforms, as it is. */
const Arguments = z.preprocess(
  (input) => (typeof input === 'string' ? input : JSON.stringify(input ?? {})),
  z.string().refine((text) => jsonLimitIssue(text) === undefined, {
    error: ({ input }) => jsonLimitIssue(String(input)),
    abort: true,
  }),
)

/** A call as AG-UI and OpenAI write it. Hosts only accept an object as its input. */
const WireToolCall = z.preprocess(
  withFunction,
  z
    .object({
      id: CallId,
      function: z.object({ name: z.string(), arguments: Arguments.optional() }),
    })
    .transform(({ id: toolCallId, function: { name: toolName, arguments: json = '{}' } }) => {
      return { toolCallId, toolName, input: asRecord(tryParseJson(json)) }
    }),
)

/** LangChain writes `{id, name, args}`; a message that was read has `{toolCallId, toolName, input}`. */
function withFunction(call: unknown): unknown {
  if (!isRecord(call)) return call
  if (typeof call.toolName === 'string') {
    return { id: call.toolCallId, function: { name: call.toolName, arguments: call.input } }
  }
  if (typeof call.name !== 'string') return call
  return { function: { name: call.name, arguments: call.arguments ?? call.args }, ...call }
}

const ToolCalls = z
  .array(WireToolCall)
  .max(MAX_TOOL_CALLS, { error: `may have at most ${MAX_TOOL_CALLS} items`, abort: true })
  .nullish()

/**
 * One message as chat platforms send it. Tool calls and results may have the field names of AG-UI
 * (`toolCalls`, `toolCallId`) or of OpenAI (`tool_calls`, `tool_call_id`). Messages with the role
 * `activity` or `reasoning` are for people, not for a model.
 */
export const RequestMessage = z
  .object({
    role: z.enum([...ROLES, 'ai']).transform((role) => (role === 'ai' ? 'assistant' : role)),
    content: z.unknown().optional(),
    text: z
      .string()
      .optional()
      .catch(undefined)
      .describe('The same as `content`, which some chats call so.'),
    toolCalls: ToolCalls,
    tool_calls: ToolCalls,
    toolCallId: CallId.nullish(),
    tool_call_id: CallId.nullish(),
    error: z.unknown().optional().describe('Why a tool has no result.'),
    is_error: z.unknown().optional().describe('`true`: the content says why a tool failed.'),
    isError: z.unknown().optional(),
    status: z.unknown().optional().describe('`error` is the same.'),
  })
  .transform(({ text, content = text, ...message }) => ({ content, ...message }))
  .refine(({ role, content }) => role === 'tool' || isContent(content), {
    path: ['content'],
    error: 'must be text, or a list of parts',
    abort: true,
  })
  .transform(({ role, content, ...message }) => ({
    role,
    content: role === 'tool' ? outcomeText(content, message) : contentText(content),
    toolCalls: message.toolCalls ?? message.tool_calls ?? [],
    toolCallId: message.toolCallId ?? message.tool_call_id ?? undefined,
  }))
  .meta({
    id: 'Message',
    type: 'object',
    required: ['role'],
    properties: {
      role: { type: 'string', enum: ROLES },
      content: {
        description: 'Text, or a list of parts. Only text parts are read.',
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }],
      },
    },
  })

function withinLimits<Item extends z.ZodType<Message>>(message: Item) {
  return z
    .array(message)
    .max(MAX_MESSAGES, `may have at most ${MAX_MESSAGES} items`)
    .refine(isShort, `may have at most ${MAX_CHARACTERS} characters in total`)
}

/** Earlier messages, oldest first, within the limits for a model. */
export const SentMessages = withinLimits(RequestMessage)

const NOTHING = { error: 'must contain something to answer', abort: true }

/** A whole conversation, oldest first. */
export const Messages = SentMessages.refine(hasContent, NOTHING)

/** A whole conversation of messages that were validated before, such as stored ones. */
export const ReadMessages = withinLimits(z.custom<Message>()).refine(hasContent, NOTHING)

/** The same, or nothing at all. */
export const OptionalMessages = SentMessages.refine((messages) => {
  return messages.length === 0 || hasContent(messages)
}, NOTHING)

/** Whether a conversation has at most `MAX_CHARACTERS`, inputs of tool calls included. */
export function isShort(messages: readonly Message[]): boolean {
  let characters = 0
  for (const { content, toolCalls } of messages) {
    characters += content.length
    for (const { input } of toolCalls) characters += JSON.stringify(input).length
  }
  return characters <= MAX_CHARACTERS
}

/** Whether there is a text for a model, or the result of a call. */
function hasContent(messages: readonly Message[]): boolean {
  const called = new Set(
    messages.flatMap((message) => message.toolCalls.map((call) => call.toolCallId)),
  )
  return messages.some(({ role, content, toolCallId = '' }) => {
    if (role === 'tool') return called.has(toolCallId)
    return role !== 'activity' && role !== 'reasoning' && content.trim() !== ''
  })
}

function isContent(content: unknown) {
  return content === undefined || typeof content === 'string' || typeof content === 'object'
}

/** A result may be anything. What is no text and no list of parts is JSON. */
function resultText(result: unknown = null): string {
  if (result === null || typeof result === 'string' || isListOfParts(result))
    return contentText(result)
  return JSON.stringify(result)
}

interface Failure {
  error?: unknown
  is_error?: unknown
  isError?: unknown
  status?: unknown
}

/** The text of a result, or `{error}` as JSON for a tool that failed: a model can tell them apart. */
function outcomeText(result: unknown, { error, ...failure }: Failure): string {
  const text = resultText(result)
  const hasFailed =
    failure.is_error === true || failure.isError === true || failure.status === 'error'
  if (!error && !hasFailed) return text
  const { message = error } = asRecord(error)
  const reason = text || (message === true ? '' : resultText(message))
  if (asRecord(tryParseJson(reason)).error !== undefined) return reason
  return JSON.stringify({ error: reason || 'The tool failed without saying why.' })
}

function isListOfParts(value: unknown) {
  const isPart = (item: unknown) => isRecord(item) && typeof item.type === 'string'
  return Array.isArray(value) && value.every(isPart)
}

/** Text, or the text among parts. Any other object is for people and has no text. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(partText)
    .filter((text) => text !== '')
    .join('\n')
}

// Without a schema, which would take longer than everything else.
function partText(part: unknown): string {
  if (typeof part === 'string') return part
  if (typeof part !== 'object' || part === null) return ''
  const isText = 'type' in part && TEXT_TYPES.has(part.type) && 'text' in part
  return isText && typeof part.text === 'string' ? part.text : ''
}
