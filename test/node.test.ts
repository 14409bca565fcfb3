import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type NodeProcess, startNode } from './helper/node-process.ts'
import { sendRaw } from './helper/raw-request.ts'
import { jsonLines, post, user } from './helper/test-services.ts'
import { hang, startUpstream } from './helper/upstream-server.ts'

const RELEASE = expect.stringMatching(/^20\d\d[a-z]$/)

describe('the service on Node', () => {
  let service: NodeProcess
  beforeAll(async () => {
    service = await startNode()
  })
  afterAll(() => service.child.kill('SIGKILL'))

  it('the service on Node answers JSON without configuration', async () => {
    const response = await fetch(`${service.url}/api/top`)
    expect(response.status).toBe(200)
    expect((await response.json()).posts).toHaveLength(3)
  })

  it('the start says in one record which source serves what', () => {
    const started = service.records().filter(({ event }) => event === 'listening')
    expect(started).toMatchObject([
      { ranking: 'catalogue', search: 'catalogue', timeZones: { release: RELEASE } },
    ])
  })

  it('the service on Node streams a conversation with confetti', async () => {
    const messages = [user('we hit #1!')]
    const lines = await jsonLines(await fetch(`${service.url}/stream`, post({ messages })))
    expect(lines.find(({ type }) => type === 'tool_result').result.action).toBe('CONFETTI')
    expect(lines.at(-1).type).toBe('done')
  })

  it.each([
    ['/stream', 'HTTP/1.1', '"type":"done"'],
    ['/stream', 'HTTP/1.0', '"type":"done"'],
    ['/agent', 'HTTP/1.1', 'RUN_FINISHED'],
    ['/agent', 'HTTP/1.0', 'RUN_FINISHED'],
  ])('Connection: close ends the connection of %s in %s', async (path, version, end) => {
    const asked = JSON.stringify({ threadId: 't', runId: 'r', messages: [user('hello')] })
    const close = version === 'HTTP/1.1' ? 'Connection: close\r\n' : ''
    const length = `Content-Length: ${asked.length}\r\n`
    const head = `POST ${path} ${version}\r\nHost: localhost\r\n${close}${length}\r\n`
    const answer = await sendRaw(service.url, head + asked)
    expect(answer.status).toBe(200)
    expect(answer.head).toMatch(/^connection: close$/im)
    expect(answer.body).toContain(end)
  })

  it('a body that is too long is refused before it has arrived', async () => {
    const body = 'x'.repeat(8 * 2 ** 20)
    const response = await fetch(`${service.url}/stream`, { method: 'POST', body }).catch(
      () => null,
    )
    expect(response?.status ?? 413).toBe(413)
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
  })
})

describe('an MCP caller who leaves', () => {
  it('an MCP caller that leaves aborts its tool and the upstream call', async () => {
    const upstream = await startUpstream(hang)
    const env = { PRODUCTHUNT_API_TOKEN: 'token', PRODUCTHUNT_API_URL: upstream.url }
    const service = await startNode(env)
    const leaving = new AbortController()
    const params = { name: 'getTopProducts' }
    const init = post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const answer = fetch(`${service.url}/mcp`, { ...init, signal: leaving.signal })
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1), 15_000)

    leaving.abort()
    await expect(answer).rejects.toThrow()
    await upstream.questions[0]?.closed
    const calls = () => service.records().filter(({ event }) => event === 'tool-call')
    await vi.waitFor(() => expect(calls()).toMatchObject([{ outcome: 'cancelled' }]))
    service.child.kill('SIGKILL')
    await upstream.stop()
  })
})

describe('stopping on Node', () => {
  it('on SIGTERM a running answer is finished before the process exits', async () => {
    const service = await startNode()
    const answer = fetch(`${service.url}/stream`, post({ messages: [user('top 10 this month')] }))
    const response = await answer
    service.child.kill('SIGTERM')
    const lines = await jsonLines(response)
    expect(lines.at(-1).type).toBe('done')
    expect(await service.exited).toBe(0)
    expect(service.records().some(({ event }) => event === 'stopping')).toBe(true)
    await expect(fetch(`${service.url}/health`)).rejects.toThrow()
  })
})

describe('the chat platform on Node', () => {
  it('the platform key is printed at the first start, and never logged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
    const env = { DATABASE_URL: `file:${join(folder, 'made', 'on', 'the', 'way.db')}` }
    const first = await startNode(env)
    const [apikey = ''] = first.output().stderr.match(/\b[0-9a-f]{40}\b/) ?? []
    const open = async ({ url }: NodeProcess) =>
      (await fetch(`${url}/v3/users`, { headers: { apikey } })).status
    expect(await open(first)).toBe(200)
    first.child.kill('SIGTERM')
    await first.exited
    expect(JSON.stringify(first.records())).not.toContain(apikey)

    const second = await startNode(env)
    expect(second.output().stderr).toBe('')
    expect(await open(second)).toBe(200)
    second.child.kill('SIGKILL')
    await second.exited

    const third = await startNode({ ...env, PLATFORM_API_KEYS: 'mine' })
    expect(await open(third)).toBe(401)
    third.child.kill('SIGKILL')
  })

  it('no key is created where others can reach the service', async () => {
    const service = await startNode({ HOST: '0.0.0.0', ALLOW_PUBLIC: 'true' })
    expect(service.output().stderr).toBe('')
    const url = service.url.replace('0.0.0.0', '127.0.0.1')
    const response = await fetch(`${url}/v3/users`, { headers: { apikey: 'guess' } })
    expect(response.status).toBe(401)
    service.child.kill('SIGKILL')
  })
})

describe('starting on Node', () => {
  it("a file of one's own launches is ranked", async () => {
    const row = { id: 1, name: 'Own', votesCount: 3, launchedAt: '2020-02-02T00:00:00Z' }
    const service = await startNode({ CATALOGUE_FILE: await file('own.json', [row]) })
    const { posts } = await (await fetch(`${service.url}/api/top`)).json()
    service.child.kill('SIGKILL')
    expect(posts).toMatchObject([{ id: '1', name: 'Own', tagline: null, topics: [] }])
  })
})

async function file(name: string, content: unknown) {
  const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), name)
  await writeFile(path, JSON.stringify(content))
  return path
}
