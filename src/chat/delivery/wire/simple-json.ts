import * as z from 'zod'
import type { AgentQuestion, RegisteredAgent } from '../agent-question.ts'
import { DeliveryFailure } from '../delivery-failure.ts'
import { wholeDocument } from '../framing/whole-document.ts'
import { malformed, readAs, readJson } from '../read-json.ts'
import { offeredTools } from './offered-tools.ts'
import type { FrameReader, Wire, WireEvent } from './wire.ts'

const JSON_TYPE = /^$|^application\/([\w.-]+\+)?json$/

/** A conversation in, one JSON document out. */
export const simpleJson: Wire = {
  accept: 'application/json',
  tellsResults: false,
  body,
  framing: (mediaType) => (JSON_TYPE.test(mediaType) ? wholeDocument : undefined),
  open: () => readDocument,
}

/** Roles and words alone: what a message of a tool looks like differs from framework to framework. */
function body(
  { threadId, runId, messages, tools }: AgentQuestion,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
) {
  return {
    agentId,
    messages: messages
      .filter(({ role, content }) => role !== 'tool' && content.trim() !== '')
      .map(({ role, content }) => ({ role, content })),
    threadId,
    runId,
    ...(tools.length > 0 && { tools: offeredTools(tools) }),
  }
}

const Text = z.string().nullish()

const Anything = z.unknown().optional()

/** Frameworks differ in whether a call's fields stand in it or in a `payload`. */
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
  const answer = readAs(Answer, readJson(frame), 'the answer has no shape that we know')
  const { calls, results } = callsOf(answer)
  const text = answer.text ?? answer.reply

  if (text === null || text === undefined) {
    if (answer.error) {
      const agentMessage = messageIn(answer.error)
      throw new DeliveryFailure('agent-failed', 'the answer holds an error', { agentMessage })
    }
    if (calls.length + results.length === 0) throw malformed('the answer holds no text')
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

/** An answer in several steps names the calls of the last one alone beside them. */
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
const idOf = ({ toolCallId, toolName }: Call, place: number) => toolCallId ?? `${toolName}-${place}`

function callEvents(call: Call, place: number): WireEvent[] {
  const id = idOf(call, place)
  const text = JSON.stringify(call.args ?? call.input) ?? ''
  return [
    { type: 'call-start', id, name: call.toolName },
    { type: 'call-args', id, text, isWhole: true },
    { type: 'call-end', id },
  ]
}

function resultEvent(call: Call, place: number): WireEvent {
  const result = call.result ?? call.output ?? null
  return { type: 'result', id: idOf(call, place), name: call.toolName, result }
}
