import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { eventsIn, textIn } from '../platform/answers/chat.fixture.ts'
import { text } from '../platform/people.fixture.ts'

const OWN_AGENTS = [
  { uid: 'lines', integrateWith: 'crewai', path: '/stream' },
  { uid: 'events', integrateWith: 'ag-ui', path: '/agent' },
  { uid: 'simple', integrateWith: 'mastra', path: '/api/agents/ranking/generate' },
] as const

const CONFETTI = {
  toolName: 'triggerConfetti',
  fault: null,
  input: { particleCount: 200, origin: { x: 0.5, y: 0.5 }, reason: 'We hit #1' },
}

// Each goes on where the one before it ended, as somebody would who tries it for the first time.
describe('on one machine, with nothing set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
  const env = { DATABASE_URL: `file:${join(folder, 'platform.db')}` }
  let service: NodeProcess
  let platform: Platform
  beforeAll(async () => {
    service = await startNode(env)
    platform = platformAt(service, firstKey(service) ?? '')
    await platform.client.api.POST('/v3/users', { body: { uid: 'ann', name: 'Ann' } })
  })
  afterAll(() => service.child.kill('SIGKILL'))

  it('each of three agents answers with text and confetti, stored as they came', async () => {
    const printed = await (await fetch(`${service.url}/agent/actions`)).json()
    for (const action of printed.actions) {
      await platform.client.api.POST('/v3/ai-agents/tools', { body: action })
    }
    for (const { uid, integrateWith, path } of OWN_AGENTS) {
      const agent = { uid, name: `The agent ${uid}`, integrateWith, isActive: true }
      const integrationMeta = { baseUrl: service.url + path, agentId: 'ranking' }
      await platform.client.api.POST('/v3/ai-agents/agents', {
        body: { ...agent, integrationMeta, actions: [CONFETTI.toolName] },
      })
      const events = await platform.hear(uid, 'We hit #1!')
      const answer = events.at(-1)!
      const label = { displayName: 'Celebrate with confetti', executionText: 'Throwing confetti…' }
      expect(events.filter(({ type }) => type === 'tool-call')).toMatchObject([
        { ...CONFETTI, ...label },
      ])
      expect(textIn(events)).toMatch(/#1/)
      expect(answer.message.data).toMatchObject({
        text: textIn(events),
        answer: {
          ...{ status: 'finished', replyTo: events[0]!.message.id },
          toolCalls: [CONFETTI],
          // Over AG-UI an action that the platform sends along is left to the client.
          toolResults:
            uid === 'events' ? [] : [{ result: { action: 'CONFETTI', particleCount: 200 } }],
        },
      })
      const stored = await platform.get(`/v3/users/${uid}/messages`)
      expect(stored).toEqual([events[0]!.message, answer.message])
    }
  })

  it('everything is still there after a restart, and the chat continues', async () => {
    const before = await everything(platform)
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    expect(JSON.stringify(service.records())).not.toContain('We hit #1')
    expect(service.output().stdout).not.toContain(platform.apiKey)

    service = await startNode(env)
    expect(firstKey(service)).toBeUndefined()
    platform = platformAt(service, platform.apiKey)
    expect(await everything(platform)).toEqual(before)

    const integrationMeta = { baseUrl: `${service.url}/stream`, agentId: 'ranking' }
    await platform.client.api.PATCH('/v3/ai-agents/agents/{uid}', {
      params: { path: { uid: 'lines' } },
      body: { integrateWith: 'crewai', integrationMeta },
    })
    const answer = (await platform.hear('lines', 'We hit #1!')).at(-1)!
    expect(answer.message.data.answer).toMatchObject({ status: 'finished', toolCalls: [CONFETTI] })
  })
})

it('an agent registered with its token answers, and one without is refused', async () => {
  const TOKEN = 'a-token-of-the-agents'
  const service = await startNode({ AGENT_TOKENS: TOKEN })
  const { client, hear } = platformAt(service, firstKey(service) ?? '')
  await client.api.POST('/v3/users', { body: { uid: 'ann', name: 'Ann' } })
  const baseUrl = `${service.url}/stream`
  const register = (uid: string, meta: object) =>
    client.api.POST('/v3/ai-agents/agents', {
      body: {
        ...{ uid, name: uid, isActive: true, integrateWith: 'crewai' },
        integrationMeta: { baseUrl, agentId: uid, ...meta },
      },
    })
  const known = await register('known', { headers: { Authorization: `Bearer ${TOKEN}` } })
  expect(JSON.stringify(known)).not.toContain(TOKEN)
  await register('stranger', {})

  const answered = (await hear('known', 'We hit #1!')).at(-1)!
  expect(answered.message.data.answer).toMatchObject({ status: 'finished', toolCalls: [CONFETTI] })
  const refused = (await hear('stranger', 'We hit #1!')).at(-1)!
  expect(refused.message.data).toMatchObject({
    text: 'The agent rejected the request.',
    answer: { status: 'failed', failure: { code: 'refused' }, toolCalls: [] },
  })
  expect(service.output().stdout).not.toContain(TOKEN)
  service.child.kill('SIGKILL')
})

type Platform = ReturnType<typeof platformAt>

/** The typed client, and plain calls on behalf of Ann. */
function platformAt({ url }: NodeProcess, apiKey: string) {
  const client = createClient(url, { apiKey })
  const headers = { apikey: apiKey, onbehalfof: 'ann', 'content-type': 'application/json' }

  async function get(path: string) {
    const { data } = await (await fetch(url + path, { headers })).json()
    return data
  }

  async function hear(uid: string, words: string) {
    const accept = { ...headers, accept: 'text/event-stream' }
    const init = { method: 'POST', headers: accept, body: JSON.stringify(text(uid, words)) }
    return eventsIn(await (await fetch(`${url}/v3/messages`, init)).text())
  }

  return { client, apiKey, get, hear }
}

function firstKey(service: NodeProcess) {
  return /API key, shown only once: (\S+)/.exec(service.output().stderr)?.[1]
}

/** All that the platform tells, by where it tells it. */
async function everything({ get }: Platform) {
  const paths = [
    ...OWN_AGENTS.map(({ uid }) => `/v3/users/${uid}/messages`),
    ...['/v3/users', '/v3/ai-agents/agents', '/v3/ai-agents/tools'],
    '/v3/notifications/v1/settings',
  ]
  const told = await Promise.all(paths.map(async (path) => [path, await get(path)]))
  return Object.fromEntries(told)
}
