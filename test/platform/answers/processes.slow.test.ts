import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { runs } from '../../../src/storage/run-schema.ts'
import { type NodeProcess, startNode } from '../../helper/node-process.ts'
import { openLibsql } from '../../helper/open-libsql.ts'
import { type Answer, startUpstream } from '../../helper/upstream-server.ts'
import { linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { text } from '../people.fixture.ts'
import { agentDetails } from './chat.fixture.ts'

const begun: Answer = (_question, response) => {
  response.writeHead(200, { 'content-type': NDJSON })
  response.write(linesOf({ type: 'text_delta', content: 'Well' }))
}
const upstream = await startUpstream(begun)
afterAll(() => upstream.stop())

function calls({ url }: NodeProcess) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { apikey: 'key', onbehalfof: 'ann', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
}

async function start(file: string) {
  const node = await startNode({
    SHUTDOWN_GRACE_SECONDS: '1',
    DATABASE_URL: `file:${file}`,
    PLATFORM_API_KEYS: 'key',
  })
  return { ...node, call: calls(node) }
}

async function chatting() {
  const file = join(mkdtempSync(join(tmpdir(), 'launchboard-')), 'platform.db')
  const node = await start(file)
  await node.call('POST', '/v3/users', { uid: 'ann', name: 'Ann' })
  const details = agentDetails({}, { baseUrl: upstream.url })
  await node.call('POST', '/v3/ai-agents/agents', details)
  upstream.questions.length = 0
  await node.call('POST', '/v3/messages', text('helper', 'Hi'))
  await vi.waitUntil(() => upstream.questions.length > 0, { timeout: 10_000, interval: 5 })
  return { file, node }
}

const answersOf = async ({ call }: Awaited<ReturnType<typeof start>>) => {
  const { data } = await call('GET', '/v3/users/helper/messages')
  return data.slice(1).map((message: { data: { text: string; answer: object } }) => message.data)
}

/** The answers, once there are some. */
const answersIn = (node: Awaited<ReturnType<typeof start>>) =>
  vi.waitFor(async () => {
    const answers = await answersOf(node)
    expect(answers).not.toEqual([])
    return answers
  }, 20_000)

describe('a process that is told to stop while an agent answers', () => {
  it('a process that stops stores the answer so far', async () => {
    const { file, node } = await chatting()
    node.child.kill('SIGTERM')
    expect(await node.exited).toBe(0)
    const next = await start(file)
    expect(await answersOf(next)).toMatchObject([
      { text: 'Well', answer: { status: 'failed', failure: { code: 'interrupted' } } },
    ])
    next.child.kill()
    await next.exited
  }, 30_000)
})

describe('a process that is killed while an agent answers', () => {
  it('the run of a killed process is settled after the next start', async () => {
    const { file, node } = await chatting()
    node.child.kill('SIGKILL')
    await node.exited
    // As if a while had passed: until then the run counts as under way.
    const { database, close } = await openLibsql(`file:${file}`)
    await database.update(runs).set({ expiresAtMs: 0 })
    await close()

    const next = await start(file)
    expect(await answersIn(next)).toMatchObject([
      { text: 'The answer was interrupted.', answer: { failure: { code: 'interrupted' } } },
    ])
    next.child.kill()
    await next.exited
  }, 30_000)
})
