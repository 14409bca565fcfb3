import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { AgentFetch } from '../../../src/chat/delivery/agent-fetch.ts'
import type { Database } from '../../../src/storage/database.ts'
import { agents } from '../../../src/storage/schema.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { answering, bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { agentDetails, chatPlatform } from '../run/chat.fixture.ts'
import { KEYS } from './data-keys.fixture.ts'

const AGENTS = '/v3/ai-agents/agents'
const ONE = `${AGENTS}/helper`
const TEST = `${AGENTS}/test`
const HEADERS = { authorization: 'Bearer hunter2-abcdef', 'x-api-key': 'hunter2-ghijkl' }
const MASKED = { authorization: '•••', 'x-api-key': '•••' }

const HELLO = answering(
  [bytesOf(linesOf({ type: 'text_delta', content: 'Hello' }, { type: 'done' }))],
  NDJSON,
)

/** A platform that was started with these keys, and the headers that its agents are called with. */
async function startedWith(database: Database, DATA_KEY: string) {
  const called: Record<string, string>[] = []
  const agentFetch: AgentFetch = (url, request) => {
    called.push(request.headers)
    return HELLO(url, request)
  }
  const platform = await testPlatform({ database, env: { DATA_KEY }, parts: { agentFetch } })
  const test = () => platform.call('POST', TEST, { body: { uid: 'helper' } })
  return { ...platform, called, test }
}

const REGISTRATION = { body: agentDetails({}, { headers: HEADERS }) }

async function storedIn(database: Database, uid = 'helper') {
  const [row] = await database.select().from(agents).where(eq(agents.uid, uid))
  const { headers } = row!.integrationMeta
  if (typeof headers !== 'object' || headers === null) throw new Error('no headers')
  return { row: row!, headers: Object.fromEntries(Object.entries(headers)) }
}

describe('the headers of an agent, with DATA_KEY', () => {
  it('with DATA_KEY headers are stored encrypted and sent decrypted', async () => {
    const database = await emptyDatabase()
    const { call, called, test, records } = await startedWith(database, KEYS.first)
    const made = await call('POST', AGENTS, REGISTRATION)
    expect(made.body.data.integrationMeta.headers).toEqual(MASKED)
    const { headers, row } = await storedIn(database)
    expect(JSON.stringify(row)).not.toContain('hunter2')
    for (const value of Object.values(headers)) expect(value).toMatch(/^•v1•/)
    expect((await test()).body.data.text).toBe('Hello')
    expect(called).toMatchObject([HEADERS])
    expect(JSON.stringify(records())).not.toContain('hunter2')

    const change = { integrationMeta: { headers: { ...MASKED, 'X-Api-Key': 'hunter2-new' } } }
    expect((await call('PATCH', ONE, { body: change })).status).toBe(400)
    const headersAgain = { authorization: '•••', 'X-Api-Key': 'hunter2-new' }
    await call('PATCH', ONE, { body: { integrationMeta: { headers: headersAgain } } })
    await test()
    expect(called[1]).toMatchObject({ ...HEADERS, 'x-api-key': 'hunter2-new' })
    const after = await storedIn(database)
    expect(after.headers.authorization).toMatch(/^•v1•/)
    expect(JSON.stringify(after)).not.toContain('hunter2')
  })

  it('headers that were stored plain are read, and encrypted when next written', async () => {
    const database = await emptyDatabase()
    await (await startedWith(database, '')).call('POST', AGENTS, REGISTRATION)
    expect((await storedIn(database)).headers).toEqual(HEADERS)

    const { call, called, test } = await startedWith(database, KEYS.first)
    await test()
    expect(called).toMatchObject([HEADERS])
    expect((await call('PATCH', ONE, { body: {} })).status).toBe(200)
    expect(JSON.stringify(await storedIn(database))).not.toContain('hunter2')
    await test()
    expect(called).toMatchObject([HEADERS, HEADERS])
  })
})

describe('encrypted headers and another key', () => {
  const DATA_KEY = KEYS.second

  async function withOldHeaders() {
    const database = await emptyDatabase()
    await (await startedWith(database, KEYS.first)).call('POST', AGENTS, REGISTRATION)
    const { headers } = await storedIn(database)
    return { before: headers, ...(await startedWith(database, DATA_KEY)) }
  }

  it('the test of an agent fails when its headers cannot be decrypted, and the log says why', async () => {
    const { test, called, records } = await withOldHeaders()
    const { status, body } = await test()
    expect(status).toBe(503)
    expect(body.error).toMatchObject({
      code: 'ERR_NOT_CONFIGURED',
      devMessage: expect.stringContaining('DATA_KEY'),
    })
    expect(called).toEqual([])
    const failed = records().filter(({ event }) => event === 'request-failed')
    expect(failed).toHaveLength(1)
    expect(JSON.stringify(failed)).toContain('DATA_KEY')
  })

  it('an answer fails with an explanation when the headers cannot be decrypted', async () => {
    const { database, called } = await withOldHeaders()
    const agentFetch: AgentFetch = (url, request) => {
      called.push(request.headers)
      return HELLO(url, request)
    }
    const other = agentDetails({ uid: 'other', name: 'Other' })
    const chat = await chatPlatform(agentFetch, { database, env: { DATA_KEY } }, other)
    const to = (receiver: string) => ({ receiver, receiverType: 'user', data: { text: 'Hi' } })
    const { events } = await chat.ask('ann', to('helper'))
    expect(events.at(-1)?.message.data.answer).toMatchObject({
      status: 'failed',
      failure: { code: 'unconfigured' },
    })
    const { id } = events.at(-1)!.message
    const { body } = await chat.call('GET', `/v3/messages/${id}`)
    expect(body.data.data.answer.failure.detail).toContain('DATA_KEY')
    expect(events.at(-1)?.message.data.text).toBe('The agent cannot be called right now.')
    const logged = chat.records().filter(({ event }) => event === 'run-not-answered')
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).toContain('DATA_KEY')
    expect(called).toEqual([])
    // Agents without headers are asked as ever.
    expect((await chat.ask('ann', to('other'))).events.at(-1)?.message.data.text).toBe('Hello')
  })

  it('headers that cannot be decrypted stay unchanged when other fields are changed', async () => {
    const { call, database, before } = await withOldHeaders()
    const shown = await call('GET', ONE)
    expect(shown.body.data.integrationMeta.headers).toEqual(MASKED)
    expect((await call('GET', AGENTS)).status).toBe(200)
    const { name, integrationMeta } = shown.body.data
    for (const change of [{}, { name: 'Other' }, { name, integrationMeta }]) {
      expect((await call('PATCH', ONE, { body: change })).status).toBe(200)
      expect((await storedIn(database)).headers).toEqual(before)
    }
    const back = await startedWith(database, KEYS.first)
    expect((await back.test()).status).toBe(200)
    expect(back.called).toMatchObject([HEADERS])
  })

  it('headers that cannot be decrypted can be replaced', async () => {
    const { call, test, called } = await withOldHeaders()
    const headers = { authorization: 'Bearer hunter2-again' }
    await call('PATCH', ONE, { body: { integrationMeta: { headers } } })
    expect((await test()).status).toBe(200)
    expect(called).toMatchObject([headers])
  })
})
