import fc from 'fast-check'
import { expect } from 'vitest'
import type { AgentFetch } from '../../src/platform/delivery/agent-fetch.ts'
import { eventIds } from '../../src/platform/events/events.ts'
import { authTokens } from '../../src/storage/schema.ts'
import { KEY, testPlatform } from '../helper/test-platform.ts'
import { post } from '../helper/test-services.ts'
import { agentDetails, eventsIn, WAVE } from './answers/chat.fixture.ts'
import { answering, bytesOf, linesOf, NDJSON } from './delivery/delivery.fixture.ts'
import { family } from './hostile-ids.fixture.ts'
import { createModel, type Place, wordsIn } from './visibility.model.ts'

const call = { tool_call_id: 'c', tool_name: 'wave' }
const CALL = [
  { type: 'tool_call_start', ...call },
  { type: 'tool_call_args', ...call, args: { times: 1 } },
  { type: 'tool_call_end', ...call },
]

const ACTIONS = ['write', 'ask', 'writeToGroup', 'join', 'ban', 'react', 'toggle'] as const

const action = fc.record({
  does: fc.constantFrom(...ACTIONS, 'write' as const, 'ask' as const, 'join' as const),
  who: fc.nat({ max: 1_000 }),
  whom: fc.nat({ max: 1_000 }),
})

/** Who there is, and what they do, one after the other. */
export const script = fc.record({
  family,
  actions: fc.array(action, { minLength: 12, maxLength: 24 }),
  isUpperCase: fc.boolean(),
  /** Whether users speak for themselves, by their tokens, or a server does on their behalf. */
  speaksBy: fc.constantFrom('key', 'token'),
})

type Script = typeof script extends fc.Arbitrary<infer Value> ? Value : never

