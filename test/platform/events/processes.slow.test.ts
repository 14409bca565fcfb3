import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libsqlServer } from '../../helper/libsql-server.ts'
import { type NodeProcess, startNode } from '../../helper/node-process.ts'
import { startUpstream } from '../../helper/upstream-server.ts'
import { agentDetails } from '../answers/chat.fixture.ts'
import { linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { importPeople, text } from '../people.fixture.ts'
import { isOf, type LiveEvent, readEvents } from './live.fixture.ts'

const KEY = 'a-key-of-both-processes'
const ending: (() => unknown)[] = []
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
})

afterAll(async () => {
  for (const end of ending.reverse()) await end()
  await rm(folder, { recursive: true })
})

async function start(url: string) {
  const node = await startNode({
    DATABASE_URL: url,
    PLATFORM_API_KEYS: KEY,
    SHUTDOWN_GRACE_SECONDS: '5',
  })
  ending.push(() => node.child.kill('SIGKILL'))
  return { ...node, ...callsOf(node) }
}

function callsOf({ url }: NodeProcess) {
  const headers = (as?: string) => ({
    apikey: KEY,
    'content-type': 'application/json',
    ...(as !== undefined && { onbehalfof: as }),
  })
  return {
    async call(method: string, path: string, { as, body }: { as?: string; body?: unknown } = {}) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(url + path, { method, headers: headers(as), ...sent })
      return { status: response.status, body: await response.json(), headers: response.headers }
    },
    async listen(as: string, lastEventId?: string) {
      const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
      const response = await fetch(`${url}/v3/events`, { headers: { ...headers(as), ...resumed } })
      const reader = readEvents(response)
      ending.push(() => reader.leave().catch(() => {}))
      return reader
    },
  }
}

const DATABASES = {
  'a file': async () => `file:${join(folder, 'shared.db')}`,
  'a libSQL server': async () => {
    const server = await startUpstream(libsqlServer(join(folder, 'server.db')))
    ending.push(server.stop)
    return server.url
  },
}

const words = ({ message }: LiveEvent): string => message.data.text
const idsOf = (events: readonly LiveEvent[]) => events.map(({ id }) => id)

describe.each(Object.entries(DATABASES))('two processes on %s', (_name, database) => {
  let url = ''
  let one: Awaited<ReturnType<typeof start>>
  let other: typeof one
  beforeAll(async () => {
    url = await database()
    one = await start(url)
    other = await start(url)
    await importPeople(one.call)
  }, 60_000)

  it('two processes deliver events of either to all listeners, once and in one order', async () => {
    const COUNT = 30
    const [ann, bob] = [await one.listen('ann'), await other.listen('bob')]
    for (const reader of [ann, bob]) await reader.until(isOf('ready'))
    const writers = [one, other].map(async ({ call }, at) => {
      for (let count = 0; count < COUNT; count += 1) {
        const body = text('harbor', `${at}-${count}`)
        expect((await call('POST', '/v3/messages', { as: at ? 'bob' : 'ann', body })).status).toBe(
          200,
        )
      }
    })
    await Promise.all(writers)
    await one.call('POST', '/v3/messages', { as: 'ann', body: text('harbor', 'end') })
    const [byAnn, byBob] = await Promise.all(
      [ann, bob].map((reader) => reader.until((event) => words(event) === 'end')),
    )
    const sent = [0, 1].flatMap((at) => Array.from({ length: COUNT }, (_, nth) => `${at}-${nth}`))
    expect(byAnn!.map(words).toSorted()).toEqual([...sent, 'end'].toSorted())
    expect(idsOf(byBob!)).toEqual(idsOf(byAnn!))
    await Promise.all([ann.leave(), bob.leave()])
  }, 60_000)

  it('an answer that one process writes grows on listeners of the other', async () => {
    let finish = () => {}
    const agent = await startUpstream((_question, response) => {
      response.writeHead(200, { 'content-type': NDJSON })
      response.write(linesOf({ type: 'text_delta', content: 'Well' }))
      finish = () =>
        response.end(linesOf({ type: 'text_delta', content: ' then' }, { type: 'done' }))
    })
    ending.push(agent.stop)
    const body = agentDetails({}, { baseUrl: agent.url })
    await one.call('POST', '/v3/ai-agents/agents', { body })
    const ann = await other.listen('ann')
    await ann.until(isOf('ready'))
    await one.call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'Hi') })
    const begun = await ann.until(isOf('text-delta'))
    expect(begun.map(({ type }) => type)).toEqual(['message-sent', 'run-started', 'text-delta'])
    finish()
    const ended = await ann.until(isOf('message-sent'))
    expect(ended.map(({ type }) => type)).toEqual(['text-delta', 'message-sent'])
    expect([begun.at(-1)!.delta, ended[0]!.delta]).toEqual(['Well', ' then'])
    expect(words(ended[1]!)).toBe('Well then')
    await ann.leave()
  }, 60_000)

  it('a listener continues at the other process when one is killed or stopped', async () => {
    const third = await start(url)
    const reader = await third.listen('bob')
    const [ready] = await reader.until(isOf('ready'))
    await one.call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'before') })
    const [before] = await reader.until(isOf('message-sent'))
    third.child.kill('SIGKILL')
    await third.exited
    await one.call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'between') })
    const again = await other.listen('bob', before!.id)
    const missed = await again.until(isOf('ready'))
    expect(missed.slice(0, -1).map(words)).toEqual(['between'])
    const all = await (await other.listen('bob', ready!.id)).until(isOf('ready'))
    expect(all.slice(0, -1).map(words)).toEqual(['before', 'between'])

    other.child.kill('SIGTERM')
    expect(await again.rest()).toMatchObject([{ type: 'dropped', reason: 'stopping' }])
    expect(await other.exited).toBe(0)
    await one.call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'while it was down') })
    const restarted = await start(url)
    const resumed = await restarted.listen('bob', missed.at(-2)!.id)
    expect((await resumed.until(isOf('ready'))).slice(0, -1).map(words)).toEqual([
      'while it was down',
    ])
  }, 60_000)
})
