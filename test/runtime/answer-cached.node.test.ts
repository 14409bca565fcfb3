import { Agent, type IncomingMessage, type RequestOptions, request, type Server } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '../../src/runtime/listen.node.ts'
import { createMetrics } from '../../src/runtime/metrics.node.ts'
import { fixedCatalogue } from '../../src/sources/catalogue.ts'
import { freePort } from '../helper/free-port.ts'
import { sendRaw } from '../helper/raw-request.ts'
import { NOW, testApp } from '../helper/test-services.ts'

const servers: Server[] = []
const agents: Agent[] = []
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
  for (const server of servers.splice(0)) server.close()
})

interface Setup {
  env?: Record<string, string>
  /** Whether what is cached is answered at once. */
  isHot: boolean
  port?: number
}

/** The app behind a socket, with a clock and a load that a test may change. */
async function serve({ env = {}, isHot, port = 0 }: Setup) {
  const state = { now: NOW, isOverloaded: false, ordinary: 0 }
  const now = () => state.now
  const metrics = createMetrics()
  const products = [
    product('1', { name: 'Kite über ☃', votesCount: 9 }),
    product('2', { name: 'Kite', topics: ['Games'] }),
  ]
  const { app, services, records } = testApp({
    env,
    now,
    runtime: {
      catalogue: fixedCatalogue({ products }),
      observe: metrics.observe,
      isOverloaded: () => state.isOverloaded,
    },
    additions: { mountRoutes: metrics.mount },
  })
  const fetch: typeof app.fetch = (request, connection) => {
    state.ordinary += 1
    return app.fetch(request, connection)
  }
  const options = { hostname: '127.0.0.1', port, log: services.log }
  const answerCached = isHot ? app.answerCached : () => undefined
  const { server, url } = await listen({ fetch, answerCached }, options)
  servers.push(server)
  return { server, url, records, state, send: sender(url), metrics: () => requestsIn(app) }
}

function product(id: string, parts: object) {
  const launchedAt = '2026-11-20T10:00:00.000Z'
  const empty = { tagline: null, url: null, votesCount: 5, commentsCount: 0, topics: [] }
  return { id, name: '', launchedAt, ...empty, ...parts }
}

/** Sends one request after the other on one connection. */
function sender(url: string) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)

  return async (path: string, options: RequestOptions = {}) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ hostname, port, path, agent, ...options }, resolve)
      sent.on('error', reject).end()
    })
    const { statusCode: status, statusMessage, httpVersion, headers } = response
    return { status, statusMessage, httpVersion, headers, text: await readText(response) }
  }
}

/** How many requests the metrics have, by their labels. How long they took is of no interest. */
async function requestsIn(app: ReturnType<typeof testApp>['app']) {
  const connection = { socket: { remoteAddress: '127.0.0.1' } }
  const response = await app.fetch(new Request('http://localhost/metrics'), connection)
  const lines = (await response.text()).split('\n')
  return lines.filter((line) => line.startsWith('launchboard_http_request_duration_seconds_count'))
}

const TOKEN = 'a-token-that-is-long-enough'

const PATHS = [
  '/api/top',
  '/api/top?limit=1',
  '/api/top?limit=abc',
  '/api/top?format=csv',
  '/api/%74op',
  '/api/top?q=%zz',
  '/api/top/',
  '/api/x/../top',
  '/api/top-range?timeframe=2026-11',
  '/api/search?q=kite',
  '/health',
  '/nowhere',
]
const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS']
const HEADERS: Record<string, string>[] = [
  {},
  { host: 'localhost' },
  { host: 'LOCALHOST:80' },
  { host: 'kite.example' },
  { accept: 'text/csv' },
  { accept: 'text/html, */*;q=0.8' },
  { origin: 'http://localhost:5173' },
  { origin: 'https://a.example' },
  { origin: 'https://b.example' },
  { 'sec-fetch-site': 'cross-site' },
  { authorization: `Bearer ${TOKEN}` },
  { 'x-api-key': 'wrong' },
  { 'if-none-match': '*' },
  { connection: 'close' },
]

