import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPlatformClient } from '../../src/client/client.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import {
  type Answer,
  redirect,
  reply,
  replyPage,
  startUpstream,
} from '../helper/upstream-server.ts'
import { eventsIn, textIn } from '../platform/answers/chat.fixture.ts'
import { linesOf, NDJSON, SSE, sseOf } from '../platform/delivery/delivery.fixture.ts'

const OWN_AGENTS = [
  { uid: 'lines', integrateWith: 'crewai', path: '/stream' },
  { uid: 'events', integrateWith: 'ag-ui', path: '/agent' },
  { uid: 'simple', integrateWith: 'mastra', path: '/api/agents/ranking/generate' },
] as const

const BANNER = {
  ...{ name: 'showBanner', displayName: 'Show a banner', executionText: 'Showing a banner…' },
  description: 'Shows a text across the window.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
} as const

const CONFETTI = {
  name: 'triggerConfetti',
  fault: null,
  args: { particleCount: 200, origin: { x: 0.5, y: 0.5 }, reason: 'We hit #1' },
}

/** What badly behaved agents say where nobody should hear it. */
const WHISPER = 'whispered-in-a-corner'

const BAD_AGENTS: Record<string, { integrateWith?: 'ag-ui'; answer: Answer; code: string }> = {
  cut: {
    answer: cutAfter(linesOf({ type: 'text_delta', content: 'Once upon' })),
    code: 'cut-short',
  },
  page: { answer: replyPage(200), code: 'wrong-content' },
  broken: { answer: reply(JSON.stringify({ error: WHISPER }), 500), code: 'agent-failed' },
  failing: {
    integrateWith: 'ag-ui',
    answer: reply(sseOf({ type: 'RUN_ERROR', message: WHISPER }), 200, { 'content-type': SSE }),
    code: 'agent-failed',
  },
  moved: { answer: redirect(`/elsewhere?${WHISPER}`), code: 'redirected' },
  garbled: { answer: reply(`${WHISPER}\n`, 200, { 'content-type': NDJSON }), code: 'malformed' },
  endless: { answer: endless, code: 'too-large' },
}

/** An agent that says the rest only once it is told to. */
let goOn = () => {}
const halting: Answer = (_question, response) => {
  response.writeHead(200, { 'content-type': NDJSON })
  response.write(linesOf({ type: 'text_delta', content: 'First this' }))
  goOn = () =>
    response.end(linesOf({ type: 'text_delta', content: ', then that' }, { type: 'done' }))
}

const upstream = await startUpstream((question, response) => {
  const { answer = halting } = BAD_AGENTS[question.path.slice(1)] ?? {}
  answer(question, response)
})
afterAll(() => upstream.stop())

