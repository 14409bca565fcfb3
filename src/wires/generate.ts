import * as z from 'zod'
import type { CollectedRun } from '../core/collect-run.ts'
import { AppError } from '../core/error.ts'
import { asList, isRecord } from '../core/json.ts'
import type { FrontendTool, RunInput, ToolCall } from '../core/run.ts'
import { parse } from '../core/validation.ts'
import { askerContext } from './asker.ts'
import { ClientMessages } from './client-messages.ts'
import { type EventFields, type FrameReader, fieldsOf, inputJson } from './event-table.ts'
import { FrontendTools } from './frontend-tool.ts'
import { readFrame } from './reader-limits.ts'
import type { RunReader } from './run-reader.ts'
import { type CalledWire, OptionalRunId, RunUsage, toolDefinitions, type Wire } from './wire.ts'
import { malformed } from './wire-error.ts'

const Thread = z.union([z.object({ id: OptionalRunId }).transform(({ id }) => id), OptionalRunId])

const UNSUPPORTED = 'is not supported: the agent answers in text'

/** Settings of a model or a memory, which the agents of frameworks have, are ignored. */
const GenerateRequest = z
  .object({
    messages: ClientMessages,
    clientTools: FrontendTools,
    runId: OptionalRunId,
    threadId: OptionalRunId,
    memory: z.object({ thread: Thread }).nullish(),
    structuredOutput: z.null(UNSUPPORTED).optional().describe('Not supported.'),
    output: z.null(UNSUPPORTED).optional().describe('Not supported.'),
  })
  .meta({ id: 'GenerateRequest' })

const AGENT_ID = 'ranking'

const Call = z.looseObject({ toolCallId: z.string(), toolName: z.string(), args: z.unknown() })

const Generated = z
  .object({
    text: z.string().describe('Markdown.'),
    toolCalls: z.array(Call),
    toolResults: z.array(Call.extend({ result: z.unknown() })),
    finishReason: z.string(),
    usage: RunUsage,
    response: z
      .object({ messages: z.array(z.looseObject({ role: z.string() })) })
      .describe('The turn, to be sent back before the results of client tools.'),
  })
  .meta({ id: 'Generated' })

/** The agent by its id: the simple route of agent frameworks. */
export const ownGenerate: Wire = {
  operationId: 'generate',
  summary: 'Ask an agent by its id and get the whole answer',
  documented: { params: z.object({ agentId: z.literal(AGENT_ID) }) },
  request: GenerateRequest,
  answer: Generated,

  open(body, { param, onError }) {
    if (param('agentId') !== AGENT_ID) {
      throw new AppError('not-found', `Agent not found: the only one is ${AGENT_ID}.`)
    }
    const input = readRequest(body)
    // Clients of this route expect 500 for every error of the server, and no other such status.
    onError(({ status }) => ({ status: Math.min(status, 500) }))
    return { input, whole: generated }
  },
}

function readRequest(body: unknown): RunInput {
  const { messages, clientTools, runId, threadId, memory } = parse(GenerateRequest, body)
  return {
    threadId: threadId ?? memory?.thread ?? crypto.randomUUID(),
    runId: runId ?? crypto.randomUUID(),
    messages,
    frontendTools: clientTools,
  }
}

/** A whole run, in the words of agent frameworks. */
function generated(run: CollectedRun) {
  const { text, toolResults, pendingToolCalls, finishReason, usage } = run
  return {
    text,
    toolCalls: [...toolResults, ...pendingToolCalls].map((one) => {
      return withPayload('tool-call', withArgs(one))
    }),
    toolResults: toolResults.map((one) => {
      return withPayload('tool-result', { ...withArgs(one), result: one.result })
    }),
    finishReason: pendingToolCalls.length > 0 ? 'tool-calls' : finishReason,
    usage,
    response: { messages: messagesOf(run) },
  }
}

function withArgs({ toolCallId, toolName, input: args }: ToolCall) {
  return { toolCallId, toolName, args }
}

/** Newer clients read the fields of a call or a result in its `payload`. */
function withPayload<Payload extends object>(type: string, payload: Payload) {
  return { type, payload, ...payload }
}

