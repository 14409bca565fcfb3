import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../helper/free-port.ts'
import { sendsThenHangs, text } from '../helper/model-server.ts'
import { type NodeProcess, runNode, startNode, startNodeAt } from '../helper/node-process.ts'
import { openSocket } from '../helper/raw-request.ts'
import { jsonLines, post, user } from '../helper/test-services.ts'
import { startUpstream, type Upstream } from '../helper/upstream-server.ts'

const WITHIN_MS = 30_000
vi.setConfig({ testTimeout: 2 * WITHIN_MS })

const STOPPING = 'The service is stopping. Try again in a moment.'
const QUESTION = post({ messages: [user('top 3 on 2026-11-17')] })

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function start(...args: Parameters<typeof startNode>): Promise<NodeProcess> {
  const service = await startNode(...args)
  ending.push(() => service.child.kill('SIGKILL'))
  return service
}

/** A service whose model says a few words and then nothing. */
async function startAsking(env: Record<string, string>) {
  const upstream: Upstream = await startUpstream(sendsThenHangs(text('Let me see. ')))
  ending.push(upstream.stop)
  const model = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: upstream.url }
  return { upstream, ...(await start({ ...model, ...env })) }
}

const isUp = async (url: string) => (await fetch(`${url}/health`)).status === 200

describe('stopping', () => {
  it('after the grace period every run ends with an explanation, in its own protocol', async () => {
    const service = await startAsking({ SHUTDOWN_GRACE_SECONDS: '0.2' })
    const { url, child, upstream } = service
    const asked = Array.from({ length: 30 }, async () =>
      (await jsonLines(await fetch(`${url}/stream`, QUESTION))).at(-1),
    )
    const answer = fetch(`${url}/api/chat`, post({ message: 'hello' }))
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(31), WITHIN_MS)
    child.kill('SIGTERM')
    for (const last of await Promise.all(asked)) {
      expect(last).toMatchObject({ type: 'error', message: STOPPING })
    }
    expect(await (await answer).json()).toMatchObject({ error: STOPPING, code: 'unavailable' })
    expect(await service.exited).toBe(0)
    expect(service.output().stderr).not.toMatch(/Warning/)
  })

  it('a stop waits neither for connections without a request nor long for stalled readers', async () => {
    const { url, child, exited, records } = await start({ SHUTDOWN_GRACE_SECONDS: '1' })
    const silent = await openSocket(url)
    const kept = await openSocket(url)
    kept.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(kept, 'data')
    const stalled = (await openSocket(url)).on('error', () => {}).pause()
    stalled.write('GET /assets/widget.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100))
    await vi.waitFor(() => expect(records().length).toBeGreaterThan(10), WITHIN_MS)
    const closed = Promise.all([silent, kept].map((socket) => once(socket.resume(), 'close')))
    child.kill('SIGTERM')
    await closed
    expect(await exited).toBe(0)
  })

  it('a second signal ends the process at once', async () => {
    const { url, child, exited, records, upstream } = await startAsking({
      SHUTDOWN_GRACE_SECONDS: '3600',
    })
    const lines = jsonLines(await fetch(`${url}/stream`, QUESTION))
    const broken = expect(lines).rejects.toThrow()
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1), WITHIN_MS)
    child.kill('SIGINT')
    const events = () => records().map(({ event }) => event)
    await vi.waitFor(() => expect(events()).toContain('stopping'), WITHIN_MS)
    child.kill('SIGINT')
    expect(await exited).toBe(1)
    await broken
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('%s to npm alone stops the service', async (signal) => {
    const PORT = String(await freePort())
    const url = `http://127.0.0.1:${PORT}`
    const env = { ...process.env, PORT, DATABASE_URL: `file:${tmpdir()}/${PORT}.db` }
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    ending.push(() => npm.kill('SIGKILL'))
    const exited = once(npm, 'exit')
    let written = ''
    npm.stdout.on('data', (piece) => {
      written += piece
    })
    await vi.waitFor(() => expect(written).toContain('"listening"'), WITHIN_MS)
    npm.kill(signal)
    expect(await exited).toEqual([0, null])
    expect(written).toContain(`"signal":"${signal}"`)
    await expect(fetch(`${url}/health`)).rejects.toThrow()
  })
})

describe('a log that cannot be written', () => {
  it('the service continues when both of its outputs are closed', async () => {
    const { child, url, exited } = await start()
    child.stdout!.destroy()
    child.stderr!.destroy()
    for (let count = 0; count < 10; count += 1) expect(await isUp(url)).toBe(true)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  it('the service continues while the disk is full', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { child, exited } = await startNodeAt(url, {}, { redirect: '> /dev/full' })
    ending.push(() => child.kill('SIGKILL'))
    for (let count = 0; count < 10; count += 1) expect(await isUp(url)).toBe(true)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })
})

describe('starting', () => {
  it('a port in use is named, and so is a host that is not ours', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    ending.push(() => other.close())
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const key = { PLATFORM_API_KEYS: 'a-key-that-is-long-enough' }
    expect(await runNode({ PORT: port, ...key })).toMatchObject({
      code: 2,
      stderr: `PORT ${port} is already in use on 127.0.0.1. Stop the other process, or set another PORT.\n`,
    })
    expect(await runNode({ HOST: '192.0.2.1', ALLOW_PUBLIC: 'true', ...key })).toMatchObject({
      code: 2,
      stderr: 'HOST 192.0.2.1 is not an address of this machine.\n',
    })
  })

  it('a catalogue that is not there stands in the list of wrong variables', async () => {
    const { code, stderr } = await runNode({ CATALOGUE_FILE: '/absent/own.csv', PORT: 'many' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^ {2}CATALOGUE_FILE: cannot be read: ENOENT$/m)
    expect(stderr).toMatch(/^ {2}PORT: /m)
  })

  it('what is wrong in the catalogue and in the database is named together', async () => {
    const { code, stderr } = await runNode({
      CATALOGUE_FILE: 'README.md',
      DATABASE_URL: `file:${tmpdir()}`,
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^CATALOGUE_FILE cannot be read: .*README\.md/m)
    expect(stderr).toMatch(/^The database of DATABASE_URL cannot be used: /m)
  })
})

it('a stray rejection is logged; an uncaught exception is logged before the process exits', async () => {
  const preload = `
    process.on('SIGUSR2', () => { Promise.reject(new Error('stray')) })
    process.on('SIGHUP', () => {
      performance.now = () => {
        delete performance.now
        throw new Error('fatal')
      }
    })`
  const { child, url, records, exited, output } = await start({}, { preload })
  child.kill('SIGUSR2')
  const rejected = { event: 'unhandled-rejection', error: { message: 'stray' } }
  await vi.waitFor(() => expect(records().at(-1)).toMatchObject(rejected), WITHIN_MS)
  expect(await isUp(url)).toBe(true)
  child.kill('SIGHUP')
  expect(await exited).toBe(1)
  // Places are those of the sources, though a bundle runs.
  const inSources = /\bsrc\/[\w/.-]+\.ts:\d+:\d+/
  const fatal = { message: 'fatal', stack: expect.stringMatching(inSources) }
  expect(records().at(-1)).toMatchObject({ event: 'uncaught-exception', error: fatal })
  expect(output().stderr).toMatch(inSources)
})
