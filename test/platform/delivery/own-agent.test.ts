import { describe, expect, it } from 'vitest'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import type { AgentQuestion } from '../../../src/platform/delivery/run-input.ts'
import { testApp } from '../../helper/test-services.ts'
import { agentOf, eventsOf, received } from './delivery.fixture.ts'

const { app } = testApp()
const fetch: GuardedFetch = (url, { signal: _signal, ...request }) =>
  app.request(new URL(url).pathname, request)

const question = (content: string): AgentQuestion => {
  const messages = [{ id: 'm1', role: 'user' as const, content, toolCalls: [] }]
  return { threadId: 't1', runId: 'r1', messages }
}

describe('the agent of this service, asked by the platform', () => {
  it("the service's own agent ranks over /stream", async () => {
    const agent = agentOf('crewai', 'http://localhost/stream')
    const events = await eventsOf(agent, { fetch, question: question('top 3 today') })
    const { text, rest } = received(events)
    expect(rest).toMatchObject([
      { type: 'tool-call-start', toolName: 'getTopProductsByTimeframe' },
      { type: 'tool-call', input: { timeframe: 'today', limit: 3 }, fault: null },
      { type: 'tool-result', result: { order: 'RANKING' } },
      expect.objectContaining({ type: 'run-end' }),
    ])
    expect(text).toContain('1.')
  })

  it.each([
    ['crewai', '/stream'],
    ['ag-ui', '/agent'],
    ['vercelV5', '/api/ui/chat'],
    ['mastra', '/api/agents/ranking/generate'],
    ['mastra-legacy', '/api/agents/ranking/generate'],
  ])("the service's own agent, registered as %s at %s, calls an action", async (kind, path) => {
    const action = { name: 'showBanner', description: 'Shows a banner.' }
    const read = [{ ...action, parameters: { type: 'object' as const } }]
    const asked = { ...question('call showBanner with {"text":"Hello"}'), frontendTools: { read } }
    const agent = agentOf(kind, `http://localhost${path}`)
    expect(await eventsOf(agent, { fetch, question: asked })).toContainEqual(
      expect.objectContaining({
        ...{ type: 'tool-call', toolName: 'showBanner' },
        ...{ input: { text: 'Hello' }, fault: null },
      }),
    )
  })
})