/** Plays a script on a platform, and keeps a model of it. */
export async function play({ family: { uids, guids }, actions, isUpperCase, ...how }: Script) {
  const model = createModel()
  const leaks: string[] = []
  const { agentFetch, asking, deliveries } = fakeAgents()
  const { app, call, signIn, database } = await testPlatform({
    parts: { agentFetch },
    env: { LOG_LEVEL: 'silent' },
  })
  const tokens = new Map<string, string>()
  const key = (uid: string): Record<string, string> => ({ apikey: KEY, onbehalfof: spell(uid) })
  const credentials = {
    key,
    /** Agents have no token. */
    token: (uid: string) => (tokens.has(uid) ? { authtoken: tokens.get(uid)! } : key(uid)),
  }
  const headersOf = (uid: string): Record<string, string> => credentials[how.speaksBy](uid)
  const spell = (id: string) => (isUpperCase ? id.toUpperCase() : id)
  const agents = uids.slice(0, 2)

  /** Agents at addresses of their own, that say something each time and call an action the first. */
  function fakeAgents() {
    const deliveries: string[] = []
    let asked: { from: string; to: Place; words: Set<string> } | undefined

    function check(agent: string, body: string) {
      if (!asked || !model.mayRead(agent, asked)) leaks.push(`${agent} was asked, and is no party`)
      const words = asked ? [...asked.words, ...model.wordsWith(asked.from, asked.to)] : []
      const others = [...wordsIn(body)].filter((word) => !words.includes(word))
      leaks.push(...others.map((word) => `${agent} was sent ${word}`))
    }

    const agentFetch: AgentFetch = async (url, request) => {
      const { body } = request
      const agent = uids[Number(new URL(url).pathname.slice(1))]!
      deliveries.push(agent)
      check(agent, body)
      const said = { type: 'text_delta', content: `Well, ${model.word('w')}` }
      const calls = body.includes('"tool_call_id"') ? [] : CALL
      return answering([bytesOf(linesOf(said, ...calls, { type: 'done' }))], NDJSON)(url, request)
    }
    const asking = (from: string, to: Place, words: Set<string>) => {
      asked = { from, to, words }
    }
    return { agentFetch, asking, deliveries }
  }

  async function register(uid: string, at: number) {
    const integrationMeta = { baseUrl: `https://agents.example.com/${at}`, agentId: 'x' }
    const agent = { uid: spell(uid), name: 'Agent', actions: ['wave'], integrationMeta }
    const { status } = agents.includes(uid)
      ? await call('POST', '/v3/ai-agents/agents', { body: agentDetails(agent) })
      : await call('POST', '/v3/users', { body: { uid: spell(uid), name: 'User' } })
    expect(status).toBe(200)
    if (!agents.includes(uid)) tokens.set(uid, await signIn(spell(uid)))
  }

  async function createGroup(guid: string, at: number) {
    const [word, isPrivate] = [model.word('g'), at === 0]
    const body = { guid: spell(guid), name: word, type: isPrivate ? 'private' : 'public' }
    expect((await call('POST', '/v3/groups', { body })).status).toBe(200)
    model.groups.set(guid, { word, isPrivate, members: new Map() })
  }

  function noLeak(uid: string, told: unknown, where: string) {
    const visible = model.visibleTo(uid)
    for (const word of wordsIn(JSON.stringify(told))) {
      if (!visible.has(word)) leaks.push(`${uid} saw ${word} at ${where}`)
    }
  }

  /** Says something and reads what comes, an agent's answer too; hands back what that asks for. */
  async function say(from: string, to: Place, body: object, path = '/v3/messages') {
    const words = wordsIn(JSON.stringify(body))
    asking(from, to, words)
    const response = await app.request(path, {
      ...post(body),
      headers: { ...headersOf(from), accept: 'text/event-stream' },
    })
    const text = await response.text()
    if (response.status !== 200) return response.status
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    const told = isStream ? eventsIn(text) : [{ type: 'message', message: JSON.parse(text).data }]
    const isResult = path !== '/v3/messages'
    model.said.push({ id: told[0]!.message.id, from, to, words, isResult })
    for (const { type, message } of told) {
      if (type === 'notice') takeNotice(message, from, to)
      if (type === 'answer') await take(message, from, to)
    }
    noLeak(from, told, path)
    return 200
  }

  /** What an agent that will not answer has said for it: by its id it is known who sees it. */
  function takeNotice(notice: ReturnType<typeof JSON.parse>, from: string, to: Place) {
    const back = 'group' in to ? to : { user: from }
    const words = new Set<string>()
    model.said.push({ id: notice.id, from: notice.sender, to: back, words, visibleTo: from })
  }

  async function take(answer: ReturnType<typeof JSON.parse>, from: string, to: Place) {
    const back = 'group' in to ? to : { user: from }
    const words = wordsIn(answer.data.text)
    model.said.push({ id: answer.id, from: answer.sender, to: back, words })
    if (answer.data.answer.toolCalls.length === 0) return
    const result = { toolCallId: 'c', result: model.word('w') }
    await say(from, to, result, `/v3/messages/${answer.id}/tool-results`)
  }

  const text = (receiver: string, receiverType: string, words = '') => ({
    ...{ receiver: spell(receiver), receiverType },
    data: { text: `Hi ${model.word('w')} ${words}` },
  })

  async function setMember(uid: string, guid: string, isBanned: boolean) {
    const member = { memberId: 'm', guid: spell(guid), uid: spell(uid), isBanned }
    const body = { members: { m: member } }
    const answer = await call('POST', '/v3/data_import/members', { body })
    expect(answer.body.data.m.success).toBe(true)
    model.groups.get(guid)!.members.set(uid, !isBanned)
  }

  const switchedOff = new Set<string>()

  async function toggle(uid: string) {
    if (!switchedOff.delete(uid)) switchedOff.add(uid)
    const body = { isActive: !switchedOff.has(uid) }
    const { status } = await call('PATCH', `/v3/ai-agents/agents/${spell(uid)}`, { body })
    expect(status).toBe(200)
  }

  async function react(uid: string, place: number) {
    const one = model.said[place % Math.max(model.said.length, 1)]
    if (!one) return
    const word = model.word('r')
    const path = `/v3/messages/${one.id}/reactions/:${word}:`
    const { status, body } = await request('POST', path, headersOf(uid))
    const isNotice = one.visibleTo !== undefined
    expect(status).toBe(!model.mayRead(uid, one) ? 403 : isNotice ? 409 : 200)
    if (status === 200) one.words.add(word)
    noLeak(uid, body, path)
  }

  const act: Record<(typeof ACTIONS)[number], (uid: string, whom: number) => Promise<unknown>> = {
    async write(uid, whom) {
      const to = uids[whom % uids.length]!
      expect(await say(uid, { user: to }, text(to, 'user'))).toBe(200)
    },
    async ask(uid, whom) {
      const agent = agents[whom % agents.length]!
      expect(await say(uid, { user: agent }, text(agent, 'user'))).toBe(200)
    },
    async writeToGroup(uid, whom) {
      const guid = guids[whom % guids.length]!
      const mention = `<@uid:${spell(agents[whom % agents.length]!)}>`
      const status = await say(uid, { group: guid }, text(guid, 'group', mention))
      expect(status).toBe(model.belongs(uid, guid) ? 200 : 403)
    },
    toggle: (_uid, whom) => toggle(agents[whom % agents.length]!),
    join: (uid, whom) => setMember(uid, guids[whom % guids.length]!, false),
    ban: (uid, whom) => setMember(uid, guids[whom % guids.length]!, true),
    react,
  }

  await call('POST', '/v3/ai-agents/tools', { body: WAVE })
  for (const [at, uid] of uids.entries()) await register(uid, at)
  for (const [at, guid] of guids.entries()) await createGroup(guid, at)
  for (const { does, who, whom } of actions) await act[does](uids[who % uids.length]!, whom)

  async function request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ) {
    const sent = body === undefined ? { method } : { ...post(body), method }
    const response = await app.request(path, { ...sent, headers })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }

  /** Reads as a user does whose server calls, and as one who calls with a token. */
  const readers = {
    key: (path: string, uid: string) => request('GET', path, credentials.key(uid)),
    token: (path: string, uid: string) => request('GET', path, credentials.token(uid)),
  }
  const attempt = (method: string, path: string, uid: string, body?: object) =>
    request(method, path, credentials.token(uid), body)
  const { id, uid } = authTokens
  const tokenIds = await database.select({ id, uid }).from(authTokens)
  const { first } = await eventIds(database)
  const firstId = String(Math.max(first - 1, 0))
  return {
    app,
    firstId,
    model,
    readers,
    attempt,
    leaks,
    noLeak,
    deliveries,
    tokenIds,
    hasToken: (uid: string) => tokens.has(uid),
    uids,
    guids,
    database,
    text,
    spell,
  }
}

export type Played = Awaited<ReturnType<typeof play>>
