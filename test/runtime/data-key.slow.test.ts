import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEYS } from '../chat/agent/data-keys.fixture.ts'
import { linesOf, NDJSON } from '../chat/delivery/delivery.fixture.ts'
import { agentDetails } from '../chat/run/chat.fixture.ts'
import { type NodeProcess, runNode, startNode } from '../helper/node-process.ts'
import { post } from '../helper/test-services.ts'
import { reply, startUpstream, type Upstream } from '../helper/upstream-server.ts'

const AGENTS = '/v3/ai-agents/agents'
const headers = { apikey: 'a-key' }
const MAX_MS = 60_000
const HELLO = linesOf({ type: 'text_delta', content: 'Hello' }, { type: 'done' })

let agent: Upstream
let folder: string
beforeAll(async () => {
  agent = await startUpstream(reply(HELLO, 200, { 'content-type': NDJSON }))
  folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
})
afterAll(() => agent.stop())

const start = (DATA_KEY: string) =>
  startNode({
    ...{ DATA_KEY, PLATFORM_API_KEYS: 'a-key' },
    DATABASE_URL: `file:${join(folder, 'platform.db')}`,
  })

async function test({ url }: NodeProcess) {
  const answer = await fetch(`${url}${AGENTS}/test`, post({ uid: 'helper' }, headers))
  return { status: answer.status, body: await answer.json() }
}

async function kill({ child, exited }: NodeProcess) {
  child.kill('SIGKILL')
  await exited
}

/** All that is on disk, the log of SQLite included. */
async function onDisk() {
  const names = await readdir(folder)
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  return files.join('')
}

describe('a service with DATA_KEY', () => {
  it('with DATA_KEY no secret is on disk, and reading it again needs the key', {
    timeout: MAX_MS,
  }, async () => {
    const first = await start(KEYS.first)
    const meta = { baseUrl: agent.url, headers: { authorization: 'Bearer hunter2' } }
    const made = await fetch(first.url + AGENTS, post(agentDetails({}, meta), headers))
    expect(made.status).toBe(200)
    expect((await test(first)).body.data.text).toBe('Hello')
    expect(await onDisk()).not.toContain('hunter2')
    await kill(first)
    expect(await onDisk()).toContain('authorization')
    expect(await onDisk()).not.toContain('hunter2')

    const without = await start('')
    expect(await test(without)).toMatchObject({
      ...{ status: 503, body: { error: { code: 'ERR_NOT_CONFIGURED' } } },
    })
    const [record] = without.records().filter(({ level }) => level === 'error')
    expect(JSON.stringify(record)).toContain('DATA_KEY')
    await kill(without)

    const again = await start(`${KEYS.second},${KEYS.first}`)
    expect((await test(again)).status).toBe(200)
    const saved = await fetch(`${again.url}${AGENTS}/helper`, {
      ...post({}, headers),
      method: 'PATCH',
    })
    expect(saved.status).toBe(200)
    await kill(again)
    const rotated = await start(KEYS.second)
    expect((await test(rotated)).status).toBe(200)
    await kill(rotated)
    expect(agent.questions).toHaveLength(3)
    for (const question of agent.questions) {
      expect(question.headers).toMatchObject(meta.headers)
    }
  })

  it('a wrong DATA_KEY prevents the start and is not repeated', {
    timeout: MAX_MS,
  }, async () => {
    const { code, stdout, stderr } = await runNode({ DATA_KEY: 'hunter2' })
    expect(code).toBe(1)
    expect(stderr).toContain('DATA_KEY')
    expect(stderr).toContain('openssl rand -base64 32')
    expect(stdout + stderr).not.toContain('hunter2')
  })
})
