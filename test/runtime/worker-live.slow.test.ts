import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageHeaders } from '../../src/routes/page-headers.ts'
import { type PostRecord, startGraphqlServer } from '../helper/graphql-server.ts'
import { type LiveWorker, startWorker } from '../helper/live-worker.ts'
import { post, user } from '../helper/test-services.ts'
import { reply, replyPage, startUpstream } from '../helper/upstream-server.ts'

const TOKEN = 'ph-secret-token'
const STARTING_MS = 180_000
const OWN = 'id,name,votesCount,launchedAt\n1,Kite,7,2026-11-20\n'

// The first request waits until the platform has bundled and started the Worker.
vi.setConfig({ testTimeout: STARTING_MS })

function launch(name: string, votesCount: number): PostRecord {
  const url = `https://www.producthunt.com/posts/${name.toLowerCase()}`
  const createdAt = '2026-11-20T08:01:00Z'
  return { id: name, name, tagline: 'A', url, votesCount, commentsCount: 2, createdAt, topics: [] }
}

describe('the Worker with launches of one’s own', () => {
  it('a Worker ranks and searches a catalogue address, and answers 503 until it is read', async () => {
    const upstream = await startUpstream(replyPage(500))
    const worker = await startWorker({ CATALOGUE_URL: `${upstream.url}/own.csv` })
    const failed = await fetch(new URL('/api/top', worker.url))
    expect(failed.status).toBe(503)
    expect(await failed.json()).toMatchObject({ code: 'upstream-unavailable' })
    expect(worker.records()).toContainEqual(
      expect.objectContaining({ event: 'catalogue-not-read', reason: 'responded with status 500' }),
    )
    await worker.stop()

    upstream.answerWith(reply(OWN, 200, { 'content-type': 'text/csv' }))
    const second = await startWorker({ CATALOGUE_URL: `${upstream.url}/own.csv` })
    for (const path of ['/api/top', '/api/search?q=kite', '/api/top?format=csv']) {
      const response = await fetch(new URL(path, second.url))
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Kite')
    }
    await second.stop()
    await upstream.stop()
  })

  it('a Worker with a catalogue file says that it has no files', async () => {
    const worker = await startWorker({ CATALOGUE_FILE: 'own.csv' })
    const response = await fetch(new URL('/api/top', worker.url))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'not-configured' })
    await vi.waitFor(() =>
      expect(JSON.stringify(worker.records())).toContain(
        'cannot be used on a Worker, which has no files',
      ),
    )
    await worker.stop()
  })
})

describe('the Worker with a live source', () => {
  let productHunt: Awaited<ReturnType<typeof startGraphqlServer>>
  let worker: LiveWorker
  beforeAll(async () => {
    productHunt = await startGraphqlServer({ token: TOKEN })
    worker = await startWorker({
      PRODUCTHUNT_API_TOKEN: TOKEN,
      PRODUCTHUNT_API_URL: productHunt.url,
    })
  }, STARTING_MS)
  afterAll(async () => {
    await worker.stop()
    await productHunt.stop()
  })
  beforeEach(() => productHunt.serve([launch('Lantern', 10), launch('Harbor', 90)]))

  async function ask(path: string) {
    const response = await fetch(new URL(path, worker.url))
    return { status: response.status, body: await response.json() }
  }

  it('a Worker makes one call for 50 equal questions', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/api/top')))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ source: 'product-hunt', stale: false })
      expect(body.posts).toMatchObject([{ name: 'Harbor' }, { name: 'Lantern' }])
    }
    expect(productHunt.questions).toHaveLength(1)
  })

  it('the status of a Worker covers the whole deployment', async () => {
    await ask('/api/top-range?timeframe=2026-11-18&tz=UTC')
    const { body } = await ask('/status')
    expect(body.ranking).toMatchObject({ serves: 'product-hunt', breaker: 'closed' })
    expect(body.ranking.budgetLeft).toBeLessThan(6250)
    expect(JSON.stringify(body)).not.toContain(TOKEN)
  })

  it('a Worker logs each upstream call once, and no token', async () => {
    const calls = () => worker.records().filter(({ event }) => event === 'upstream-call')
    const before = calls().length
    await ask('/api/top-week?days=2')
    await ask('/api/top-week?days=2&limit=5')
    await vi.waitFor(() => expect(calls()).toHaveLength(before + 1))
    const call = { upstream: 'Product Hunt', outcome: 'finished', ms: expect.any(Number) }
    expect(calls().at(-1)).toMatchObject({ ...call, budgetLeft: expect.any(Number) })
    expect(JSON.stringify(worker.records())).not.toContain(TOKEN)
  })
})