// Each goes on where the one before it ended, as somebody would who tries it for the first time.
describe('on one machine, with nothing set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
  const env = { DATABASE_URL: `file:${join(folder, 'platform.db')}` }
  let service: NodeProcess
  let platform: Platform
  beforeAll(async () => {
    service = await startNode(env)
    platform = platformAt(service, firstKey(service) ?? '')
  })
  afterAll(() => service.child.kill('SIGKILL'))

  it('the key printed at the first start is the only valid one', async () => {
    expect((await platform.client.getSettings()).preferences).toBeDefined()
    const stranger = platformAt(service, 'another-key')
    await expect(stranger.client.getSettings()).rejects.toMatchObject({
      code: 'AUTH_ERR_APIKEY_NOT_FOUND',
      status: 401,
    })
  })

  it('members are imported in batches, and a second import changes nothing', async () => {
    const first = await imported(platform, members(120))
    expect(first.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(first.flat().map(({ success }) => success)).toEqual(Array(120).fill(true))
    const before = await platform.get(MEMBERS)
    expect(before).toHaveLength(120)

    const again = await imported(platform, members(120))
    expect(again.flat().filter(({ success }) => !success)).toEqual([])
    expect(await platform.get(MEMBERS)).toEqual(before)
  })

  it('actions are registered as /agent/actions prints them, and new agents are disabled', async () => {
    const printed = await (await fetch(`${service.url}/agent/actions`)).json()
    expect(printed.actions).toHaveLength(1)
    expect(await platform.client.actions.create(printed.actions[0])).toMatchObject({
      ...printed.actions[0],
      type: 'action',
    })
    await platform.client.actions.create(BANNER)

    for (const { uid, integrateWith, path } of OWN_AGENTS) {
      const agent = await platform.client.agents.create({
        ...{ uid, name: `The agent ${uid}`, integrateWith },
        integrationMeta: { baseUrl: service.url + path, agentId: 'ranking' },
        actions: [printed.actions[0].name, BANNER.name],
      })
      expect(agent).toMatchObject({ uid, isActive: false })
    }
    const sent = await platform.client.sendMessage(text('lines', 'top 2 today'), ANN)
    expect(sent.data).toMatchObject({ text: 'top 2 today' })
    const heard = await platform.hear('lines', 'Anybody there?')
    expect(heard.map(({ type }) => type)).toEqual(['message', 'notice'])
    expect(heard[1]!.message.data.text).toMatch(/is switched off and will not answer\.$/)
    const stored = await platform.get('/v3/users/lines/messages')
    expect(stored.map(({ category }: { category: string }) => category)).toEqual([
      ...['message', 'action', 'message', 'action'],
    ])
  })

  it('an agent can be tested before it is enabled', async () => {
    const test = (path: string) =>
      platform.client.agents.test({
        integrateWith: 'ag-ui',
        integrationMeta: { baseUrl: service.url + path, agentId: 'ranking' },
      })
    const passed = await test('/agent')
    expect(passed).toMatchObject({ isReachable: true, status: 200, failure: null })
    expect(passed).toHaveProperty('text', expect.stringContaining('confetti'))
    expect(await test('/agents')).toMatchObject({
      ...{ isReachable: true, status: 404 },
      failure: { code: 'refused' },
    })
  })

  it('each of three agents answers with text and confetti, stored as they came', async () => {
    for (const { uid } of OWN_AGENTS) {
      await platform.client.agents.change(uid, { isActive: true })
      const before = await platform.get(`/v3/users/${uid}/messages`)
      expect(before.filter(({ data }: { data: object }) => 'answer' in data)).toEqual([])
      const events = await platform.hear(uid, 'We hit #1!')
      const answer = events.at(-1)!
      expect(events[0]).toMatchObject({
        type: 'message',
        message: { data: { text: 'We hit #1!' } },
      })
      expect(answer.type).toBe('answer')
      const label = { displayName: 'Celebrate with confetti', executionText: 'Throwing confetti…' }
      expect(events.filter(({ type }) => type === 'tool-call')).toMatchObject([
        { ...CONFETTI, ...label },
      ])
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
      expect(textIn(events)).toMatch(/#1/)
      const after = await platform.get(`/v3/users/${uid}/messages`)
      expect(after).toEqual([...before, events[0]!.message, answer.message])
    }
  })

  it('an action run by the client is handed back, and the agent continues', async () => {
    const events = await platform.hear('events', 'call showBanner with {"text":"We are #1"}')
    const { id, data } = events.at(-1)!.message
    const [call, ...others] = data.answer.toolCalls
    expect(others).toEqual([])
    expect(call).toMatchObject({ ...labels(BANNER), args: { text: 'We are #1' }, fault: null })
    expect(data.answer.toolResults).toEqual([])

    const handedBack = { toolCallId: call.id, result: { shown: true } }
    const onwards = await platform.stream(`/v3/messages/${id}/tool-results`, handedBack)
    expect(onwards[1]).toMatchObject({ type: 'run-started', threadId: events[1]!.threadId })
    expect(onwards.at(-1)!.message.data.answer).toMatchObject({ status: 'finished', toolCalls: [] })
    expect(textIn(onwards)).not.toBe('')
  })

  it('confetti fired by the client is handed back, and the agent does not repeat it', async () => {
    const { id, data } = (await platform.hear('events', 'We hit #1!')).at(-1)!.message
    const handedBack = { toolCallId: data.answer.toolCalls[0].id, result: { thrown: true } }
    const onwards = await platform.stream(`/v3/messages/${id}/tool-results`, handedBack)
    expect(onwards.map(({ type }) => type)).toEqual(['message', 'run-started', 'answer'])
    const answer = { status: 'finished', toolCalls: [] }
    expect(onwards.at(-1)!.message.data).toMatchObject({ text: '', answer })
    expect(textIn(await platform.hear('events', 'top 1 today'))).toContain('1.')
  })

  it('an answer is streamed while the agent is still sending', async () => {
    await register(platform, { uid: 'halting', baseUrl: `${upstream.url}/halting` })
    const events = await platform.hear('halting', 'Tell me', (heard) => {
      if (heard.includes('First this')) goOn()
    })
    expect(textIn(events)).toBe('First this, then that')
    expect(events.at(-1)!.message.data.answer.status).toBe('finished')
  })

  it('an answer that nobody waits for is found later, in a group too', async () => {
    const asked = await platform.client.sendMessage(text('simple', 'top 1 yesterday'), ANN)
    const answer = await answerTo(platform, asked.id, '/v3/users/simple/messages')
    expect(answer.data.text).toContain('yesterday')
    expect(answer.data.answer.toolCalls).toMatchObject([
      {
        name: 'getTopProductsByTimeframe',
        args: { timeframe: 'yesterday', limit: 1 },
        fault: null,
      },
    ])

    const joined = { memberId: 'harbor_lines', guid: 'harbor', uid: 'lines' }
    expect(await imported(platform, [joined])).toMatchObject([[{ success: true }]])
    const question = { ...text('harbor', '@lines top 1 today'), receiverType: 'group' } as const
    const { id } = await platform.client.sendMessage(question, { onBehalfOf: 'user-7' })
    const said = await answerTo(platform, id, '/v3/groups/harbor/messages')
    expect(said).toMatchObject({ sender: 'lines', receiver: 'harbor', receiverType: 'group' })
    expect(said.data.text).toMatch(/1\. \[.+\]\(https:.+\)/)

    for (let at = 0; at < 12; at += 1) {
      await platform.client.addReaction(said.id, '🎉', { onBehalfOf: `user-${at}` })
    }
    await platform.client.addReaction(said.id, ':rocket:', ANN)
    const pages = await all(platform.client.listReactions(said.id, { limit: 5 }))
    expect(pages.map(({ reactions }) => reactions.length)).toEqual([5, 5, 3])
    const reactions = pages.flatMap((page) => page.reactions.map(({ uid }) => uid))
    expect(reactions).toEqual([...members(12).map(({ uid }) => uid), 'user-0'])
    const { data } = await platform.get(`/v3/messages/${said.id}`)
    expect(data.reactions).toEqual([
      { reaction: '🎉', count: 12, reactedByMe: true },
      { reaction: ':rocket:', count: 1, reactedByMe: true },
    ])
  })

  it('a broken agent leaves a sentence of ours and none of its own', async () => {
    for (const [uid, { integrateWith }] of Object.entries(BAD_AGENTS)) {
      await register(platform, { uid, baseUrl: `${upstream.url}/${uid}`, integrateWith })
    }
    const asked = Object.entries(BAD_AGENTS).map(async ([uid, { code }]) => {
      const events = await platform.hear(uid, 'Hi')
      const { message } = events.at(-1)!
      const { status, failure } = message.data.answer
      expect({ uid, status, code: failure.code }).toEqual({ uid, status: 'failed', code })
      expect(failure.message).toMatch(/^(The agent|The agent’s answer) [a-z ]+\.$/)
      if (['cut', 'endless'].includes(uid)) expect(message.data.text).toMatch(/^Once upon/)
      else expect(message.data.text).toBe(failure.message)
      expect(JSON.stringify(events)).not.toMatch(/whispered|Just a moment|127\.0\.0\.1/)
      expect(await platform.get(`/v3/users/${uid}/messages`)).toEqual([events[0]!.message, message])
    })
    await Promise.all(asked)
    expect(upstream.questions.filter(({ path }) => path.startsWith('/elsewhere'))).toEqual([])
    await upstream.questions.find(({ path }) => path === '/endless')!.closed
  })

  it('everything is still there after a restart, and the chat continues', async () => {
    const before = await everything(platform)
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    const records = service.records()
    expect(JSON.stringify(records)).not.toMatch(/We hit #1|Once upon/)
    const whispered = records.filter((record) => JSON.stringify(record).includes(WHISPER))
    expect(whispered.length).toBeGreaterThan(0)
    for (const { event, agentMessage } of whispered) {
      expect({ event, agentMessage }).toMatchObject({
        event: 'agent-run-failed',
        agentMessage: expect.stringContaining(WHISPER),
      })
    }
    expect(service.output().stdout).not.toContain(platform.apiKey)

    service = await startNode(env)
    expect(firstKey(service)).toBeUndefined()
    platform = platformAt(service, platform.apiKey)
    expect(await everything(platform)).toEqual(before)

    const baseUrl = `${service.url}/stream`
    const integrationMeta = { baseUrl, agentId: 'ranking' }
    await platform.client.agents.change('lines', { integrateWith: 'crewai', integrationMeta })
    const answer = (await platform.hear('lines', 'We hit #1!')).at(-1)!
    expect(answer.message.data.answer).toMatchObject({ status: 'finished', toolCalls: [CONFETTI] })
  })
})

describe('where the agents want a token', () => {
  const TOKEN = 'a-token-of-the-agents'
  let service: NodeProcess
  let platform: Platform
  beforeAll(async () => {
    service = await startNode({ AGENT_TOKENS: TOKEN })
    platform = platformAt(service, firstKey(service) ?? '')
    await imported(platform, members(1))
  })
  afterAll(() => service.child.kill('SIGKILL'))

  it('an agent registered with its token answers, and one without is refused', async () => {
    const headers = { Authorization: `Bearer ${TOKEN}` }
    const baseUrl = `${service.url}/stream`
    const agent = await register(platform, { uid: 'known', baseUrl, headers })
    await register(platform, { uid: 'stranger', baseUrl })
    expect(JSON.stringify(agent)).not.toContain(TOKEN)

    const answered = (await platform.hear('known', 'We hit #1!')).at(-1)!
    expect(answered.message.data.answer).toMatchObject({
      status: 'finished',
      toolCalls: [CONFETTI],
    })
    const refused = (await platform.hear('stranger', 'We hit #1!')).at(-1)!
    const path = `/v3/messages/${refused.message.id}`
    expect(await platform.get(path)).toEqual(refused.message)
    const stored = await platform.get(path, { apikey: platform.apiKey })
    const { detail, ...shown } = stored.data.answer.failure
    expect(refused.message.data.answer.failure).toEqual(shown)
    expect(detail).toContain('401')
    expect(stored.data).toMatchObject({
      text: 'The agent rejected the request.',
      answer: { status: 'failed', failure: { code: 'refused' }, toolCalls: [] },
    })
    expect(service.output().stdout).not.toContain(TOKEN)
  })

  it('the platform authenticates its own callers', async () => {
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(service.url + path, { headers })).status
    const token = { authorization: `Bearer ${TOKEN}` }
    const key = { apikey: platform.apiKey }
    expect(await status('/v3/users', key)).toBe(200)
    expect(await status('/v3/users', token)).toBe(401)
    expect(await status('/v3/users', { apikey: TOKEN })).toBe(401)
    expect(await status('/agent/actions', token)).toBe(200)
    expect(await status('/agent/actions', key)).toBe(401)
  })
})

type Platform = ReturnType<typeof platformAt>
type Import = Parameters<Platform['client']['importMembers']>[0]

/** On one page. */
const MEMBERS = '/v3/groups/harbor/members?perPage=200'

const ANN = { onBehalfOf: 'user-0' }

/** The typed client, and for what it does not have, plain calls on behalf of Ann. */
function platformAt({ url }: NodeProcess, apiKey: string) {
  const client = createPlatformClient({ baseUrl: url, apiKey })
  const headers = { apikey: apiKey, ...ANN, 'content-type': 'application/json' }

  async function get(path: string, sent: Record<string, string> = headers) {
    const response = await fetch(url + path, { headers: sent })
    const { data } = await response.json()
    return data
  }

  async function post(path: string, body: unknown) {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(url + path, init)).json()
  }

  /** Reads an answer as it comes; `listen` is told all that came so far. */
  async function stream(path: string, body: unknown, listen = (_heard: string) => {}) {
    const accept = { ...headers, accept: 'text/event-stream' }
    const init = { method: 'POST', headers: accept, body: JSON.stringify(body) }
    const response = await fetch(url + path, init)
    const type = response.headers.get('content-type') ?? ''
    if (!type.startsWith('text/event-stream') || !response.body) throw new Error(type)
    let heard = ''
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      heard += piece
      listen(heard)
    }
    return eventsIn(heard)
  }

  const hear = (uid: string, words: string, listen?: (heard: string) => void) => {
    return stream(
      '/v3/messages',
      { ...text(uid, words), category: 'message', type: 'text' },
      listen,
    )
  }

  return { client, apiKey, get, post, stream, hear }
}

