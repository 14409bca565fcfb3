import * as z from 'zod'

const MOST_MESSAGES = 1000
const MOST_CHARACTERS = 500_000

const ROLES = [
  ...(['user', 'assistant', 'system', 'developer', 'tool', 'activity', 'reasoning'] as const),
]

const TextPart = z.object({ type: z.literal('text'), text: z.string() })

/** Text, or parts of which only the text is read, or something that is not for a model. */
const Content = z
  .union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .nullish()
  .transform(textOf)

const ToolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

/**
 * One message as chat platforms send it. Tool calls and their results are read under the names
 * of AG-UI (`toolCalls`, `toolCallId`) and of OpenAI (`tool_calls`, `tool_call_id`). What has the
 * role `activity` or `reasoning` was for the person alone.
 */
export const Message = z
  .object({
    role: z.enum(ROLES),
    content: Content,
    toolCalls: z.array(ToolCall).nullish(),
    tool_calls: z.array(ToolCall).nullish(),
    toolCallId: z.string().nullish(),
    tool_call_id: z.string().nullish(),
    error: z.string().nullish().describe('Why a tool has no result.'),
  })
  .transform(({ role, content, ...message }) => ({
    role,
    content: content || message.error || '',
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
        description: 'Text, or parts of which the text parts are read.',
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }],
      },
    },
  })

export type Message = z.infer<typeof Message>

/** A conversation, oldest first, no longer than a model may be asked to read. */
export const Messages = z
  .array(Message)
  .max(MOST_MESSAGES, `may be at most ${MOST_MESSAGES}`)
  .refine((messages) => charactersIn(messages) <= MOST_CHARACTERS, {
    message: `may have at most ${MOST_CHARACTERS} characters in all`,
  })

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => TextPart.safeParse(part).data?.text ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

function charactersIn(messages: readonly Message[]): number {
  const inputs = messages.flatMap(({ toolCalls }) =>
    toolCalls.map((call) => call.function.arguments),
  )
  return [...inputs, ...messages.map(({ content }) => content)].join('').length
}