describe('the Worker under `wrangler dev` with nothing set', () => {
  let worker: LiveWorker
  beforeAll(async () => {
    worker = await startWorker({ AGENT_TOKENS: '' })
  }, STARTING_MS)
  afterAll(() => worker.stop())

  /** Not by `fetch`, which names the host itself. */
  const statusOf = (headers: Record<string, string>, path = '/api/top') =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = worker.url
      get({ hostname, port, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })

  it('wrangler dev answers this machine only by its local names', async () => {
    const { port } = worker.url
    expect(await statusOf({})).toBe(200)
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      expect(await statusOf({ host: `${name}:${port}` })).toBe(200)
    }
    expect(await statusOf({ host: `evil.example:${port}` })).toBe(503)
    expect(await statusOf({ host: 'launchboard.example' })).toBe(503)
    expect(await statusOf({ host: 'launchboard.example' }, '/health')).toBe(200)
    const forwarded = { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' }
    expect(await statusOf({ host: 'launchboard.example', ...forwarded })).toBe(503)
    await vi.waitFor(() => {
      const said = worker.records().filter(({ event }) => event === 'not-configured')
      expect(JSON.stringify(said)).toMatch(/AGENT_TOKENS.*ALLOW_PUBLIC/)
    })
  })

  it('a Worker sends the page with the headers that Node sends', async () => {
    const expected = Object.entries(pageHeaders('/docs'))
    expect(expected).toHaveLength(3)
    for (const path of ['/docs', '/assets/theme.js', '/assets/icon.svg']) {
      const { status, headers } = await fetch(new URL(path, worker.url))
      expect(status).toBe(200)
      for (const [name, value] of expected) expect(headers.get(name)).toBe(value)
    }
    const answer = await fetch(new URL('/health', worker.url))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('wrangler dev answers no page of another origin', async () => {
    expect(await statusOf({ origin: 'http://localhost:5173' })).toBe(200)
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  })
})

describe('the Worker with keys that are too short', () => {
  let worker: LiveWorker
  beforeAll(async () => {
    worker = await startWorker({ AGENT_TOKENS: 'short-secret', PLATFORM_API_KEYS: 'short-secret' })
  }, STARTING_MS)
  afterAll(() => worker.stop())

  it('short keys work in wrangler dev and leave a deployed Worker not configured', async () => {
    const headers = { 'x-api-key': 'short-secret', apikey: 'short-secret' }
    expect((await fetch(new URL('/api/top', worker.url), { headers })).status).toBe(200)

    const elsewhere = { ...headers, host: 'launchboard.example' }
    const { hostname, port } = worker.url
    for (const path of ['/api/top', '/v3/users', '/health']) {
      const status = await new Promise((resolve, reject) => {
        get({ hostname, port, path, headers: elsewhere }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject)
      })
      expect(status).toBe(503)
    }
    await vi.waitFor(() => {
      const said = worker.records().filter(({ event }) => event === 'not-configured')
      expect(said).toHaveLength(3)
      expect(JSON.stringify(said)).toMatch(/AGENT_TOKENS.*PLATFORM_API_KEYS/)
      expect(JSON.stringify(said)).not.toContain('short-secret')
    })
  })
})

describe.each([
  ['without a key that it needs', { MODEL: 'openai' }, 'OPENAI_API_KEY'],
  ['with a key that is wrong', { DATA_KEY: 'hunter2' }, 'DATA_KEY'],
])('the Worker %s', (_what, env, variable) => {
  let worker: LiveWorker
  beforeAll(async () => {
    worker = await startWorker(env)
  }, STARTING_MS)
  afterAll(() => worker.stop())

  it('a Worker that is not configured answers 503, and its log says what is missing', async () => {
    const init = post({ messages: [user('hi')] })
    const answers = [
      await fetch(new URL('/health', worker.url)),
      await fetch(new URL('/api/top', worker.url)),
      await fetch(new URL('/stream', worker.url), init),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      const body = await answer.json()
      expect(body).toMatchObject({ code: 'not-configured' })
      expect(JSON.stringify(body)).not.toContain(variable)
    }
    await vi.waitFor(() => {
      const said = worker.records().filter(({ event }) => event === 'not-configured')
      expect(said).toHaveLength(answers.length)
      for (const record of said) expect(JSON.stringify(record)).toContain(variable)
      expect(JSON.stringify(worker.records())).not.toContain('hunter2')
    })
  })
})
