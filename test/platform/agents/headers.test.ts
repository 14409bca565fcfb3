import { describe, expect, it } from 'vitest'
import type { GuardedFetch, GuardedRequest } from '../../../src/core/upstream/guarded-fetch.ts'
import { AGENT_KINDS } from '../../../src/platform/agent-kinds.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { ADDRESS, agentDetails } from '../answers/chat.fixture.ts'
import { answering, bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'

const AGENTS = '/v3/ai-agents/agents'
const TEST = `${AGENTS}/test`
const VALUE = 'hunter2-0123456789'
const HEADERS = { authorization: `Bearer ${VALUE}`, 'x-workspace': 'workspace-7' }
const MASKED = { authorization: '•••', 'x-workspace': '•••' }
const AGAIN = expect.stringContaining('must be sent again')

type Asked = { url: string; request: GuardedRequest }

/** A platform with one agent that has headers, and all that any agent is asked. */
async function withHeaders(answer = HELLO, env: Record<string, string> = {}) {
  const asked: Asked[] = []
  const agentFetch: GuardedFetch = (url, request) => {
    asked.push({ url, request })
    return answer(url, request)
  }
  const platform = await testPlatform({ parts: { agentFetch }, env })
  await platform.call('POST', AGENTS, { body: agentDetails({}, { headers: HEADERS }) })
  return { ...platform, asked }
}

const HELLO = answering(
  [bytesOf(linesOf({ type: 'text_delta', content: 'Hello' }, { type: 'done' }))],
  NDJSON,
)

describe('the headers of an agent that moves', () => {
  it.each([
    ['https://agent.example.com.evil.example/stream', undefined],
    ['https://agent.example.com:8443/stream', {}],
    ['http://agent.example.com/stream', { authorization: 'Bearer new' }],
  ])(
    'headers must be sent again when the address changes: to %s with %j',
    async (baseUrl, headers) => {
      const { call, asked } = await withHeaders(HELLO, { ALLOW_LOCAL_AGENTS: 'true' })
      const integrationMeta = { baseUrl, ...(headers && { headers }) }
      const before = await call('GET', `${AGENTS}/helper`)
      const attempts = [
        await call('PATCH', `${AGENTS}/helper`, { body: { integrationMeta } }),
        await call('POST', TEST, { body: { uid: 'helper', integrationMeta } }),
        await call('POST', TEST, { body: { ...agentDetails({}, integrationMeta), uid: 'helper' } }),
      ]
      for (const { status, body } of attempts) {
        expect(status).toBe(400)
        expect(body.error).toMatchObject({ code: 'ERR_BAD_REQUEST', message: AGAIN })
        expect(body.error.details).toEqual({ 'integrationMeta.headers': [AGAIN] })
        expect(JSON.stringify(body)).not.toMatch(/hunter2|workspace-7/)
      }
      expect(await call('GET', `${AGENTS}/helper`)).toMatchObject({ body: before.body })
      expect(asked).toEqual([])
    },
  )

  it('only the headers sent with the new address are used there', async () => {
    const { call, asked } = await withHeaders()
    const baseUrl = 'https://other.example.com/stream'
    const ask = () => call('POST', TEST, { body: { uid: 'helper' } })
    const headers = { Authorization: 'Bearer new', 'x-workspace': null }
    const tried = { uid: 'helper', integrationMeta: { baseUrl, headers } }
    expect((await call('POST', TEST, { body: tried })).status).toBe(200)
    expect(asked.at(-1)).toMatchObject({
      url: baseUrl,
      request: { headers: { authorization: 'Bearer new' } },
    })
    expect(asked.at(-1)?.request.headers).not.toHaveProperty('x-workspace')
    // It was only tried.
    await ask()
    expect(asked.at(-1)).toMatchObject({ url: ADDRESS, request: { headers: HEADERS } })

    const none = { authorization: null, 'x-workspace': null }
    const change = { integrationMeta: { baseUrl, headers: none } }
    expect((await call('PATCH', `${AGENTS}/helper`, { body: change })).status).toBe(200)
    await ask()
    expect(asked.at(-1)?.url).toBe(baseUrl)
    expect(Object.keys(asked.at(-1)?.request.headers ?? {}).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'content-type'],
    ])
    // Without headers there is nothing that could go astray.
    const back = { integrationMeta: { baseUrl: ADDRESS } }
    expect((await call('PATCH', `${AGENTS}/helper`, { body: back })).status).toBe(200)
  })

  it('headers are kept while the server stays the same', async () => {
    const { call, asked } = await withHeaders()
    const changes = [
      { integrationMeta: { baseUrl: 'https://AGENT.example.com:443/other?a=b' } },
      { integrationMeta: { headers: {}, agentId: 'other' } },
      { name: 'Other', integrateWith: 'langgraph' },
    ]
    for (const change of changes) {
      const tried = { uid: 'helper', ...change }
      expect((await call('POST', TEST, { body: tried })).status).toBe(200)
      expect(asked.at(-1)?.request.headers).toMatchObject(HEADERS)
      expect((await call('PATCH', `${AGENTS}/helper`, { body: change })).status).toBe(200)
      await call('POST', TEST, { body: { uid: 'helper' } })
      expect(asked.at(-1)?.request.headers).toMatchObject(HEADERS)
    }
    expect(asked.at(-1)?.url).toBe('https://agent.example.com/other?a=b')
  })

  it('headers appear in no request body of any protocol', async () => {
    const { call, asked } = await withHeaders()
    const kinds = AGENT_KINDS.filter((kind) => kind !== 'ag2')
    for (const integrateWith of kinds) {
      await call('POST', TEST, { body: { uid: 'helper', integrateWith } })
      expect(asked.at(-1)?.url).toBe(ADDRESS)
      expect(asked.at(-1)?.request).toMatchObject({ headers: HEADERS, redirect: 'manual' })
      expect(asked.at(-1)?.request.body).not.toMatch(/hunter2|workspace-7/)
    }
    expect(asked).toHaveLength(kinds.length)
  })

  it('an agent that is registered again under an old name or uid has no headers', async () => {
    const { call, asked } = await withHeaders()
    await call('DELETE', `${AGENTS}/helper`)
    const masked = agentDetails({}, { headers: MASKED })
    const refused = await call('POST', AGENTS, { body: masked })
    expect(refused.body.error.message).toBe(
      '••• stands for the value of the header authorization: leave the header out to keep it.',
    )
    const { body } = await call('POST', AGENTS, { body: agentDetails() })
    expect(body.data.integrationMeta.headers).toEqual({})
    await call('POST', TEST, { body: { uid: 'helper' } })
    const { uid: _uid, ...sameName } = agentDetails()
    const made = await call('POST', AGENTS, { body: sameName })
    await call('POST', TEST, { body: { uid: made.body.data.uid } })
    expect(asked).toHaveLength(2)
    expect(JSON.stringify(asked)).not.toMatch(/hunter2|workspace-7/)
  })

  it('the test of an unregistered agent uses no stored headers', async () => {
    const { call, asked } = await withHeaders()
    const described = agentDetails({ uid: 'another' })
    expect((await call('POST', TEST, { body: described })).status).toBe(200)
    expect(JSON.stringify(asked)).not.toMatch(/hunter2|workspace-7/)
    const masked = agentDetails({ uid: 'another' }, { headers: MASKED })
    expect((await call('POST', TEST, { body: masked })).status).toBe(400)
    expect(asked).toHaveLength(1)
  })
})

