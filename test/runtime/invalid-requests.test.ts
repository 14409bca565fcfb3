import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listen } from '../../src/runtime/listen.node.ts'
import { openSocket, readAll, sendRaw } from '../helper/raw-request.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { testApp } from '../helper/test-services.ts'

const REQUEST_TIMEOUT_MS = 300
const WITHIN_MS = 10_000
vi.setConfig({ testTimeout: 30_000 })

let records: ReturnType<typeof testApp>['records']
let server: Server
let url: string
beforeAll(async () => {
  const env = { PLATFORM_API_KEYS: 'key' }
  const { app, services, ...setup } = testApp({ env, runtime: { database: await emptyDatabase() } })
  records = setup.records
  const { log } = services
  const options = { hostname: '127.0.0.1', port: 0, log, requestTimeoutMs: REQUEST_TIMEOUT_MS }
  const listening = await listen(app, options)
  server = listening.server
  url = listening.url
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const get = (...headers: string[]) =>
  ['GET /health HTTP/1.1', 'Connection: close', ...headers, '', ''].join('\r\n')
const post = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', 'apikey: key', 'Connection: close', ...lines].join(
    '\r\n',
  )
const line = (text: string) => `${text}\r\nHost: localhost\r\nConnection: close\r\n\r\n`
const LONG_LABEL = `${'a'.repeat(50)}.`

/** The record of a request, once it is there. */
async function recordOf(requestId: string) {
  return vi.waitFor(() => {
    const record = records().find((record) => record.requestId === requestId)
    expect(record).toBeDefined()
    return record
  }, WITHIN_MS)
}

describe('a host', () => {
  it.each([
    'xn--a',
    'foo.1',
    '1.2.3.256',
    'a b',
    '',
    LONG_LABEL.repeat(6),
    'a@b',
    'a/b',
    'a%62',
    'localhost:99999',
    '[::1',
    '::1',
    'münchen.example',
  ])('the invalid host %j is a 400 with a log record', async (host) => {
    const { status, head, body } = await sendRaw(url, get(`Host: ${host}`))
    expect(status).toBe(400)
    expect(head).toMatch(/content-type: application\/json/i)
    const { error, code, requestId } = JSON.parse(body)
    expect({ error, code }).toEqual({ error: expect.any(String), code: 'invalid-request' })
    expect(await recordOf(requestId)).toMatchObject({
      event: 'request',
      method: 'GET',
      path: '/health',
      status: 400,
    })
  })

  it.each(['localhost', 'LOCALHOST:8787', '127.0.0.1:8787', '[::1]:8787', 'a_b.example', 'x.'])(
    'the valid host %s is served',
    async (host) => {
      expect((await sendRaw(url, get(`Host: ${host}`))).status).toBe(200)
    },
  )

  it.each([
    ['different', ['Host: a', 'Host: b']],
    ['equal', ['Host: a', 'X: y', 'host: a']],
  ])('two Host headers that are %s are a 400', async (_name, hosts) => {
    const { status, body } = await sendRaw(url, get(...hosts))
    expect(status).toBe(400)
    expect(JSON.parse(body).error).toMatch(/Host/)
  })

  it('only HTTP/1.0 may omit the Host', async () => {
    expect((await sendRaw(url, get())).status).toBe(400)
    expect((await sendRaw(url, 'GET /health HTTP/1.0\r\n\r\n')).status).toBe(200)
  })
})

describe('an unusual request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown method', line('BREW /health HTTP/1.1'), 400],
    ['an unknown version', line('GET /health HTTP/9.9'), 400],
    ['a method for proxies', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n', 405],
    ['TRACE', line('TRACE /health HTTP/1.1'), 405],
    ['a target without a slash', line('GET health HTTP/1.1'), 400],
    ['a target for a whole server', line('OPTIONS * HTTP/1.1'), 400],
    ['an absolute target', line('GET http://x/nowhere HTTP/1.1'), 404],
    ['an absolute target that cannot be', line('GET http://xn--a/health HTTP/1.1'), 400],
    ['an absolute target of another scheme', line('GET ftp://x/health HTTP/1.1'), 400],
    ['a backslash', line('GET /\\x\\..\\health HTTP/1.1'), 400],
    ['a bad escape', line('GET /%zz HTTP/1.1'), 404],
    ['a null in a header', get('Host: localhost', 'X: a\0b'), 400],
    ['a bare line feed', 'GET /health HTTP/1.1\nHost: x\nConnection: close\n\n', 400],
    ['white space before the colon', get('Host: localhost', 'X : y'), 400],
    ['headers that are too large', get('Host: localhost', `X: ${'a'.repeat(20_000)}`), 431],
    ['a target that is too long', line(`GET /${'a'.repeat(20_000)} HTTP/1.1`), 431],
    ['an expectation', get('Host: localhost', 'Expect: the-unexpected'), 417],
    ['an upgrade', post('/nowhere', 'Upgrade: websocket', 'Content-Length: 0', '', ''), 404],
    ['two lengths', post('/stream', 'Content-Length: 1', 'Content-Length: 2', '', 'ab'), 400],
    ['a negative length', post('/stream', 'Content-Length: -1', '', ''), 400],
    [
      'a length of a body in chunks',
      post('/stream', 'Content-Length: 3', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'),
      400,
    ],
    ['an unknown encoding', post('/stream', 'Transfer-Encoding: gzip', '', 'ab'), 400],
    ['a chunk that is none', post('/stream', 'Transfer-Encoding: chunked', '', 'zz\r\n\r\n'), 400],
    [
      'a chunk that is none, under /v3',
      post('/v3/users', 'Transfer-Encoding: chunked', '', 'zz\r\n\r\n'),
      400,
    ],
  ])('an unusual request is answered with 4xx: %s', async (_name, request, expected) => {
    const { status, body } = await sendRaw(url, request)
    expect(status).toBe(expected)
    if (expected !== 417) expect(JSON.parse(body).error).toBeTruthy()
  })

  it('a request with Expect: 100-continue is told to continue', async () => {
    const socket = await openSocket(url)
    const answer = readAll(socket)
    socket.write(post('/api/chat', 'Expect: 100-continue', 'Content-Length: 16', '', ''))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write('{"message":"hi"}')
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  })
})

