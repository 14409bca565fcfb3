import * as z from 'zod'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { History, isShort, MAX_CHARACTERS, RequestMessage } from '../wires/message.ts'
import { OptionalRunId, RunUsage } from '../wires/wire.ts'
import { type RunDeps, wholeRun } from './streams.ts'

const ChatRequest = z
  .object({
    message: z.string().nullish().describe('The question. It follows `messages`.'),
    messages: History.nullish().describe('The conversation so far, oldest first.'),
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
export function chat(deps: RunDeps): RouteGroup {
  const ask = operation({
    method: 'post',
    path: '/api/chat',
    operationId: 'chat',
    tags: ['Agent'],
    summary: 'Ask the agent and get the whole answer',
    body: ChatRequest,
    data: ChatAnswer,
    async handle({ body: { messages, ...ids } }, c) {
      const threadId = ids.threadId ?? crypto.randomUUID()
      const runId = ids.runId ?? crypto.randomUUID()
      const run = await wholeRun(c, { input: { threadId, runId, messages } }, deps)
      const toolResults = run.toolResults.map(({ toolName, input, result }) => {
        return { toolName, args: input, result }
      })
      return { reply: run.text, toolResults, usage: run.usage, threadId, runId }
    },
  })
  return routeGroup([ask])
}