/** The responses to all combinations, each sent twice, with the records of them. */
async function answersOf({ send, records, metrics }: Awaited<ReturnType<typeof serve>>) {
  const responses = []
  const ids: unknown[] = []
  for (const path of PATHS) {
    for (const method of METHODS) {
      for (const headers of [...HEADERS, ...HEADERS]) {
        const { headers: received, ...response } = await send(path, { method, headers })
        const { 'x-request-id': requestId, date, ...others } = received
        responses.push({
          asked: { path, method, headers },
          ...response,
          text: response.text.replace(/"requestId":"[^"]+"/, ''),
          headers: others,
          hasDate: date !== undefined,
        })
        ids.push(requestId)
      }
    }
  }
  const logged = records().map(({ ms, ...record }) => ({ ...record, hasMs: ms >= 0 }))
  expect(logged.filter(({ event }) => event === 'request').map((one) => one.requestId)).toEqual(ids)
  return {
    responses,
    records: logged.map((record) => ({ ...record, requestId: '' })),
    metrics: await metrics(),
  }
}

describe('what is cached is answered at once', () => {
  it.each([
    ['as it ships', {}, true],
    ['for the pages of some origins', { CORS_ORIGINS: 'https://a.example' }, true],
    ['for everybody', { ALLOW_PUBLIC: 'true', RATE_LIMIT_PER_MINUTE: '0' }, true],
    ['to callers with a token', { AGENT_TOKENS: TOKEN }, false],
    ['with a limit of calls', { RATE_LIMIT_PER_MINUTE: '100' }, false],
  ])(
    'and as in the ordinary way, in each header, in the log and in the metrics: %s',
    async (_name, env, isHot) => {
      const port = await freePort() // the same for both, because it is part of what is compared
      const hot = await serve({ env, isHot: true, port })
      const expected = await answersOf(hot)
      expect(hot.state.ordinary < expected.responses.length).toBe(isHot)
      hot.server.closeAllConnections()
      await new Promise((resolve) => hot.server.close(resolve))
      const ordinary = await serve({ env, isHot: false, port })
      expect(await answersOf(ordinary)).toEqual(expected)
    },
    120_000,
  )

  it('without a Request, each with an id of its own', async () => {
    const { send, state, records } = await serve({ isHot: true })
    const answers = []
    for (let at = 0; at < 600; at += 1) answers.push(await send('/api/top'))
    expect(state.ordinary).toBe(1)
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(600)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/)
    expect(records().map(({ requestId }) => requestId)).toEqual(ids)
  })

  it('in whichever alphabet, and as long as it says', async () => {
    const { send, state } = await serve({ isHot: true })
    for (const path of ['/api/top', '/api/top?topic=games']) {
      const [first, second] = [await send(path), await send(path)]
      expect(second.text).toBe(first.text)
      expect(Number(second.headers['content-length'])).toBe(Buffer.byteLength(first.text))
    }
    expect(state.ordinary).toBe(2)
  })

  it('for a second: then it is made again', async () => {
    const { send, state } = await serve({ isHot: true })
    const first = JSON.parse((await send('/api/top')).text)
    state.now = new Date(NOW.getTime() + 999)
    expect(JSON.parse((await send('/api/top')).text).asOf).toBe(first.asOf)
    state.now = new Date(NOW.getTime() + 1_001)
    expect(JSON.parse((await send('/api/top')).text).asOf).toBe(state.now.toISOString())
    expect(state.ordinary).toBe(2)
  })

  it('to nobody else once callers must have a token', async () => {
    const { send } = await serve({ env: { AGENT_TOKENS: TOKEN }, isHot: true })
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await send('/api/top', { headers })).status).toBe(200)
    expect((await send('/api/top')).status).toBe(401)
  })

  it('but not while the service is overloaded', async () => {
    const { send, state } = await serve({ isHot: true })
    await send('/api/top')
    state.isOverloaded = true
    expect((await send('/api/top')).status).toBe(503)
    state.isOverloaded = false
    expect((await send('/api/top')).status).toBe(200)
  })

  it('with the end of its connection while the service stops', async () => {
    const { send, server, state } = await serve({ isHot: true })
    await send('/api/top')
    server.prependListener('request', (_request, response) => {
      response.setHeader('connection', 'close')
    })
    const { headers, text } = await send('/api/top')
    expect(state.ordinary).toBe(1)
    expect(headers).toMatchObject({ connection: 'close', 'content-type': 'application/json' })
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text))
  })

  it('in order, where requests come before the responses to those ahead of them', async () => {
    const { send, url, state } = await serve({ isHot: true })
    await send('/api/top?limit=1')
    const asked = ['/api/top?limit=1', '/health', '/api/top?limit=1', '/nowhere']
    const lines = asked.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`)
    const { text } = await sendRaw(url, `${lines.join('\r\n')}Connection: close\r\n\r\n`)
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
    expect(statuses).toEqual([200, 200, 200, 404])
    expect([...text.matchAll(/"limit":1,/g)]).toHaveLength(2)
    expect(state.ordinary).toBe(3)
  })
})
