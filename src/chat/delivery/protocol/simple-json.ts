import * as z from 'zod'
import { DeliveryError } from '../delivery-error.ts'
import { wholeDocument } from '../frames.ts'
import { type RegisteredAgent, type RunInput, toolDefinitions } from '../run-input.ts'
import {
  type AgentProtocol,
  type FrameReader,
  malformed,
  type ProtocolEvent,
  readAs,
  readJson,
} from './agent-protocol.ts'

const JSON_TYPE = /^$|^application\/([\w.-]+\+)?json$/

/** The conversation in, one JSON document out. */
export const simpleJson: AgentProtocol = {
  accept: 'application/json',
  acceptsToolResults: false,
  body,
  framing: (mediaType) => (JSON_TYPE.test(mediaType) ? wholeDocument : undefined),
  open: () => readDocument,
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

const Text = z.string().nullish()

const Anything = z.unknown().optional()

/** Some frameworks put the fields of a call in a `payload`. */
const Call = z
  .looseObject({ payload: z.looseObject({}).nullish() })
  .transform(({ payload, ...call }) => payload ?? call)
  .pipe(
    z.object({
      toolCallId: Text,
      toolName: z.string(),
      args: Anything,
      input: Anything,
      result: Anything,
      output: Anything,
    }),
  )

const Calls = z.array(Call).nullish()

const Step = z.object({ toolCalls: Calls, toolResults: Calls })

const Answer = z.object({
  text: Text,
  reply: Text,
  error: Anything,
  toolCalls: Calls,
  toolResults: Calls,
  steps: z.array(Step).nullish().catch(null),
})

const readDocument: FrameReader = (frame) => {
  const answer = readAs(Answer, readJson(frame), 'the response has none of the known formats')
  const { calls, results } = callsOf(answer)
  const text = answer.text ?? answer.reply

  if (text === null || text === undefined) {
    if (answer.error) {
      const agentMessage = messageIn(answer.error)
      throw new DeliveryError('agent-failed', 'the response contains an error', { agentMessage })
    }
    if (calls.length + results.length === 0) throw malformed('the response has no text')
  }
  return [
    ...calls.flatMap(callEvents),
    ...results.map(resultEvent),
    { type: 'text', delta: text ?? '' },
    { type: 'finished' },
  ]
}

const ErrorObject = z.object({ message: z.string() })

function messageIn(error: unknown): string {
  if (typeof error === 'string') return error
  return ErrorObject.safeParse(error).data?.message ?? JSON.stringify(error)
}

/** With several steps, the calls at the top level are only those of the last one. */
function callsOf({ steps, toolCalls, toolResults }: z.infer<typeof Answer>) {
  const all = steps ?? []
  const ofSteps = {
    calls: all.flatMap((step) => step.toolCalls ?? []),
    results: all.flatMap((step) => step.toolResults ?? []),
  }
  const hasSteps = ofSteps.calls.length > 0
  return hasSteps ? ofSteps : { calls: toolCalls ?? [], results: toolResults ?? [] }
}

type Call = z.infer<typeof Call>

/** A call without an id is identified by its position. */
const idOf = ({ toolCallId, toolName }: Call, at: number) => toolCallId ?? `${toolName}-${at}`

function callEvents(call: Call, at: number): ProtocolEvent[] {
  const toolCallId = idOf(call, at)
  const text = JSON.stringify(call.args ?? call.input) ?? ''
  return [
    { type: 'call-start', toolCallId, toolName: call.toolName },
    { type: 'call-input', toolCallId, text, isComplete: true },
    { type: 'call-end', toolCallId },
  ]
}

function resultEvent(call: Call, at: number): ProtocolEvent {
  const output = call.result ?? call.output ?? null
  return { type: 'result', toolCallId: idOf(call, at), toolName: call.toolName, output }
}

/** Rasa's REST channel. Rasa keeps the conversation itself, so only the last message is sent. */
export const rasa: AgentProtocol = {
  accept: 'application/json',
  acceptsToolResults: false,
  body({ threadId, messages }) {
    const last = messages.findLast(({ role }) => role === 'user')
    return { sender: threadId, message: last?.content ?? '' }
  },
  framing: simpleJson.framing,
  open: () => readReplies,
}

const Replies = z.array(z.object({ text: Text, image: Text }))

/** Each reply is a message. In the text of the answer, a blank line separates them. */
const readReplies: FrameReader = (frame) => {
  const replies = readAs(Replies, readJson(frame), 'the response is not a list of replies')
  const parts = replies.flatMap(({ text, image }) => [text, image].filter((part) => part))
  return [{ type: 'text', delta: parts.join('\n\n') }, { type: 'finished' }]
}
