import { AppError } from '../../core/error.ts'
import type {
  GuardedFetch,
  GuardedRequest,
  GuardedResponse,
} from '../../core/upstream/guarded-fetch.ts'
import { checkRequestHeaders } from '../../core/upstream/request-headers.ts'
import { networkReason } from '../../core/upstream/upstream-error.ts'
import type { Framing } from '../../wires/event-table.ts'
import type { CalledWire } from '../../wires/wire.ts'
import { DeliveryError } from './delivery-error.ts'
import type { AgentQuestion, RegisteredAgent } from './run-input.ts'
import type { RunTimeouts } from './run-timeouts.ts'

interface Call {
  agent: RegisteredAgent
  input: AgentQuestion
  wire: CalledWire
  fetch: GuardedFetch
  timeouts: RunTimeouts
}

interface AgentAnswer {
  body: AsyncIterable<Uint8Array>
  framing: Framing
  mediaType: string
}

/**
 * Sends the request, and waits for a response of the right type to begin.
 *
 * @throws DeliveryError
 */
export async function callAgent(call: Call): Promise<AgentAnswer> {
  const { agent, input, wire, fetch, timeouts } = call
  const headers = {
    ...checkRequestHeaders(Object.entries(agent.headers)),
    'content-type': 'application/json',
    accept: wire.accept,
    'accept-encoding': 'identity',
  }
  const body = JSON.stringify(wire.body(input, agent.agentId))
  const request: GuardedRequest = {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: timeouts.signal,
  }

  const response = await timeouts.response(fetch(agent.url, request).catch(throwUnreachable))
  if (response.status < 200 || response.status >= 300) throw await statusError(response, timeouts)
  const mediaType = mediaTypeOf(response)
  return { body: response.body ?? nothing(), framing: framingOf(mediaType, wire), mediaType }
}

function throwUnreachable(error: unknown): never {
  if (error instanceof AppError) throw new DeliveryError('address-refused', error.message)
  throw new DeliveryError('unreachable', `the connection failed: ${networkReason(error)}`)
}

async function statusError({ status, body }: GuardedResponse, timeouts: RunTimeouts) {
  const detail = `the agent answered with status ${status}`
  const agentMessage = body && (await firstChunk(body, timeouts))
  const code = status < 400 ? 'redirected' : status < 500 ? 'refused' : 'agent-failed'
  return new DeliveryError(code, detail, { agentMessage })
}

/** The beginning of an error response, as far as it fits in one chunk: it may be a long page. */
async function firstChunk(body: AsyncIterable<Uint8Array>, timeouts: RunTimeouts) {
  const chunks = body[Symbol.asyncIterator]()
  try {
    const { value } = await timeouts.chunk(chunks.next())
    return value && new TextDecoder().decode(value.subarray(0, MAX_MESSAGE_BYTES))
  } catch {
    return undefined
  } finally {
    chunks.return?.().catch(() => {})
  }
}

function mediaTypeOf({ headers }: GuardedResponse) {
  const [given = ''] = (headers.get('content-type') ?? '').split(';')
  return given.trim().toLowerCase()
}

function framingOf(mediaType: string, wire: CalledWire) {
  const framing = wire.framing(mediaType)
  if (framing) return framing
  const expected = wire.accept.replaceAll(/;q=[\d.]+/g, '')
  const detail = `the content type of the response is ${named(mediaType)}; it must be one of ${expected}`
  throw new DeliveryError('wrong-content', detail)
}

const MAX_MESSAGE_BYTES = 2_048

/** Typical of a wrong address or provider. Others are not quoted. */
const COMMON = /^(application\/(json|(x-)?ndjson|xml)|text\/(html|plain|event-stream))$/

function named(mediaType: string) {
  if (COMMON.test(mediaType)) return mediaType
  return mediaType === '' ? 'missing' : 'a different one'
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
