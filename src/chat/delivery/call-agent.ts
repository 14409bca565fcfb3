import { AppError } from '../../core/error.ts'
import { networkReason } from '../../core/upstream/upstream-error.ts'
import type { AgentFetch, AgentRequest, AgentResponse } from './agent-fetch.ts'
import type { AgentQuestion, RegisteredAgent } from './agent-question.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import type { Framing } from './framing/framing.ts'
import { checkAgentHeaders } from './guard/check-agent-headers.ts'
import type { Watch } from './watch.ts'
import type { Wire } from './wire/wire.ts'

interface Call {
  agent: RegisteredAgent
  question: AgentQuestion
  wire: Wire
  fetch: AgentFetch
  watch: Watch
}

interface AgentAnswer {
  body: AsyncIterable<Uint8Array>
  framing: Framing
}

/**
 * Asks, and waits until the agent begins to answer with something that can be an answer.
 *
 * @throws DeliveryFailure
 */
export async function callAgent({ agent, question, wire, ...call }: Call): Promise<AgentAnswer> {
  const { fetch, watch } = call
  const headers = {
    ...checkAgentHeaders(agent.headers),
    'content-type': 'application/json',
    accept: wire.accept,
    'accept-encoding': 'identity',
  }
  const body = JSON.stringify(wire.body(question, agent))
  const request: AgentRequest = {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: watch.signal,
  }

  const response = await watch.answer(fetch(agent.url, request).catch(throwUnreachable))
  if (!isGood(response.status)) throw await statusFailure(response, watch)
  return { body: response.body ?? nothing(), framing: framingOf(response, wire) }
}

function throwUnreachable(error: unknown): never {
  if (error instanceof AppError) throw new DeliveryFailure('address-refused', error.message)
  throw new DeliveryFailure('unreachable', `the connection failed: ${networkReason(error)}`)
}

function isGood(status: number) {
  return status >= 200 && status < 300
}

async function statusFailure({ status, body }: AgentResponse, watch: Watch) {
  const detail = `the agent answered with status ${status}`
  const code = status >= 500 ? 'agent-failed' : status < 400 ? 'redirected' : 'refused'
  const agentMessage = body && (await beginningOf(body, watch))
  return new DeliveryFailure(code, detail, { agentMessage })
}

/** What a refusal says of its reason, as far as it comes at once: it may also be a whole page. */
async function beginningOf(body: AsyncIterable<Uint8Array>, watch: Watch) {
  const pieces = body[Symbol.asyncIterator]()
  try {
    const { value } = await watch.piece(pieces.next())
    return value && new TextDecoder().decode(value.subarray(0, MAX_MESSAGE_BYTES))
  } catch {
    return undefined
  } finally {
    pieces.return?.().catch(() => {})
  }
}

function framingOf({ headers }: AgentResponse, wire: Wire) {
  const [given = ''] = (headers.get('content-type') ?? '').split(';')
  const mediaType = given.trim().toLowerCase()
  const framing = wire.framing(mediaType)
  if (framing) return framing
  const wanted = wire.accept.replaceAll(/;q=[\d.]+/g, '')
  const detail = `the content type of the answer is ${named(mediaType)}, and none of these: ${wanted}`
  throw new DeliveryFailure('wrong-content', detail)
}

const MAX_MESSAGE_BYTES = 2_048

/** Those that a wrong address or a wrong provider answers with; others are not quoted. */
const COMMON = /^(application\/(json|(x-)?ndjson|xml)|text\/(html|plain|event-stream))$/

function named(mediaType: string) {
  if (COMMON.test(mediaType)) return mediaType
  return mediaType === '' ? 'missing' : 'another'
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
