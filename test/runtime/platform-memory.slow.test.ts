import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { messages, users } from '../../src/storage/schema.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { openLibsql } from '../helper/open-libsql.ts'
import { post } from '../helper/test-services.ts'
import { startUpstream, type Upstream } from '../helper/upstream-server.ts'
import { agentDetails } from '../platform/answers/chat.fixture.ts'
import { linesOf, NDJSON } from '../platform/delivery/delivery.fixture.ts'
import { text } from '../platform/people.fixture.ts'

/** Of JavaScript, in MiB: less than the rows of the tests hold. */
const HEAP = '96'
const ROWS = 54

const stops: (() => unknown)[] = []
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

async function emptyFile() {
  return `file:${join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'platform.db')}`
}

/** The service with a small heap, and calls to it on behalf of ann. */
async function start(url: string) {
  const node: NodeProcess = await startNode({
    NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    DATABASE_URL: url,
    PLATFORM_API_KEYS: 'key',
  })
  stops.push(() => node.child.kill('SIGKILL'))
  const headers = { apikey: 'key', onbehalfof: 'ann', 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(node.url + path, { ...(body ? post(body) : {}), method, headers })
    return response.json()
  }
  return { node, call, headers }
}

describe('a small heap', () => {
  it('a small heap is enough to list messages of any size page by page', async () => {
    const url = await emptyFile()
    const { database, close } = await openLibsql(url)
    stops.push(close)
    for (const uid of ['ann', 'helper']) {
      await database.insert(users).values({ uid, name: uid, recordedAt: 1, updatedAt: 1 })
    }
    // No prose but many small things, which take the most room once they are read.
    const toolResults = Array.from({ length: 20_000 }, (_, at) => {
      return { toolCallId: `call-${at}`, name: 'look', result: null }
    })
    const answer = { status: 'finished', replyTo: '1', toolCalls: [], toolResults }
    const parties = { sender: 'helper', receiver: 'ann', receiverType: 'user' as const }
    const said = { category: 'message', type: 'text', sentAt: 1, updatedAt: 1 }
    const data = { text: 'Well', answer }
    const ids: string[] = []
    for (let at = 0; at < ROWS; at += 1) {
      const row = { ...parties, ...said, data, runId: `run-${at}`, replyTo: 1 }
      const [stored] = await database.insert(messages).values(row).returning({ id: messages.id })
      ids.push(String(stored!.id))
    }

    const { call, node } = await start(url)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const path = `/v3/users/helper/messages?limit=1000${cursor}`
      const { data: page, meta } = await call('GET', path)
      if (page.length === 0) break
      expect(meta.current).toEqual({ limit: 1000, count: page.length })
      expect(meta.next).toEqual({ affix: 'append', id: page.at(-1).id })
      seen.push(...page.map(({ id }: { id: string }) => id))
      cursor = `&affix=append&id=${meta.next.id}`
    }
    expect(seen).toEqual(ids)
    expect(node.child.exitCode).toBe(null)
  })

  it('a small heap is enough for an endless agent, whose asker gets an answer', async () => {
    const line = (at: number) => {
      return { type: 'tool_result', tool_call_id: `call-${at}`, tool_name: 'look', result: at }
    }
    const results = Array.from({ length: 120_000 }, (_, at) => linesOf(line(at)))
    const lines = `${results.join('')}${linesOf({ type: 'done' })}`
    const upstream: Upstream = await startUpstream((_question, response) => {
      response.writeHead(200, { 'content-type': NDJSON }).end(lines)
    })
    stops.push(() => upstream.stop())

    const { call, node, headers } = await start(await emptyFile())
    await call('POST', '/v3/users', { uid: 'ann', name: 'Ann' })
    const details = agentDetails({}, { baseUrl: upstream.url })
    await call('POST', '/v3/ai-agents/agents', details)
    const ask = async () => {
      const response = await fetch(`${node.url}/v3/messages`, {
        ...post(text('helper', 'Hi')),
        headers: { ...headers, accept: 'text/event-stream' },
      })
      const events = await response.text()
      return events.length
    }
    for (let at = 0; at < ROWS; at += 1) expect(await ask()).toBeLessThan(100_000)

    const { data: page } = await call('GET', '/v3/users/helper/messages?limit=1000')
    expect(page).toHaveLength(2 * ROWS)
    const { text: words, answer } = page[1].data
    expect(words).toBe('The agent’s answer is too long.')
    expect(answer).toMatchObject({
      status: 'failed',
      failure: { code: 'too-large', message: words },
    })
    expect(answer.toolResults).toHaveLength(100)
    expect(node.child.exitCode).toBe(null)
  })
}, 120_000)