function firstKey(service: NodeProcess) {
  return /API key, shown only once: (\S+)/.exec(service.output().stderr)?.[1]
}

function members(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    ...{
      memberId: `harbor_user-${at}`,
      guid: 'harbor',
      uid: `user-${at}`,
      joinedAt: 1_763_000_000,
    },
    groupDetails: { guid: 'harbor', name: 'Harbor', type: 'public' as const },
    userDetails: { uid: `user-${at}`, name: at === 0 ? 'Ann' : `User ${at}` },
  }))
}

function imported({ client }: Platform, records: Import) {
  return all(client.importMembers(records))
}

interface Registered {
  uid: string
  baseUrl: string
  integrateWith?: 'ag-ui' | undefined
  headers?: Record<string, string>
}

function register({ client }: Platform, { uid, integrateWith, ...meta }: Registered) {
  return client.agents.create({
    ...{ uid, name: uid, isActive: true, integrateWith: integrateWith ?? 'crewai' },
    integrationMeta: { agentId: uid, ...meta },
  })
}

function text(receiver: string, words: string) {
  return { receiver, receiverType: 'user' as const, data: { text: words } }
}

function labels({ name, displayName, executionText }: typeof BANNER) {
  return { name, displayName, executionText }
}

/** The answer to a message, once it is there. */
async function answerTo({ get }: Platform, id: string, path: string) {
  return vi.waitFor(async () => {
    for (const message of await get(path)) if (message.data.answer?.replyTo === id) return message
    throw new Error(`no answer to ${id} in ${path}`)
  }, 20_000)
}

/** All that the platform tells, by where it tells it. */
async function everything({ get, client }: Platform) {
  const agents = await client.agents.list()
  const paths = [
    ...agents.map(({ uid }) => `/v3/users/${uid}/messages`),
    ...['/v3/groups/harbor/messages', MEMBERS, '/v3/users'],
    ...['/v3/ai-agents/tools', '/v3/notifications/v1/settings'],
  ]
  const told = await Promise.all(paths.map(async (path) => [path, await get(path)]))
  return { agents, ...Object.fromEntries(told) }
}

async function all<Item>(items: AsyncIterable<Item>) {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

function cutAfter(body: string): Answer {
  return (_question, response) => {
    response.writeHead(200, { 'content-type': NDJSON })
    response.write(body, () => response.socket?.end())
  }
}

function endless(...[, response]: Parameters<Answer>) {
  response.writeHead(200, { 'content-type': NDJSON })
  const line = linesOf({ type: 'text_delta', content: `Once upon${' a time'.repeat(1000)}` })
  const send = () => {
    if (!response.destroyed) response.write(line, () => setImmediate(send))
  }
  send()
}