describe('a request that is not complete in time', () => {
  it.each([
    ['in its headers', 'GET /health HTTP/1.1\r\nHost: localhost\r\n'],
    ['in its body', post('/stream', 'Content-Length: 100', '', '{')],
    ['in a body in chunks', post('/api/chat', 'Transfer-Encoding: chunked', '', '1\r\n{\r\n')],
  ])('an incomplete request is answered and closed in time: %s', async (_where, request) => {
    const socket = await openSocket(url)
    const answer = readAll(socket)
    socket.write(request)
    const trickle = setInterval(() => socket.write('1'), REQUEST_TIMEOUT_MS / 5)
    const text = await answer
    clearInterval(trickle)
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    const { requestId, code } = JSON.parse(text.split('\r\n\r\n')[1]!)
    expect(code).toBe('request-timeout')
    expect(await recordOf(requestId)).toMatchObject({ event: 'request', status: 408 })
  })

  it('a request is answered early when its body does not matter', async () => {
    const { status } = await sendRaw(url, post('/nowhere', 'Content-Length: 100', '', '{'))
    expect(status).toBe(404)
  })

  it('a connection without a request is closed without an answer', async () => {
    const socket = await openSocket(url)
    expect(await readAll(socket)).toBe('')
  })
})

describe('a caller who leaves in mid-body', () => {
  it.each([
    ['/api/chat', 'Content-Length: 100', '{'],
    ['/mcp', 'Content-Length: 100', '{'],
    ['/stream', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
    ['/v3/data_import/members', 'Content-Length: 100', '{'],
  ])(
    'a caller who leaves during the body is a 499 in the log: %s with %s',
    async (path, length, sent) => {
      const before = records().length
      const socket = await openSocket(url)
      socket.write(post(path, length, '', sent), () => socket.destroy())
      const after = () => records().slice(before)
      await vi.waitFor(
        () => expect(after()).toMatchObject([{ event: 'request', path, status: 499 }]),
        WITHIN_MS,
      )
    },
  )
})
