import { asList, isRecord } from '../../../core/json.ts'
import { DeliveryError } from '../delivery-error.ts'
import { wholeDocument } from '../frames.ts'
import { type RegisteredAgent, type RunInput, toolDefinitions } from '../run-input.ts'
import {
  type Fields,
  type FrameReader,
  fieldsOf,
  malformed,
  readJson,
  type Wire,
  type WireEvent,
} from './wire.ts'

const JSON_TYPE = /^$|^application\/([\w.-]+\+)?json$/

/** The conversation in, one JSON document out. */
export const jsonAnswer: Wire = {
  accept: 'application/json',
  acceptsToolResults: false,
  body,
  framing: (mediaType) => (JSON_TYPE.test(mediaType) ? wholeDocument : undefined),
  open: () => readDocument,
}

/** Rasa's REST channel. Rasa keeps the conversation itself, so only the last message is sent. */
export const rasa: Wire = {
  ...jsonAnswer,
  body({ threadId, messages }) {
    const last = messages.findLast(({ role }) => role === 'user')
    return { sender: threadId, message: last?.content ?? '' }
  },
}

/** Only roles and text: frameworks differ in the format of tool messages. */
function body(
  { threadId, runId, messages, tools }: RunInput,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
) {
  return {
    agentId,
    messages: messages
      .filter(({ role, content }) => role !== 'tool' && content.trim() !== '')
      .map(({ role, content }) => ({ role, content })),
    threadId,
    runId,
    // Mastra's own servers read `clientTools` and remove `tools`; servers made for chat platforms
    // read `tools`.
    ...(tools.length > 0 && { tools: toolDefinitions(tools), clientTools: byName(tools) }),
  }
}

/** As Mastra's client sends them. */
function byName(tools: RunInput['tools']) {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => {
      return [name, { id: name, description, inputSchema: parameters }]
    }),
  )
}

/** An answer, or a list of replies, each of which is a message. */
const readDocument: FrameReader = (frame) => {
  const value = readJson(frame)
  if (Array.isArray(value)) return readReplies(value)
  if (!isRecord(value)) throw malformed('the response has none of the known formats')
  const answer = fieldsOf(value)
  const text = answer.text('text', 'reply', 'content', 'message', 'answer')
  const calls = callsOf(answer, 'toolCalls')
  const results = callsOf(answer, 'toolResults')
  const error = answer.any('error')
  if (text === undefined && error !== undefined) {
    const agentMessage = fieldsOf(error).text('message') ?? JSON.stringify(error)
    throw new DeliveryError('agent-failed', 'the response contains an error', { agentMessage })
  }
  if (text === undefined && calls.length + results.length === 0) {
    throw malformed('the response has no text')
  }
  return [
    ...calls.flatMap(callEvents),
    ...results.map(resultEvent),
    { type: 'text', delta: text ?? '' },
    { type: 'finished' },
  ]
}

function readReplies(replies: readonly unknown[]): WireEvent[] {
  const texts = replies.map(fieldsOf).flatMap((reply) => {
    return [reply.text('text') ?? '', reply.text('image') ?? ''].filter((part) => part !== '')
  })
  return [{ type: 'text', delta: texts.join('\n\n') }, { type: 'finished' }]
}

/** With several steps, those at the top level are only those of the last one. */
function callsOf(answer: Fields, field: string): Fields[] {
  const ofSteps = asList(answer.any('steps')).flatMap((step) => asList(fieldsOf(step).any(field)))
  const all = ofSteps.length > 0 ? ofSteps : asList(answer.any(field))
  // Some frameworks put the fields of a call in a `payload`.
  return all.map((call) => fieldsOf(fieldsOf(call).any('payload') ?? call))
}

/** A call without an id is identified by its position. */
function idAt(call: Fields, at: number): string {
  return call.text('toolCallId') ?? `${call.text('toolName')}-${at}`
}

function callEvents(call: Fields, at: number): WireEvent[] {
  const toolName = call.text('toolName')
  if (toolName === undefined) throw malformed('a call has no name of a tool')
  const toolCallId = idAt(call, at)
  const input = call.any('args', 'input')
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
  return [
    { type: 'call-start', toolCallId, toolName },
    { type: 'call-input', toolCallId, text, isComplete: true },
    { type: 'call-end', toolCallId },
  ]
}

function resultEvent(call: Fields, at: number): WireEvent {
  const output = call.any('result', 'output') ?? null
  return { type: 'result', toolCallId: idAt(call, at), toolName: call.text('toolName'), output }
}
