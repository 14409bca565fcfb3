import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encryptStored } from '../../../src/chat/agent/encrypt-stored.ts'
import { agents } from '../../../src/storage/schema.ts'
import { openLibsql } from '../../helper/open-libsql.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { agentDetails } from '../run/chat.fixture.ts'
import { KEYS } from './data-keys.fixture.ts'

const AGENTS = '/v3/ai-agents/agents'
const MANY = 40

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
  const url = `file:${join(folder, 'platform.db')}`
  const { database, close } = await openLibsql(url)
  closing.push(close)
  /** The names of the files, the log of SQLite among them, in which a text stands. */
  const filesWith = async (text: string) => {
    const names = await readdir(folder)
    const contents = await Promise.all(names.map((name) => readFile(join(folder, name))))
    return names.filter((_name, at) => contents[at]?.includes(text))
  }
  return {
    database,
    filesWith,
    started: (DATA_KEY: string) => testPlatform({ database, env: { DATA_KEY } }),
  }
}

/** Agents with a header that is long enough for pages of their own, each changed once. */
async function registerMany({ call }: Pick<Awaited<ReturnType<typeof testPlatform>>, 'call'>) {
  for (let at = 0; at < MANY; at += 1) {
    const headers = { authorization: `Bearer hunter2-${at}-${'x'.repeat(1_500)}` }
    await call('POST', AGENTS, { body: agentDetails({ uid: `agent-${at}` }, { headers }) })
    const change = { headers: { authorization: `Bearer hunter2-new-${at}` } }
    await call('PATCH', `${AGENTS}/agent-${at}`, { body: { integrationMeta: change } })
  }
}

describe('encryptStored()', () => {
  it('with a data key from the start, no file holds a plain secret', async () => {
    const { filesWith, started } = await openFolder()
    const { services, records, call } = await started(KEYS.first)
    await registerMany({ call })
    expect(await filesWith('hunter2')).toEqual([])
    expect(await filesWith('agent-7')).not.toEqual([])
    await encryptStored(services.platform!)
    expect(records().filter(({ event }) => event.startsWith('agent-headers'))).toEqual([])
  })

  it('plain secrets are encrypted at the start, and no plain copy is left', async () => {
    const { filesWith, started, database } = await openFolder()
    await registerMany(await started(''))
    expect(await filesWith('hunter2')).not.toEqual([])

    const { services, records } = await started(KEYS.first)
    await encryptStored(services.platform!)
    expect(await filesWith('hunter2')).toEqual([])
    expect(await filesWith('•v1•')).not.toEqual([])
    expect(records()).toMatchObject([{ event: 'agent-headers-encrypted', agents: MANY }])

    const before = await database.select().from(agents)
    await encryptStored(services.platform!)
    expect(await database.select().from(agents)).toEqual(before)
    expect(records()).toHaveLength(1)
  })

  it('secrets are re-encrypted with the first of several keys', async () => {
    const { started } = await openFolder()
    await registerMany(await started(KEYS.first))
    const both = await started(`${KEYS.second},${KEYS.first}`)
    await encryptStored(both.services.platform!)
    const { services, records } = await started(KEYS.second)
    await encryptStored(services.platform!)
    expect(records()).toEqual([])
  })

  it.each([
    ['no key', ''],
    ['another key', KEYS.second],
  ])(
    'with %s encrypted headers stay as they are, and their agents are named',
    async (_what, key) => {
      const { started, database } = await openFolder()
      const { call } = await started(KEYS.first)
      const headers = { authorization: 'Bearer hunter2' }
      await call('POST', AGENTS, { body: agentDetails({}, { headers }) })
      await call('POST', AGENTS, { body: agentDetails({ uid: 'other' }) })
      const before = await database.select().from(agents)

      const { services, records } = await started(key)
      await encryptStored(services.platform!)
      expect(await database.select().from(agents)).toEqual(before)
      const reason = expect.stringContaining('DATA_KEY')
      expect(records()).toMatchObject([
        { level: 'error', event: 'agent-headers-not-decrypted', agents: ['helper'], reason },
      ])
    },
  )

  it('a change that was made meanwhile is not overwritten', async () => {
    const { started, database } = await openFolder()
    const { call } = await started('')
    const headers = { authorization: 'Bearer hunter2' }
    await call('POST', AGENTS, { body: agentDetails({}, { headers }) })

    const { services } = await started(KEYS.first)
    const { headerCipher } = services.platform!
    const moved = { baseUrl: 'https://other.example.com/', headers: {} }
    const changing = {
      ...headerCipher,
      async reseal(...args: Parameters<typeof headerCipher.reseal>) {
        await call('PATCH', `${AGENTS}/helper`, { body: { integrationMeta: moved } })
        return headerCipher.reseal(...args)
      },
    }
    await encryptStored({ ...services.platform!, headerCipher: changing })
    const [row] = await database.select().from(agents)
    expect(row?.integrationMeta).toEqual({ ...moved, agentId: 'helper' })
  })
})
