import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import { catalogueSource } from '../../../src/sources/catalogue.ts'
import { catalogueUrl } from '../../../src/sources/user-catalogue/catalogue-url.ts'
import { failureOf } from '../../helper/failure-of.ts'
import { hang, startUpstream, type Upstream } from '../../helper/upstream-server.ts'

const MINUTE_MS = 60_000

let server: Upstream
beforeAll(async () => {
  server = await startUpstream(hang)
})
afterAll(() => server.stop())

let time = 0
let lines: string[] = []
beforeEach(() => {
  time = Date.parse('2026-11-20T18:00:00.000Z')
  lines = []
  server.questions.length = 0
})

const CSV = 'id;name;votesCount;launchedAt\n1;Kite;7;2026-11-20'
const now = () => new Date(time)
const clock = () => time

function serve(body: string | Buffer, headers: Record<string, string> = {}, status = 200) {
  server.answerWith((question, response) => {
    const isKnown = headers.etag && question.headers['if-none-match'] === headers.etag
    response.writeHead(isKnown ? 304 : status, headers).end(isKnown ? undefined : body)
  })
}

function hosted(options: { path?: string; maxBytes?: number; timeoutMs?: number } = {}) {
  const { path = '/launches?key=secret-key', maxBytes = 1024 * 1024, ...rest } = options
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now })
  const url = `${server.url}${path}`
  const catalogue = catalogueUrl({
    ...{ url, timezone: 'America/New_York', log, now, clock, maxBytes, ...rest },
  })
  const source = catalogueSource(catalogue, { now })
  return () => source.top({ order: 'VOTES', limit: 10 })
}

describe('catalogueUrl()', () => {
  it.each([
    ['text/csv; charset=utf-8', '/launches', CSV],
    ['application/octet-stream', '/launches.csv?x=.json', CSV],
    [
      'application/x-ndjson',
      '/launches',
      '{"id":1,"name":"Kite","votesCount":7,"launchedAt":"2026-11-20"}',
    ],
    [
      'application/json',
      '/launches.csv',
      '[{"id":1,"name":"Kite","votesCount":7,"launchedAt":"2026-11-20"}]',
    ],
  ])('a catalogue served as %s at %s is read', async (type, path, body) => {
    serve(body, { 'content-type': type })
    expect((await hosted({ path })()).products).toMatchObject([
      { id: '1', name: 'Kite', votesCount: 7, launchedAt: '2026-11-20T05:00:00.000Z' },
    ])
  })

  it('a compressed catalogue is read', async () => {
    serve(gzipSync(CSV), { 'content-encoding': 'gzip' })
    expect((await hosted()()).products).toHaveLength(1)
  })

  it('many questions load the address once, and again only after minutes', async () => {
    serve(CSV)
    const top = hosted()
    const readings = await Promise.all([top(), top(), top()])
    time += 4 * MINUTE_MS
    readings.push(await top())
    expect(server.questions).toHaveLength(1)
    for (const { asOf } of readings) expect(asOf).toBe('2026-11-20T18:00:00.000Z')
  })

  it('during a refresh with the ETag the earlier launches are served', async () => {
    serve(CSV, { etag: '"one"' })
    const top = hosted()
    await top()
    time += 6 * MINUTE_MS
    expect((await top()).asOf).toBe('2026-11-20T18:00:00.000Z')
    await vi.waitFor(async () => expect((await top()).asOf).toBe('2026-11-20T18:06:00.000Z'))
    expect(server.questions[1]?.headers['if-none-match']).toBe('"one"')
    serve(CSV.replace('Kite', 'Boat'), { etag: '"two"' })
    time += 6 * MINUTE_MS
    await vi.waitFor(async () => expect((await top()).products[0]?.name).toBe('Boat'))
    expect(server.questions).toHaveLength(3)
  })

  it('while the address fails the earlier launches are served as stale', async () => {
    serve(CSV)
    const top = hosted()
    await top()
    serve('no', {}, 500)
    time += 6 * MINUTE_MS
    await vi.waitFor(async () => expect((await top()).stale).toBe(true))
    expect((await top()).products).toHaveLength(1)
    expect(server.questions).toHaveLength(2)
    serve(CSV)
    time += MINUTE_MS
    await vi.waitFor(async () => expect((await top()).stale).toBe(false))
  })

  it.each([
    ['an answer of 404', () => serve('', {}, 404), 'responded with status 404'],
    ['a launch that is wrong', () => serve(`${CSV}\n2;;x;2026`), 'row 3, name: is required'],
    [
      'more than it may have',
      () => serve(`${CSV}\n${'x'.repeat(2 ** 20)}`),
      'is larger than 1 MiB',
    ],
    ['no text', () => serve(Buffer.of(0x63, 0x81)), 'must be UTF-8 text'],
    ['silence', () => server.answerWith(hang), 'took too long'],
  ])('after %s there is nothing to serve, and only the log says why', async (_, fail, reason) => {
    fail()
    const top = hosted({ timeoutMs: 500 })
    const failure = await failureOf(top())
    expect(failure).toMatchObject({
      code: 'upstream-unavailable',
      message: 'The catalogue cannot be read right now.',
    })
    expect(lines.join()).toContain(reason)
    expect(lines.join()).not.toContain('secret-key')
    await failureOf(top())
    expect(server.questions).toHaveLength(1)
    serve(CSV)
    time += MINUTE_MS
    expect((await top()).products).toHaveLength(1)
  })
})
