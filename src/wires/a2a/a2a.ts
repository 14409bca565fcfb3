import * as z from 'zod'
import type { CollectedRun } from '../../core/collect-run.ts'
import type { RunEvent } from '../../core/run.ts'
import { SSE_WIRE, sse } from '../../core/sse.ts'
import { eventWriter, type StoredExchange, type Wire, type WireRequest } from '../wire.ts'
import { METHODS_0_3, resultIn03 } from './a2a-0.3.ts'
import { a2aErrorReply, type RpcId } from './a2a-error.ts'
import {
  A2A_VERSION,
  type A2aCall,
  type A2aQuestion,
  A2aRequest,
  a2aTurn,
  checkVersion,
  otherA2aResult,
  readA2aCall,
  readA2aMessage,
} from './a2a-request.ts'
import type { A2aMessage, A2aPart, A2aResult, A2aStatus } from './a2a-result.ts'

const MARKDOWN = 'text/markdown'

const A2aResponse = z
  .looseObject({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]) })
  .meta({ id: 'A2aResponse', description: 'A result or an error of JSON-RPC 2.0.' })

/** What its versions have in common. */
const EVERY_VERSION = {
  ...SSE_WIRE,
  request: A2aRequest,
  readsText: true,
  answer: A2aResponse,
  failure: A2aResponse,
  events: 'Events of a task.',
}

/** The agent for other agents, over A2A 1.0. */
export const a2a: Wire = {
  ...EVERY_VERSION,
  operationId: 'a2a',
  summary: 'Ask the agent as another agent, over A2A 1.0 (JSON-RPC)',
  documented: { headers: z.object({ 'a2a-version': z.string().meta({ example: A2A_VERSION }) }) },

  open(text, request) {
    const call = openCall(text, request)
    checkVersion(request.header('a2a-version') ?? request.param('A2A-Version'))
    return openA2a(call, request, (result) => result)
  },
}

/** The same over A2A 0.3, whose clients name no version. */
export const a2a03: Wire = {
  ...EVERY_VERSION,
  operationId: 'a2a03',
  summary: 'The same over A2A 0.3',

  open(text, request) {
    const { method, ...call } = openCall(text, request)
    return openA2a({ ...call, method: METHODS_0_3[method] ?? method }, request, resultIn03)
  },
}

function openCall(text: unknown, { header, onError }: WireRequest): A2aCall {
  const call = readA2aCall(String(text), header('content-type'))
  onError(a2aErrorReply(call.id))
  return call
}

function openA2a(
  call: A2aCall,
  { now }: WireRequest,
  inVersion: Making['inVersion'],
): StoredExchange | { reply: object } {
  const { id, method, params } = call
  const isStream = method === 'SendStreamingMessage'
  if (!isStream && method !== 'SendMessage') return { reply: rpcResult(id, otherA2aResult(call)) }
  const question = readA2aMessage(params)
  const turnId = `context/${question.contextId}`
  return {
    turnIds: { whole: question.isNewContext ? [] : [turnId], answers: [] },
    isStored: true,
    open(turns, isStored) {
      const { input, before } = a2aTurn(question, turns.get(turnId))
      const making = { id, runId: input.runId, now, isStored, inVersion }
      const { encode, whole } = a2aWriter(question, making)
      return { turn: { turnId, before }, exchange: isStream ? { input, encode } : { input, whole } }
    },
  }
}

interface Making {
  id: RpcId
  runId: string
  now(): Date
  /** Whether the turn is stored, once it is over. */
  isStored(): boolean
  /** A result as the caller's version writes it. */
  inVersion(result: A2aResult): object
}

/**
 * A run over A2A: whole as one message, streamed as a task that ends with its stream, because a stream
 * of a message would have to hold the message at once.
 */
function a2aWriter(question: A2aQuestion, making: Making) {
  const { contextId, takesData } = question
  const { id, runId: taskId, now, isStored, inVersion } = making
  let hasText = false

  const message = (parts: A2aPart[]): A2aMessage => {
    return { messageId: crypto.randomUUID(), contextId, role: 'ROLE_AGENT', parts }
  }

  const status = (state: string): A2aStatus => {
    return { state: `TASK_STATE_${state}`, timestamp: now().toISOString() }
  }

  const artifact = (artifactId: string, parts: A2aPart[], more: object): A2aResult => {
    return { artifactUpdate: { taskId, contextId, artifact: { artifactId, parts }, ...more } }
  }

  const end = (last: A2aStatus, more?: object): A2aResult => {
    return { statusUpdate: { taskId, contextId, status: last, ...more } }
  }

  /** The client has to say again what was said in a turn that is not stored. */
  const noted = () => (isStored() ? {} : { metadata: { contextKept: false } })

  const write = eventWriter<A2aResult>({
    'run-start': () => [{ task: { id: taskId, contextId, status: status('WORKING') } }],
    'text-delta': ({ delta: text }) => {
      const append = hasText
      hasText = true
      const part = append ? { text } : { text, mediaType: MARKDOWN }
      return [artifact('answer', [part], { append })]
    },
    'tool-result': (result) =>
      takesData ? [artifact(result.toolCallId, [dataPart(result)], { lastChunk: true })] : [],
    // ADK stores an artifact only once its last piece says so.
    'run-end': () => [
      ...(hasText ? [artifact('answer', [{ text: '' }], { append: true, lastChunk: true })] : []),
      end(status('COMPLETED'), noted()),
    ],
    'run-error': ({ message: text }) => [
      end({ ...status('FAILED'), message: { ...message([{ text }]), taskId } }),
    ],
  })

  const resultOf = (result: A2aResult) => rpcResult(id, inVersion(result))

  return {
    encode: (event: RunEvent) => sse(write(event).map(resultOf)),

    whole({ text, toolResults }: CollectedRun) {
      const data = takesData ? toolResults.map(dataPart) : []
      const parts = [{ text, mediaType: MARKDOWN }, ...data]
      return resultOf({ message: { ...message(parts), ...noted() } })
    },
  }
}

function rpcResult(id: RpcId, result: object) {
  return { jsonrpc: '2.0', id, result }
}

function dataPart({
  toolName: tool,
  result: data,
}: Pick<RunEvent<'tool-result'>, 'toolName' | 'result'>) {
  return { data, mediaType: 'application/json', metadata: { tool } }
}
