import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { listen } from '../../src/runtime/listen.node.ts'
import { openSocket, sendRaw } from '../helper/raw-request.ts'

const WRITE_TIMEOUT_MS = 800
const WITHIN_MS = 20_000
vi.setConfig({ testTimeout: 30_000 })

/** More than a connection's buffers take at both ends. */
const LARGE = new Uint8Array(32 * 2 ** 20)
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answer = () => Response | Promise<Response>

async function serve(answer: Answer, { maxConnections = 100 } = {}) {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const log = createLog({ level: 'info', write, now: () => new Date() })
  const app = { fetch: answer }
  const options = { hostname: '127.0.0.1', port: 0, maxConnections }
  const { server, url } = await listen(app, { ...options, log, writeTimeoutMs: WRITE_TIMEOUT_MS })
  servers.push(server)
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  const events = (name: string) =>
    lines.map((line) => JSON.parse(line)).filter(({ event }) => event === name)
  return { server, url, connections, events }
}

/** Asks, and takes nothing of the answer. */
async function stall(url: string) {
  const socket = await openSocket(url)
  socket.on('error', () => {})
  socket.write(GET)
  return socket
}

function endless(): Response {
  const pull = (controller: ReadableStreamDefaultController) =>
    controller.enqueue(new Uint8Array(2 ** 16))
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
}

function ended(): Response {
  let left = 512
  const pull = (controller: ReadableStreamDefaultController) => {
    if (left > 0) controller.enqueue(new Uint8Array(2 ** 16))
    else controller.close()
    left -= 1
  }
  return new Response(new ReadableStream({ pull }))
}

async function late(): Promise<Response> {
  await sleep(2 * WRITE_TIMEOUT_MS)
  return new Response(LARGE)
}

describe('a reader that takes nothing', () => {
  it.each([
    ['of a whole answer', () => new Response(LARGE)],
    ['of a stream that goes on', endless],
    ['of a stream that has all it has to say', ended],
    ['of an answer that was long in coming', late],
  ])('a reader that takes nothing is disconnected: %s', async (_name, answer) => {
    const { url, connections, events } = await serve(answer)
    const socket = await stall(url)
    expect(await connections()).toBe(1)
    await vi.waitFor(async () => expect(await connections()).toBe(0), WITHIN_MS)
    expect(events('reader-stalled')).toMatchObject([{ path: '/', afterMs: WRITE_TIMEOUT_MS }])
    socket.destroy()
  })

  it('a reader that takes a little now and then stays connected', async () => {
    const { url } = await serve(() => new Response(LARGE))
    const socket = await openSocket(url)
    socket.setEncoding('latin1').write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    let received = 0
    const startedMs = performance.now()
    for await (const piece of socket) {
      received += piece.length
      if (performance.now() - startedMs < 4 * WRITE_TIMEOUT_MS) await sleep(10)
    }
    expect(performance.now() - startedMs).toBeGreaterThan(4 * WRITE_TIMEOUT_MS)
    expect(received).toBeGreaterThan(LARGE.length)
  })

  it('a reader with nothing to take stays connected', async () => {
    const { url } = await serve(async () => {
      await sleep(4 * WRITE_TIMEOUT_MS)
      return new Response('at last')
    })
    expect(await (await fetch(url)).text()).toBe('at last')
  })
})

describe('closing the server', () => {
  it('closing the server lets an answer arrive whole', async () => {
    const { server, url } = await serve(() => new Response(LARGE))
    const socket = await openSocket(url)
    const idle = await openSocket(url)
    socket.setEncoding('latin1').write(GET)
    await once(socket, 'readable')
    const closed = once(server, 'close')
    server.close()
    let received = 0
    for await (const piece of socket) {
      received += piece.length
      if (received > LARGE.length) break
    }
    expect(received).toBeGreaterThan(LARGE.length)
    await closed
    expect(idle.readyState).not.toBe('open')
  })
})

describe('at the limit of connections', () => {
  const MAX = 5

  it('at the limit of connections the oldest idle one is closed', async () => {
    const { url, connections, events } = await serve(() => new Response('ok'), {
      maxConnections: MAX,
    })
    const sockets: Socket[] = []
    for (let count = 0; count < 4 * MAX; count += 1) sockets.push(await openSocket(url))
    const [first, last] = [sockets[0]!, sockets.at(-1)!]
    if (!first.closed) await once(first, 'close')
    expect(last.closed).toBe(false)
    expect((await sendRaw(url, GET.replace('x\r\n', 'x\r\nConnection: close\r\n'))).status).toBe(
      200,
    )
    expect(await connections()).toBeLessThanOrEqual(MAX)
    expect(events('connection-limit')).toHaveLength(1)
  })

  it('at the limit a new connection is closed when all others are in use', async () => {
    let working = 0
    const work = () => {
      working += 1
      return new Promise<Response>(() => {})
    }
    const { url, events } = await serve(work, { maxConnections: MAX })
    const busy = await Promise.all(Array.from({ length: MAX }, () => stall(url)))
    await vi.waitUntil(() => working === MAX, { timeout: WITHIN_MS })
    const excess = await openSocket(url)
    if (!excess.closed) await once(excess, 'close')
    expect(events('connection-limit')).toMatchObject([{ maxConnections: MAX, closed: 1 }])
    for (const socket of busy) {
      expect(socket.closed).toBe(false)
      socket.destroy()
    }
  })
})
