import { Hono } from 'hono'
import * as z from 'zod'
import { collectRun } from '../agent/collect-run.ts'
import { isShort, MAX_CHARACTERS, Message, Messages } from '../agent/message.ts'
import { toModelMessages } from '../agent/model-messages.ts'
import { type AgentDeps, runAgent } from '../agent/run-agent.ts'
import { RunId } from '../agent/run-id.ts'
import { Usage } from '../agent/usage.ts'
import { parse } from '../parse.ts'
import { answers, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { limitBody, readJson } from './read-json.ts'
import { reply } from './reply.ts'

const ChatRequest = z
  .object({
    message: z.string().nullish().describe('What is asked; it comes after `messages`.'),
    messages: Messages.nullish().describe('The conversation so far, oldest first.'),
    threadId: RunId.nullish(),
    runId: RunId.nullish(),
  })
  .transform(({ message, messages, ...ids }) => {
    const asked = message ? [Message.parse({ role: 'user', content: message })] : []
    return { messages: [...(messages ?? []), ...asked], ...ids }
  })
  .refine(({ messages }) => messages.at(-1)?.content.trim(), {
    message: 'Say something: `message`, or `messages` whose last one has text',
  })
  .refine(({ messages }) => isShort(messages), {
    path: ['messages'],
    message: `may have at most ${MAX_CHARACTERS} characters in all`,
  })

const ChatAnswer = z
  .object({
    reply: z.string().describe('Markdown.'),
    toolResults: z.array(
      z.object({ toolName: z.string(), args: z.unknown(), result: z.unknown() }),
    ),
    usage: Usage,
    threadId: z.string(),
    runId: z.string(),
  })
  .meta({ id: 'ChatAnswer' })

/** An answer in words, whole. */
export function chat(deps: AgentDeps): Routes {
  const paths: Routes['paths'] = {
    '/api/chat': {
      post: {
        operationId: 'chat',
        tags: ['Agent'],
        summary: 'Ask the agent; the answer comes whole',
        requestBody: { required: true, content: { 'application/json': { schema: ChatRequest } } },
        responses: answers(ChatAnswer),
      },
    },
  }

  const routes = new Hono<Door>().post('/api/chat', limitBody, async (c) => {
    const { messages, ...ids } = parse(ChatRequest, await readJson(c))
    const threadId = ids.threadId ?? crypto.randomUUID()
    const runId = ids.runId ?? crypto.randomUUID()
    const input = { threadId, runId, messages: toModelMessages(messages) }
    const run = await collectRun(runAgent(input, deps, c.req.raw.signal))
    const toolResults = run.calls.map(({ toolName, input, output }) => {
      return { toolName, args: input, result: output }
    })
    return reply(c, { reply: run.text, toolResults, usage: run.usage, threadId, runId })
  })

  return { paths, routes }
}
