import { expect, vi } from 'vitest'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { post } from '../../helper/test-services.ts'
import { answering, bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { importPeople } from '../people.fixture.ts'

type Setup = NonNullable<Parameters<typeof testPlatform>[0]>
export type Call = Awaited<ReturnType<typeof testPlatform>>['call']

export const ADDRESS = 'https://agent.example.com/stream'

export function agentDetails(more: object = {}, meta: object = {}) {
  return {
    ...{ uid: 'helper', name: 'Helper', isActive: true, integrateWith: 'crewai' },
    integrationMeta: { baseUrl: ADDRESS, agentId: 'helper', ...meta },
    ...more,
  }
}

export const WAVE = {
  ...{ name: 'wave', displayName: 'Wave', executionText: 'Waving…', description: 'Waves.' },
  parameters: {
    type: 'object',
    required: ['times'],
    properties: { times: { type: 'integer', description: 'How often.' } },
  },
}

/** A platform with people, the action wave, and an agent that answers as it is told. */
export async function chatPlatform(
  agentFetch: GuardedFetch,
  setup: Setup = {},
  agent = agentDetails(),
) {
  const { parts, ...rest } = setup
  const platform = await testPlatform({ ...rest, parts: { agentFetch, ...parts } })
  await importPeople(platform.call)
  await platform.call('POST', '/v3/ai-agents/tools', { body: WAVE })
  const { status, body } = await platform.call('POST', '/v3/ai-agents/agents', { body: agent })
  if (status !== 200) throw new Error(JSON.stringify(body))

  /** Sends a text and reads the answer as it comes. */
  async function ask(as: string, body: unknown, path = '/v3/messages') {
    const response = await platform.app.request(path, {
      ...post(body),
      headers: { apikey: 'a-key-with-full-access', onbehalfof: as, accept: 'text/event-stream' },
    })
    return { response, events: eventsIn(await response.text()) }
  }

  /** The answers there are in a conversation, once there are so many. */
  async function answers(count: number, path = '/v3/users/helper/messages', as = 'ann') {
    return vi.waitFor(
      async () => {
        const { body } = await platform.call('GET', path, { as })
        const found = body.data.filter(({ data }: { data: object }) => 'answer' in data)
        expect(found.length).toBeGreaterThanOrEqual(count)
        return found
      },
      { timeout: 15_000, interval: 5 },
    )
  }

  return { ...platform, ask, answers }
}

interface Heard {
  type: string
  runId?: string
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is for the test to say
  [field: string]: any
}

export function eventsIn(text: string): Heard[] {
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('id: '))
    .map((frame) => {
      const { id, event, data } = /^id: (?<id>.*)\nevent: (?<event>.*)\ndata: (?<data>.*)$/s.exec(
        frame,
      )!.groups!
      const heard = JSON.parse(data!)
      if (heard.type !== event || !id!.startsWith(heard.runId ?? '')) throw new Error(frame)
      return heard
    })
}

export function textIn(events: readonly Heard[]) {
  return events.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('')
}

/** Lines of an agent that calls the action wave and says something. */
export function waving(id = 'c1') {
  const call = { tool_call_id: id, tool_name: 'wave' }
  return [
    { type: 'text_delta', content: 'Look: ' },
    { type: 'tool_call_start', ...call },
    { type: 'tool_call_args', ...call, args: { times: 2 } },
    { type: 'tool_call_end', ...call },
    { type: 'done' },
  ]
}

export const says = (...words: string[]) =>
  answering(
    [
      ...words.map((content) => bytesOf(linesOf({ type: 'text_delta', content }))),
      bytesOf(linesOf({ type: 'done' })),
    ],
    NDJSON,
  )

/** Answers in turn, the last again and again, and keeps what it was asked. */
export function recorded(...fetches: [GuardedFetch, ...GuardedFetch[]]) {
  const asked: ReturnType<typeof JSON.parse>[] = []
  const fetch: GuardedFetch = (url, request) => {
    asked.push({ ...JSON.parse(request.body), headers: request.headers, url })
    return fetches[Math.min(asked.length, fetches.length) - 1]!(url, request)
  }
  return { fetch, asked }
}

export const lines = (items: readonly unknown[]) => answering([bytesOf(linesOf(...items))], NDJSON)