/** An agent that says back all that it was sent, in every place and in pieces. */
const echo: GuardedFetch = (url, request) => {
  const { authorization = '', 'x-workspace': workspace = '' } = request.headers
  const words = `${JSON.stringify(request.headers)} ${authorization.slice('Bearer '.length)}`
  const pieces = words.match(/.{1,5}/g) ?? []
  const call = { tool_call_id: `c-${VALUE}`, tool_name: `wave_${workspace}_${VALUE}` }
  const lines = [
    ...pieces.map((content) => ({ type: 'text_delta', content })),
    { type: 'tool_call_start', ...call },
    { type: 'tool_call_args', ...call, args: { [VALUE]: authorization } },
    { type: 'tool_call_end', ...call },
    { type: 'tool_result', ...call, result: [authorization] },
    { type: 'tool_call_start', ...call, tool_call_id: 'c2' },
    { type: 'tool_call_args', ...call, tool_call_id: 'c2', args: `"${VALUE}` },
    { type: 'error', message: words },
  ]
  return answering([bytesOf(linesOf(...lines))], NDJSON)(url, request)
}

describe('an agent that repeats its headers', () => {
  it('header values that the agent repeats are masked in a test and in the log', async () => {
    const { call, records, asked } = await withHeaders(echo)
    const changed = { uid: 'helper', integrationMeta: { headers: HEADERS } }
    const { uid: _uid, ...another } = agentDetails({}, { headers: HEADERS })
    for (const body of [{ uid: 'helper' }, changed, another]) {
      const answer = await call('POST', TEST, { body })
      expect(answer.status).toBe(200)
      expect(answer.body.data.text).toContain('"authorization":"•••"')
      expect(answer.body.data.toolCalls).toHaveLength(2)
      expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|workspace-7/)
    }
    expect(asked).toHaveLength(3)
    expect(JSON.stringify(records())).not.toMatch(/hunter2|workspace-7/)
  })
})
