import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendsThenHangs, text } from '../helper/model-server.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { openSocket } from '../helper/raw-request.ts'
import { post, user } from '../helper/test-services.ts'
import { startUpstream } from '../helper/upstream-server.ts'

const WITHIN_MS = 20_000
vi.setConfig({ testTimeout: 60_000 })

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

let service: NodeProcess
const sockets: Socket[] = []
afterEach(() => {
  service.child.kill('SIGKILL')
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function open(count: number) {
  for (let opened = 0; opened < count; opened += 1) {
    const socket = await openSocket(service.url)
    sockets.push(socket.on('error', () => {}))
  }
}

const events = (name: string) => service.records().filter(({ event }) => event === name)

describe('the service on Node, with few file descriptors', () => {
  it('more idle connections than descriptors do not stop the service', async () => {
    service = await startNode({}, { before: 'ulimit -n 64' })
    await open(100)
    const signal = AbortSignal.timeout(5_000)
    expect((await fetch(`${service.url}/health`, { signal })).status).toBe(200)
    expect((await fetch(`${service.url}/assets/widget.js`, { signal })).status).toBe(200)
    const answer = await fetch(`${service.url}/stream`, {
      ...post({ messages: [user('hi')] }),
      signal,
    })
    expect(await answer.text()).toContain('"type":"done"')
    await vi.waitFor(() => expect(events('connection-limit')).toHaveLength(1), WITHIN_MS)
  })

  it('the service continues without a free descriptor', async () => {
    service = await startNode({}, { before: 'ulimit -n 64', preload: NO_DESCRIPTORS })
    await open(1)
    const [kept] = sockets
    kept!.write(GET('/docs'))
    await once(kept!, 'data')
    service.child.kill('SIGUSR2')
    await vi.waitFor(() => expect(service.output().stderr).toMatch(/none left/), WITHIN_MS)
    kept!.write(GET('/docs'))
    expect(String(await once(kept!, 'data'))).toMatch(/^HTTP\/1\.1 200 OK/)
    for (let tries = 0; tries < 3; tries += 1) {
      await fetch(`${service.url}/health`).catch(() => {})
    }
    service.child.kill('SIGUSR2')
    await vi.waitFor(async () => {
      expect((await fetch(`${service.url}/health`)).status).toBe(200)
    }, WITHIN_MS)
  })

  it('a page file that cannot be read is a 503', async () => {
    service = await startNode({}, { preload: NO_PAGE_FILES })
    const response = await fetch(`${service.url}/assets/widget.js`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBeTruthy()
    service.child.kill('SIGUSR2')
    await vi.waitFor(async () => {
      expect((await fetch(`${service.url}/assets/widget.js`)).status).toBe(200)
    }, WITHIN_MS)
  })
})

/** SIGUSR2 takes every descriptor there is, and gives them back. */
const NO_DESCRIPTORS = `
  import { closeSync, openSync } from 'node:fs'
  let taken = []
  process.on('SIGUSR2', () => {
    if (taken.length > 0) return taken.splice(0).forEach((fd) => closeSync(fd))
    try {
      for (;;) taken.push(openSync('/dev/null'))
    } catch {
      process.stderr.write('none left')
    }
  })`

/** Until SIGUSR2 comes, no folder can be opened for want of descriptors. */
const NO_PAGE_FILES = `
  import { promises } from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { readdir } = promises
  let isShort = true
  process.on('SIGUSR2', () => { isShort = false })
  promises.readdir = (...args) => isShort
    ? Promise.reject(Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }))
    : readdir(...args)
  syncBuiltinESMExports()`

/** From SIGUSR2 on each turn of the event loop takes 700 ms, until SIGUSR2 comes again. */
const SLOW_LOOP = `
  let timer
  const block = () => { for (const end = Date.now() + 700; Date.now() < end; ); }
  process.on('SIGUSR2', () => {
    clearInterval(timer)
    timer = timer ? undefined : setInterval(block, 1)
  })`

describe('the service on Node, whose event loop does not keep up', () => {
  it('while the event loop is overloaded new requests get a 503', async () => {
    service = await startNode({}, { preload: SLOW_LOOP })
    service.child.kill('SIGUSR2')
    await vi.waitFor(() => expect(events('overloaded')).toHaveLength(1), WITHIN_MS)
    const rejected = await fetch(`${service.url}/api/top`)
    expect(rejected.status).toBe(503)
    expect(rejected.headers.get('retry-after')).toBe('5')
    expect(await rejected.json()).toMatchObject({ code: 'unavailable' })
    expect((await fetch(`${service.url}/health`)).status).toBe(200)

    service.child.kill('SIGUSR2')
    await vi.waitFor(() => expect(events('overload-ended')).toHaveLength(1), WITHIN_MS)
    expect((await fetch(`${service.url}/api/top`)).status).toBe(200)
    expect(events('overloaded')).toHaveLength(1)
  })
})

describe('many runs at once on Node', () => {
  it('all running streams are told that the service stops, without a listener warning', async () => {
    const upstream = await startUpstream(sendsThenHangs(text('Let me see. ')))
    const hosted = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: upstream.url }
    service = await startNode({ ...hosted, SHUTDOWN_GRACE_SECONDS: '0.2' })
    const question = post({ messages: [user('hello')] })
    const answers = Array.from({ length: 60 }, async () => {
      return (await fetch(`${service.url}/stream`, question)).text()
    })
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(60), WITHIN_MS)
    service.child.kill('SIGTERM')
    for (const answer of await Promise.all(answers)) expect(answer).toContain('is stopping')
    expect(await service.exited).toBe(0)
    expect(service.output().stderr).not.toMatch(/Warning/)
    await upstream.stop()
  })
})

describe('stopping on Node', () => {
  it('a stop waits neither for idle connections nor long for stalled readers', async () => {
    service = await startNode({ SHUTDOWN_GRACE_SECONDS: '1' })
    await open(3)
    const [silent, kept, stalled] = sockets
    kept!.write(GET('/health'))
    await once(kept!, 'data')
    // More than the buffers at both ends take.
    stalled!.write(GET('/assets/widget.js').repeat(100))
    await vi.waitFor(() => expect(events('request').length).toBeGreaterThan(1), WITHIN_MS)

    const closed = Promise.all([silent, kept].map((socket) => once(socket!.resume(), 'close')))
    const stoppedMs = performance.now()
    service.child.kill('SIGTERM')
    await closed
    expect(performance.now() - stoppedMs).toBeLessThan(900)
    expect(await service.exited).toBe(0)
    expect(performance.now() - stoppedMs).toBeGreaterThan(1_000)
  })
})
