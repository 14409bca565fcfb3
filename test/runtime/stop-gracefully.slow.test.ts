import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { client, types } from '../helper/ag-ui-client.ts'
import { freePort } from '../helper/free-port.ts'
import { sendsThenHangs, text } from '../helper/model-server.ts'
import { type NodeProcess, startNode, startNodeAt } from '../helper/node-process.ts'
import { readUntil } from '../helper/read-until.ts'
import { jsonLines, post, user } from '../helper/test-services.ts'
import { hang, startUpstream, type Upstream } from '../helper/upstream-server.ts'

const STOPPING = 'The service is stopping. Try again in a moment.'
const QUESTION = post({ messages: [user('top 3 on 2026-11-17')] })

let upstream: Upstream
let service: NodeProcess
beforeEach(async () => {
  upstream = await startUpstream(sendsThenHangs(text('Let me see. ')))
})
afterEach(async () => {
  service.child.kill('SIGKILL')
  await upstream.stop()
})

const hostedModel = () => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: upstream.url })
const liveSource = () => ({ PRODUCTHUNT_API_TOKEN: 't', PRODUCTHUNT_API_URL: upstream.url })
const runs = () => service.records().filter(({ event }) => event === 'run')

const readerOf = (response: Response) =>
  response.body!.pipeThrough(new TextDecoderStream()).getReader()

describe('a reader that leaves, on Node', () => {
  it.each([
    ['the model speaks', hostedModel, 'Let me see.'],
    ['a tool is at work', liveSource, 'tool_call_end'],
  ])('a reader that leaves aborts the call it waits for while %s', async (_when, env, seen) => {
    if (env === liveSource) upstream.answerWith(hang)
    service = await startNode(env())
    const leaving = new AbortController()
    const init = { ...QUESTION, signal: leaving.signal }
    await readUntil(readerOf(await fetch(`${service.url}/stream`, init)), seen)
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1))
    leaving.abort()
    await upstream.questions[0]!.closed
    await vi.waitFor(() => expect(runs()).toMatchObject([{ outcome: 'cancelled' }]))
  })
})

// SQLite opens the journal of a database before it reads it, and a pipe opens once it has a writer.
describe('stopping on Node while the thread of the database hangs', () => {
  const started = async (graceSeconds: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
    const path = join(folder, 'a.db')
    await writeFile(path, Buffer.alloc(4_096))
    await promisify(execFile)('mkfifo', [`${path}-journal`])
    const env = { DATABASE_URL: `file:${path}`, SHUTDOWN_GRACE_SECONDS: graceSeconds }
    const url = `http://127.0.0.1:${await freePort()}`
    service = { url, records: () => [], ...(await startNodeAt(url, env)) }
    const messages = [user('hi')] // whose answer needs the complete service
    await (await fetch(`${url}/stream`, post({ messages }))).text()
  }

  const isStopping = () => expect(service.output().stdout).toContain('"event":"stopping"')

  it.each([
    [1, '0.2'],
    [2, '30'],
  ])('a thread that hangs is no obstacle to %i signals', async (signals, graceSeconds) => {
    await started(graceSeconds)
    for (let sent = 0; sent < signals; sent += 1) {
      service.child.kill('SIGTERM')
      await vi.waitFor(isStopping)
    }
    expect(await service.exited).toBe(null)
    expect(service.output().stderr).toBe('')
  })
})

describe('stopping on Node while a file hangs', () => {
  it('a catalogue that was replaced by a named pipe is no obstacle', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'own.csv')
    await writeFile(path, 'id,name,votesCount,launchedAt\n1,Kite,7,2026-11-20\n')
    service = await startNode({ CATALOGUE_FILE: path, SHUTDOWN_GRACE_SECONDS: '0.2' })
    await rm(path)
    await promisify(execFile)('mkfifo', [path])
    // Fails until the service has opened the pipe, and then it waits for what is never written.
    const writer = await vi.waitFor(() => open(path, constants.O_WRONLY | constants.O_NONBLOCK), {
      timeout: 10_000,
      interval: 50,
    })
    service.child.kill('SIGTERM')
    const code = await service.exited
    await writer.close()
    expect(code).toBe(null)
    expect(service.output().stdout).toContain('"event":"stopping"')
  })
})

describe('stopping on Node while a run goes on', () => {
  it('after the grace period a stop ends the run with an explanation and aborts the model', async () => {
    service = await startNode({ ...hostedModel(), SHUTDOWN_GRACE_SECONDS: '0.2' })
    const response = await fetch(`${service.url}/stream`, QUESTION)
    const lines = jsonLines(response)
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1))
    service.child.kill('SIGTERM')
    expect((await lines).at(-1)).toMatchObject({ type: 'error', message: STOPPING })
    await upstream.questions[0]!.closed
    expect(await service.exited).toBe(0)
    expect(runs()).toMatchObject([{ outcome: 'failed', code: 'unavailable' }])
  })

  it('a stop ends an AG-UI run as the protocol says', async () => {
    service = await startNode({ ...hostedModel(), SHUTDOWN_GRACE_SECONDS: '0.2' })
    const run = client(`${service.url}/agent`, { messages: [user('hello')] })
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1))
    service.child.kill('SIGTERM')
    const { events, failure } = await run
    expect(types(events).at(-1)).toBe('RUN_ERROR')
    expect(failure).toBe(STOPPING)
  })

  it('a stop ends the rest of an answer with a sentence', async () => {
    service = await startNode({ ...hostedModel(), SHUTDOWN_GRACE_SECONDS: '0.2' })
    const answer = fetch(`${service.url}/api/chat`, post({ message: 'hello' }))
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1))
    service.child.kill('SIGTERM')
    const response = await answer
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: STOPPING, code: 'unavailable' })
  })

  it('a stop closes a kept-alive connection after its next answer', async () => {
    service = await startNode({ ...hostedModel(), SHUTDOWN_GRACE_SECONDS: '0.5' })
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (piece) => {
      answer += piece
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const body = String(QUESTION.body)
    const type = 'content-type: application/json\r\n'
    socket.write(
      `POST /stream HTTP/1.1\r\nhost: localhost\r\n${type}content-length: ${body.length}\r\n\r\n${body}`,
    )
    await vi.waitFor(() => expect(answer).toContain('Let me see.'))
    service.child.kill('SIGTERM')
    await vi.waitFor(() => {
      expect(service.records().some(({ event }) => event === 'stopping')).toBe(true)
    })
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await closed
    expect(answer).toContain(STOPPING)
    expect(answer).toMatch(/HTTP\/1\.1 200 OK\r\nconnection: close[\s\S]*"status":"ok"/i)
    expect(await service.exited).toBe(0)
  })

  it('a second signal ends the process at once', async () => {
    service = await startNode({ ...hostedModel(), SHUTDOWN_GRACE_SECONDS: '3600' })
    const response = await fetch(`${service.url}/stream`, QUESTION)
    const lines = jsonLines(response)
    const broken = expect(lines).rejects.toThrow()
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1))
    service.child.kill('SIGTERM')
    await vi.waitFor(() => {
      expect(service.records().some(({ event }) => event === 'stopping')).toBe(true)
    })
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(1)
    await broken
  })
})
