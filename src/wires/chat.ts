import * as z from 'zod'
import { parse } from '../core/validation.ts'
import { isShort, MAX_CHARACTERS, RequestMessage, SentMessages } from './message.ts'
import { OptionalRunId, RunUsage, type Wire } from './wire.ts'

const ChatRequest = z
  .object({
    message: z.string().nullish().describe('The question. It follows `messages`.'),
    messages: SentMessages.nullish().describe('The conversation so far, oldest first.'),
    threadId: OptionalRunId,
    runId: OptionalRunId,
  })
  .transform(({ message, messages, ...ids }) => {
    const asked = message ? [RequestMessage.parse({ role: 'user', content: message })] : []
    return { messages: [...(messages ?? []), ...asked], ...ids }
  })
  .refine(({ messages }) => messages.at(-1)?.content.trim(), {
    message: 'message is required, unless the last of messages has text',
  })
  .refine(({ messages }) => isShort(messages), {
    path: ['messages'],
    message: `may have at most ${MAX_CHARACTERS} characters in total`,
  })

const ChatAnswer = z
  .object({
    reply: z.string().describe('Markdown.'),
    toolResults: z.array(
      z.object({ toolName: z.string(), args: z.unknown(), result: z.unknown() }),
    ),
    usage: RunUsage,
    threadId: z.string(),
    runId: z.string(),
  })
  .meta({ id: 'ChatAnswer' })

/** The agent's answer, whole. */
export const chat: Wire = {
  operationId: 'chat',
  summary: 'Ask the agent and get the whole answer',
  request: ChatRequest,
  answer: ChatAnswer,

  open(body) {
    const { messages, ...ids } = parse(ChatRequest, body)
    const threadId = ids.threadId ?? crypto.randomUUID()
    const runId = ids.runId ?? crypto.randomUUID()
    return {
      input: { threadId, runId, messages },
      whole({ text, toolResults, usage }) {
        const results = toolResults.map(({ toolName, input, result }) => {
          return { toolName, args: input, result }
        })
        return { reply: text, toolResults: results, usage, threadId, runId }
      },
    }
  },
}
