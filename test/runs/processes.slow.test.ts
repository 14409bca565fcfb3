import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteFile from 'libsql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendsThenHangs, text } from '../helper/model-server.ts'
import { startNode } from '../helper/node-process.ts'
import { post, user } from '../helper/test-services.ts'
import { startUpstream } from '../helper/upstream-server.ts'

const GRACE_S = 1
/** Responses that are aborted, the threads of the database and a busy machine. */
const MAX_STOP_MS = 8_000
/** Two seconds, and what a busy machine takes. */
const MAX_ANSWER_MS = 3_000
/** A lease and the time until others look for runs that are lost. */
const SETTLED_MS = 20_000

vi.setConfig({ testTimeout: 120_000 })

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** JavaScript that sets the clock of a process. */
const clockAhead = (ms: number) => `
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...parts) { super(...(parts.length > 0 ? parts : [Real.now() + ${ms}])) }
    static now() { return Real.now() + ${ms} }
  }`

/** Processes on one database, whose model says a few words and then nothing. */
async function processes(...aheadMs: number[]) {
  const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'platform.db')
  const upstream = await startUpstream(sendsThenHangs(text('Let me see. ')))
  ending.push(upstream.stop)
  const env = {
    ...{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: upstream.url },
    ...{ DATABASE_URL: `file:${path}`, SHUTDOWN_GRACE_SECONDS: String(GRACE_S) },
  }
  const started = []
  for (const ms of aheadMs) {
    const service = await startNode(env, { preload: clockAhead(ms) })
    ending.push(() => service.child.kill('SIGKILL'))
    started.push(service)
  }
  return { path, started }
}

/** Starts a run that its reader leaves open. */
async function startRun(url: string) {
  const question = post({ messages: [user('hi')], resumable: true })
  const response = await fetch(`${url}/stream`, question)
  const reader = response.body!.getReader()
  await reader.read()
  return { runId: response.headers.get('x-run-id'), cancel: () => reader.cancel() }
}

describe('processes on one database', () => {
  it('leave the runs of each other alone, however wrong their clocks are', async () => {
    const { started } = await processes(0, 600_000, -600_000)
    const runs = await Promise.all(started.map(({ url }) => startRun(url)))
    await sleep(SETTLED_MS)
    for (const { url } of started) {
      for (const { runId } of runs) {
        const response = await fetch(`${url}/runs/${runId}/events`)
        const { value } = await response.body!.getReader().read()
        expect(new TextDecoder().decode(value)).not.toContain('"error"')
      }
    }
    for (const { cancel } of runs) await cancel()
  })

  it('say what they cannot do while another program holds the lock, and stop in time', async () => {
    const { path, started } = await processes(0, 0)
    const [one, other] = started
    const { runId } = await startRun(one!.url)
    const program = new SqliteFile(path)
    ending.push(() => program.close())
    program.exec('BEGIN IMMEDIATE')

    const since = performance.now()
    const stopped = await fetch(`${other!.url}/runs/${runId}`, { method: 'DELETE' })
    expect(stopped.status).toBe(503)
    expect(performance.now() - since).toBeLessThan(MAX_ANSWER_MS)
    expect((await fetch(`${other!.url}/ready`)).status).toBe(503)

    const asked = performance.now()
    one!.child.kill('SIGTERM')
    await one!.exited
    expect(performance.now() - asked).toBeLessThan(GRACE_S * 1_000 + MAX_STOP_MS)

    program.exec('ROLLBACK')
    await sleep(1_100)
    expect((await fetch(`${other!.url}/ready`)).status).toBe(200)
  })
})
