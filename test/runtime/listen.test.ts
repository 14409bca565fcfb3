import type { Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { listen } from '../../src/runtime/listen.node.ts'
import { openSocket, readAll, sendRaw } from '../helper/raw-request.ts'
import { testApp } from '../helper/test-services.ts'

vi.setConfig({ testTimeout: 60_000 })

const SOON_MS = 200
/** More than a connection's buffers take at both ends. */
const LARGE = new Uint8Array(32 * 2 ** 20)

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Options = Partial<Parameters<typeof listen>[1]>

async function serve(fetch: () => Response | Promise<Response>, options: Options = {}) {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const log = createLog({ level: 'info', write, now: () => new Date() })
  const { server, url } = await listen(
    { fetch },
    { hostname: '127.0.0.1', port: 0, log, ...options },
  )
  servers.push(server)
  const events = () => lines.map((line) => JSON.parse(line).event)
  return { server, url, events }
}

async function serveApp(options: Options = {}) {
  const { app, services, records } = testApp()
  const { log } = services
  const { server, url } = await listen(app, { hostname: '127.0.0.1', port: 0, log, ...options })
  servers.push(server)
  return { url, records }
}

const get = (...headers: string[]) =>
  ['GET /health HTTP/1.1', 'Connection: close', ...headers, '', ''].join('\r\n')
const post = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines].join('\r\n')
const line = (text: string) => `${text}\r\nHost: localhost\r\nConnection: close\r\n\r\n`

/** Asks, and takes nothing of the answer. */
async function stall(url: string) {
  const socket = await openSocket(url)
  socket.on('error', () => {}).pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return socket
}

describe('HTTP as strangers write it', () => {
  it('each unusual request is answered, with 4xx where it makes no sense', async () => {
    const { url } = await serveApp()
    const requests: [string, number][] = [
      ['hello\r\n\r\n', 400],
      ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
      [line('GET /health HTTP/9.9'), 400],
      [line('GET health HTTP/1.1'), 400],
      [line('GET http://x/nowhere HTTP/1.1'), 404],
      [line('GET /\\x\\..\\health HTTP/1.1'), 400],
      [line('GET /%zz HTTP/1.1'), 404],
      [line('TRACE /health HTTP/1.1'), 405],
      [get('Host: localhost', `X: ${'a'.repeat(20_000)}`), 431],
      [get('Host: localhost', 'Expect: the-unexpected'), 417],
      [post('/stream', 'Content-Length: 1', 'Content-Length: 2', '', 'ab'), 400],
      [post('/stream', 'Content-Length: 3', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'), 400],
      [post('/stream', 'Transfer-Encoding: chunked', '', 'zz\r\n\r\n'), 400],
      [post('/nowhere', 'Content-Length: 100', '', '{'), 404],
      ['GET /health HTTP/1.0\r\n\r\n', 200],
      [get(), 400],
    ]
    for (const [request, expected] of requests) {
      const { status } = await sendRaw(url, request)
      expect({ request, status }).toEqual({ request, status: expected })
    }
  })

  it('an impossible or a second Host is a 400', async () => {
    const { url } = await serveApp()
    for (const host of ['xn--a', 'a b', '', 'a@b', 'a/b', 'localhost:99999', '[::1', '::1']) {
      const { status } = await sendRaw(url, get(`Host: ${host}`))
      expect({ host, status }).toEqual({ host, status: 400 })
    }
    for (const host of ['localhost', 'LOCALHOST:8787', '[::1]:8787', 'a_b.example', 'x.']) {
      const { status } = await sendRaw(url, get(`Host: ${host}`))
      expect({ host, status }).toEqual({ host, status: 200 })
    }
    const { status, body } = await sendRaw(url, get('Host: a', 'X: y', 'host: a'))
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid-request' })
  })

  it.each([
    ['in its headers', 'GET /health HTTP/1.1\r\nHost: localhost\r\n'],
    ['in its body', post('/stream', 'Content-Length: 100', '', '{')],
  ])('a request that never ends is closed with 408: %s', async (_where, request) => {
    const { url } = await serveApp({ requestTimeoutMs: SOON_MS })
    const socket = await openSocket(url)
    const answer = readAll(socket)
    socket.write(request)
    const trickle = setInterval(() => socket.write('1'), SOON_MS / 5)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(trickle)
  })

  it('a caller who leaves during the body is a 499 in the log', async () => {
    const { url, records } = await serveApp()
    const socket = await openSocket(url)
    socket.write(post('/api/chat', 'Content-Length: 100', '', '{'), () => socket.destroy())
    await vi.waitFor(() => expect(records()).toMatchObject([{ path: '/api/chat', status: 499 }]))
  })
})

describe('connections', () => {
  it('a connection whose reader takes nothing is closed, one that waits for an answer is not', async () => {
    const answers: (() => void)[] = []
    const { url, server } = await serve(
      () => new Promise((resolve) => answers.push(() => resolve(new Response(LARGE)))),
      { writeTimeoutMs: SOON_MS },
    )
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
    const timedOut = vi.fn()
    server.on('connection', (socket) => socket.on('timeout', timedOut))
    const stalled = await stall(url)
    await vi.waitFor(() => expect(timedOut).toHaveBeenCalled(), 30_000)
    expect(await connections()).toBe(1)
    answers[0]?.()
    await vi.waitFor(async () => expect(await connections()).toBe(0), 30_000)
    stalled.destroy()
  })

  it('connections beyond the limit are closed, with one record in the log', async () => {
    const { url, events } = await serve(() => new Response('ok'), { maxConnections: 2 })
    const kept = [await openSocket(url), await openSocket(url)]
    for (let more = 0; more < 3; more += 1) expect(await readAll(await openSocket(url))).toBe('')
    expect(events()).toEqual(['connection-limit'])
    for (const socket of kept) socket.destroy()
  })

  it('an idle connection outlives the 60 seconds of a load balancer', async () => {
    const { url } = await serve(() => new Response('ok'))
    const response = await fetch(url)
    const [, seconds] = response.headers.get('keep-alive')?.match(/timeout=(\d+)/) ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  })
})
