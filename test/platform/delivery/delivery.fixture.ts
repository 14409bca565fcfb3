import { expect } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import { runOrder } from '../../../src/core/run-order.ts'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { askAgent } from '../../../src/platform/delivery/ask-agent.ts'
import type {
  DeliveryEvent,
  DeliveryFailure,
} from '../../../src/platform/delivery/delivery-event.ts'
import type { AgentQuestion, RegisteredAgent } from '../../../src/platform/delivery/run-input.ts'
import type { DeliveryLimits } from '../../../src/platform/delivery/run-timeouts.ts'

export const QUESTION: AgentQuestion = {
  threadId: 'thread-1',
  runId: 'run-1',
  messages: [
    { id: 'm1', role: 'user', content: 'Celebrate!', toolCalls: [] },
    {
      ...{ id: 'm2', role: 'assistant', content: '' },
      toolCalls: [{ toolCallId: 'c0', toolName: 'wave', input: { times: 2 } }],
    },
    { id: 'm3', role: 'tool', content: 'waved', toolCalls: [], toolCallId: 'c0' },
    { id: 'm4', role: 'user', content: 'And again', toolCalls: [] },
  ],
  frontendTools: {
    read: [
      {
        ...{ name: 'wave', displayName: 'Wave', executionText: 'Waving…', description: 'Waves.' },
        parameters: { type: 'object', properties: { times: { type: 'integer' } } },
      },
    ],
  },
}

export const silentLog = createLog({ level: 'silent', write() {}, now: () => new Date() })

export function agentOf(integrateWith: string, url = 'https://agent.example.com/run') {
  return { integrateWith, url, agentId: 'helper', headers: {} } satisfies RegisteredAgent
}

interface Asked {
  fetch: GuardedFetch
  limits?: Partial<DeliveryLimits>
  question?: AgentQuestion
  signal?: AbortSignal
}

/** The events of an agent, in their order, after the start of the run. */
export async function eventsOf(agent: RegisteredAgent, asked: Asked): Promise<DeliveryEvent[]> {
  const { fetch, limits = {}, question = QUESTION, signal } = asked
  const events: DeliveryEvent[] = []
  const needs = { fetch, limits, log: silentLog }
  const issueOf = runOrder()
  for await (const event of askAgent(agent, question, needs, signal)) {
    expect(issueOf(event)).toBeUndefined()
    events.push(event)
  }
  return events.slice(1)
}

/** A run as somebody remembers it who did not see in how many pieces its text came. */
export function received(events: readonly DeliveryEvent[]) {
  const text = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('')
  return { text, rest: events.filter(({ type }) => type !== 'text-delta') }
}

export function failureIn(events: readonly DeliveryEvent[]): DeliveryFailure {
  const last = events.at(-1)
  if (last?.type !== 'run-error') throw new Error(`the run ended with ${last?.type}`)
  return last
}

/** An agent that answers with these pieces, whatever it is asked. */
export function answering(pieces: readonly Uint8Array[], contentType: string): GuardedFetch {
  return async () => ({
    status: 200,
    headers: new Headers({ 'content-type': contentType }),
    body: bodyOf(pieces),
  })
}

async function* bodyOf(pieces: readonly Uint8Array[]) {
  yield* pieces
}

export const bytesOf = (text: string) => new TextEncoder().encode(text)

export const linesOf = (...lines: unknown[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

export const sseOf = (...events: unknown[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

export const NDJSON = 'application/x-ndjson'
export const SSE = 'text/event-stream; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'

export function ask(kind: string, text: string, contentType: string, asked: Partial<Asked> = {}) {
  return eventsOf(agentOf(kind), { fetch: answering([bytesOf(text)], contentType), ...asked })
}

/** The body that an agent of this kind is sent. */
export async function bodySentTo(kind: string, question = QUESTION): Promise<unknown> {
  let sent = ''
  const fetch: GuardedFetch = async (_url, { body }) => {
    sent = body
    return { status: 500, headers: new Headers(), body: null }
  }
  await eventsOf(agentOf(kind), { fetch, question })
  return JSON.parse(sent)
}