/** What a client sends back before the results of its own tools. */
function messagesOf({ text, toolResults, pendingToolCalls }: CollectedRun) {
  const asked = (calls: readonly ToolCall[]) =>
    calls.map((call) => ({ type: 'tool-call', ...withArgs(call) }))
  const results = toolResults.map((one) => {
    return { type: 'tool-result', ...withArgs(one), result: one.result }
  })
  const said = [...(text ? [{ type: 'text', text }] : []), ...asked(pendingToolCalls)]
  return [
    { role: 'assistant', content: asked(toolResults) },
    { role: 'tool', content: results },
    { role: 'assistant', content: said },
  ].filter(({ content }) => content.length > 0)
}

const JSON_TYPE = /^$|^application\/([\w.-]+\+)?json$/

/** The conversation in, one JSON document out. */
export const generate: CalledWire = {
  accept: 'application/json',
  acceptsToolResults: false,
  body,
  framing: (mediaType) => (JSON_TYPE.test(mediaType) ? 'document' : undefined),
  decode: readDocument,
}

/** Rasa's REST channel. Rasa keeps the conversation itself, so only the last message is sent. */
export const rasa: CalledWire = {
  ...generate,
  body({ threadId, messages }) {
    const last = messages.findLast(({ role }) => role === 'user')
    return { sender: threadId, message: last?.content ?? '' }
  },
}

/** Only roles and text: frameworks differ in the format of tool messages. */
function body(input: RunInput, agentId: string) {
  const { threadId, runId, messages } = input
  const tools = toolDefinitions(input)
  return {
    agentId,
    messages: messages
      .filter(({ role, content }) => role !== 'tool' && content.trim() !== '')
      .map(({ role, content }) => ({ role, content })),
    threadId,
    runId,
    ...(input.asker && { requestContext: askerContext(input) }),
    // Mastra's own servers read `clientTools` and remove `tools`; servers made for chat platforms
    // read `tools`.
    ...(tools.length > 0 && { tools, clientTools: byName(tools) }),
  }
}

/** As Mastra's client sends them. */
function byName(tools: readonly FrontendTool[]) {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => {
      return [name, { id: name, description, inputSchema: parameters }]
    }),
  )
}

function readDocument(run: RunReader): FrameReader {
  return (frame) => {
    const value = readFrame(frame)
    if (Array.isArray(value)) readReplies(value, run)
    else readAnswer(value, run)
    return run.take()
  }
}

function readAnswer(value: unknown, run: RunReader) {
  if (!isRecord(value)) throw malformed('the response has none of the known formats')
  const answer = fieldsOf(value)
  const text = answer.text('text', 'reply', 'content', 'message', 'answer')
  const calls = callsOf(answer, 'toolCalls')
  const results = callsOf(answer, 'toolResults')
  const error = answer.any('error')
  if (text === undefined && error !== undefined) {
    return run.fail('internal', fieldsOf(error).text('message') ?? JSON.stringify(error))
  }
  if (text === undefined && calls.length + results.length === 0) {
    throw malformed('the response has no text')
  }
  for (const [at, call] of calls.entries()) readCall(call, at, run)
  for (const [at, call] of results.entries()) {
    const result = call.any('result', 'output') ?? null
    run.addResult({ toolCallId: idAt(call, at), toolName: call.text('toolName'), result })
  }
  run.text(text ?? '')
  run.end(answer.text('finishReason'))
}

/** A list of replies. Each is a message. */
function readReplies(replies: readonly unknown[], run: RunReader) {
  const texts = replies.map(fieldsOf).flatMap((reply) => {
    return [reply.text('text') ?? '', reply.text('image') ?? ''].filter((part) => part !== '')
  })
  run.text(texts.join('\n\n'))
  run.end()
}

/** With several steps, the top level has only the calls and results of the last step. */
function callsOf(answer: EventFields, field: string): EventFields[] {
  const ofSteps = asList(answer.any('steps')).flatMap((step) => asList(fieldsOf(step).any(field)))
  const all = ofSteps.length > 0 ? ofSteps : asList(answer.any(field))
  // Some frameworks put the fields of a call in a `payload`.
  return all.map((call) => fieldsOf(fieldsOf(call).any('payload') ?? call))
}

/** A call without an id is identified by its position. */
function idAt(call: EventFields, at: number): string {
  return call.text('toolCallId') ?? `${call.text('toolName')}-${at}`
}

function readCall(call: EventFields, at: number, run: RunReader) {
  const toolName = call.text('toolName')
  if (toolName === undefined) throw malformed('a call has no name of a tool')
  const toolCallId = idAt(call, at)
  const input = call.any('args', 'input')
  run.startCall(toolCallId, toolName)
  run.addInput(toolCallId, inputJson(input), true)
  run.endCall(toolCallId)
}
