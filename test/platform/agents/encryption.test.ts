import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../src/config/config.ts'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { decryptHeaders, encryptHeaders } from '../../../src/platform/agents/headers.ts'
import type { Database } from '../../../src/storage/database.ts'
import { agents } from '../../../src/storage/schema.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { agentDetails, chatPlatform } from '../answers/chat.fixture.ts'
import { answering, bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'

/** As `openssl rand -base64 32` prints keys. */
const keyText = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))
const keyOf = (DATA_KEY: string) => parseConfig({ DATA_KEY }).platform.dataKey
const [FIRST, SECOND] = [keyText(0xfb), keyText(0x02)]

const OWNER = { uid: 'helper', url: 'https://agent.example.com/stream' }

const encrypt = async (value: string, key = keyOf(FIRST)) =>
  (await encryptHeaders({ authorization: value }, OWNER, key)).authorization!
const decrypt = async (value: string, key = keyOf(FIRST), owner = OWNER, name = 'authorization') =>
  (await decryptHeaders({ [name]: value }, owner, key))[name]

describe('an encrypted header', () => {
  it.each(['Bearer secret', '', 'a'.repeat(8_192), 'caf\u00e9 \u00ff\t!'])(
    'is decrypted to %j',
    async (value) => {
      const encrypted = await encrypt(value)
      expect(encrypted).toMatch(/^•v1•[\w-]+$/)
      if (value !== '') expect(encrypted).not.toContain(value)
      expect(await decrypt(encrypted)).toBe(value)
      const elsewhere = { ...OWNER, url: 'https://agent.example.com/other' }
      expect(await decrypt(encrypted, keyOf(FIRST), elsewhere)).toBe(value)
    },
  )

  it('has a nonce of its own', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => encrypt('secret')))
    expect(new Set(all.map((encrypted) => encrypted.slice(0, 4 + 16))).size).toBe(50)
  })

  it.each<[string, Partial<typeof OWNER>, string?]>([
    ['of another agent', { uid: 'other' }],
    ['under another name', {}, 'x-api-key'],
    ['at another server', { url: 'https://evil.example.com/stream' }],
    ['at another port', { url: 'https://agent.example.com:8443/stream' }],
  ])('%s is not decrypted', async (_what, elsewhere, name) => {
    const moved = decrypt(await encrypt('secret'), keyOf(FIRST), { ...OWNER, ...elsewhere }, name)
    await expect(moved).rejects.toMatchObject({ code: 'ERR_NOT_CONFIGURED' })
  })

  it('that was changed anywhere is not decrypted', async () => {
    const encrypted = await encrypt('secret')
    const body = encrypted.slice(4)
    const other = (char: string) => (char === 'A' ? 'B' : 'A')
    const changed = [...body].slice(0, -1).map((char, at) => {
      return `•v1•${body.slice(0, at)}${other(char)}${body.slice(at + 1)}`
    })
    changed.push('•v1•', '•v1•AAAA', '•v1•!', encrypted.slice(0, -4), `${encrypted}AAAA`)
    for (const text of changed) await expect(decrypt(text)).rejects.toThrow('cannot be decrypted')
  })

  it('is plain without a key, and a plain one is read with any key', async () => {
    const stored = await encryptHeaders({ a: 'secret' }, OWNER, undefined)
    expect(stored).toEqual({ a: 'secret' })
    expect(await decryptHeaders(stored, OWNER, keyOf(FIRST))).toEqual(stored)
  })
})

const AGENTS = '/v3/ai-agents/agents'
const HEADERS = { authorization: 'Bearer hunter2-abcdef', 'x-api-key': 'hunter2-ghijkl' }
const HELLO = answering(
  [bytesOf(linesOf({ type: 'text_delta', content: 'Hello' }, { type: 'done' }))],
  NDJSON,
)

/** A platform that was started with this key, and the headers that its agents are called with. */
async function startedWith(database: Database, DATA_KEY: string) {
  const called: Record<string, string>[] = []
  const agentFetch: GuardedFetch = (url, request) => {
    called.push(request.headers)
    return HELLO(url, request)
  }
  const platform = await testPlatform({ database, env: { DATA_KEY }, parts: { agentFetch } })
  const test = () => platform.call('POST', `${AGENTS}/test`, { body: { uid: 'helper' } })
  const change = (headers: object) =>
    platform.call('PATCH', `${AGENTS}/helper`, { body: { integrationMeta: { headers } } })
  return { ...platform, called, test, change }
}

async function registeredWith(DATA_KEY: string) {
  const database = await emptyDatabase()
  const platform = await startedWith(database, DATA_KEY)
  await platform.call('POST', AGENTS, { body: agentDetails({}, { headers: HEADERS }) })
  return platform
}

describe('an agent with headers and DATA_KEY', () => {
  it('is called with what is stored encrypted, also after a change of one header', async () => {
    const { database, test, change, called, records } = await registeredWith(FIRST)
    const stored = async () => JSON.stringify(await database.select().from(agents))
    expect(await stored()).not.toContain('hunter2')
    await test()
    expect((await change({ 'X-Api-Key': 'hunter2-new' })).status).toBe(200)
    await test()
    expect(called).toMatchObject([HEADERS, { ...HEADERS, 'x-api-key': 'hunter2-new' }])
    expect(await stored()).not.toContain('hunter2')
    expect(JSON.stringify(records())).not.toContain('hunter2')
  })

  it.each([
    ['another key', SECOND],
    ['no key', ''],
  ])('cannot be called with %s, until its headers are sent again', async (_what, key) => {
    const { database } = await registeredWith(FIRST)
    const { call, test, change, called, records } = await startedWith(database, key)
    const failed = await test()
    expect(failed).toMatchObject({ status: 503, body: { error: { code: 'ERR_NOT_CONFIGURED' } } })
    expect(failed.body.error.devMessage).toContain('DATA_KEY')
    const logged = records().filter(({ event }) => event === 'request-failed')
    expect(JSON.stringify(logged)).toContain('DATA_KEY')
    expect(called).toEqual([])
    // Other fields can be changed, and the headers stay as they are.
    const named = await call('PATCH', `${AGENTS}/helper`, { body: { name: 'Other' } })
    expect(named.status).toBe(200)
    const back = await startedWith(database, FIRST)
    expect((await back.test()).status).toBe(200)
    await change({ authorization: 'Bearer again', 'x-api-key': null })
    expect((await test()).status).toBe(200)
    expect(called).toMatchObject([{ authorization: 'Bearer again' }])
  })

  it('answers with a failure that the operator can read when its key is gone', async () => {
    const { database } = await registeredWith(FIRST)
    const other = agentDetails({ uid: 'other', name: 'Other' })
    const { ask, call, records } = await chatPlatform(HELLO, { database }, other)
    const receiver = { receiver: 'helper', receiverType: 'user', data: { text: 'Hi' } }
    const { message } = (await ask('ann', receiver)).events.at(-1)!
    expect(message.data.text).toBe('The agent cannot be called right now.')
    expect(message.data.answer.failure.code).toBe('unconfigured')
    const { body } = await call('GET', `/v3/messages/${message.id}`)
    expect(body.data.data.answer.failure.detail).toContain('DATA_KEY')
    const logged = records().filter(({ event }) => event === 'run-not-answered')
    expect(JSON.stringify(logged)).toContain('DATA_KEY')
  })
})
