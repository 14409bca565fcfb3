import { expect } from 'vitest'
import * as z from 'zod'
import type { AgentModel } from '../../src/agent/model-client.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { AppError } from '../../src/core/error.ts'
import type { RunEvent } from '../../src/core/run.ts'
import { runOrder } from '../../src/core/run-order.ts'
import { defineTool } from '../../src/tools/tool.ts'
import { SentMessages } from '../../src/wires/message.ts'
import { NOW, testApp, user } from '../helper/test-services.ts'
import { turns } from '../helper/turns.ts'

/** Echoes its word after some turns of the event loop, or fails in one of two ways. */
const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  executionText: 'Echoing…',
  description: 'Says it again.',
  input: z.object({ word: z.string(), turns: z.number().default(0) }),
  output: z.object({ word: z.string() }),
  run: async ({ word, turns: count }, caller) => {
    await turns(count)
    caller?.signal?.throwIfAborted()
    if (word === 'refuse') throw new AppError('invalid-request', 'Not that word.')
    if (word === 'break') throw new Error('secret path /etc')
    return { word }
  },
})

export function run(
  model: AgentModel,
  signal = new AbortController().signal,
  stopping?: AbortSignal,
) {
  const { services, records } = testApp()
  const deps = { ...services, model, tools: [echo], now: () => NOW, stopping }
  const messages = SentMessages.parse([user('go')])
  const events = runAgent({ threadId: 't', runId: 'r', messages }, deps, signal)
  return { events, records }
}

/** Reads events in the background. */
export function collect(events: AsyncIterable<RunEvent>) {
  const seen: RunEvent[] = []
  const readAll = async () => {
    for await (const event of events) seen.push(event)
  }
  return { seen, ended: readAll() }
}

export function all(model: AgentModel) {
  return inOrder(run(model).events)
}

/** All events of a run, in their order. */
async function inOrder(run: AsyncIterable<RunEvent>) {
  const events: RunEvent[] = []
  const issueOf = runOrder()
  for await (const event of run) {
    expect(issueOf(event)).toBeUndefined()
    events.push(event)
  }
  return events
}

export async function withFrontendTools(model: AgentModel, names: string[]) {
  const { services } = testApp()
  const parameters = { type: 'object' as const, properties: {} }
  const frontendTools = names.map((name) => ({ name, description: '', parameters }))
  const messages = SentMessages.parse([user('go')])
  const input = { threadId: 't', runId: 'r', messages, frontendTools: { read: frontendTools } }
  const { signal } = new AbortController()
  return inOrder(runAgent(input, { ...services, model }, signal))
}

export const of = <Type extends RunEvent['type']>(events: RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type)

export const text = (events: RunEvent[]) =>
  of(events, 'text-delta')
    .map(({ delta }) => delta)
    .join('')
