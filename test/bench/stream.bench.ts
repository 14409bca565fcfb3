// What streaming a hosted model's answer costs: CPU a delta, the delay that is added, and the heap of
// readers that stall, against a bare relay of it and against a service written with the AI SDK.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundled } from './bundled.ts'

const EVERY_MS = 20

/** Within which the streams begin: runs that all begin at once measure the beginning of runs. */
const BEGIN_MS = 2_000
const SHORT = 50
const LONG = 250
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const STALLED = 200
const KINDS = (process.env.KINDS ?? 'relay,streamText,hosted').split(',')
const LOADS = (process.env.LOADS ?? '50,200').split(',').filter(Boolean).map(Number)

interface Server {
  name: string
  /** A port, or the path of a socket. */
  at: string
  tell(what: 'cpu' | 'heap'): Promise<number>
  stop(): void
}

const { file, remove } = await bundled('stream-server.ts')
const model = await start('model', 1)
try {
  for (const streams of LOADS) await measurePace(streams)
  await measureStalls()
} finally {
  model.stop()
  await remove()
}

async function measurePace(streams: number) {
  console.log(`${streams} streams, ${EVERY_MS} ms a delta, median of ${ROUNDS} rounds`)
  const servers = await Promise.all(KINDS.map((kind) => start(kind, 0)))
  const rounds = new Map(KINDS.map((kind) => [kind, { delta: [], p50: [], p99: [] } as Rounds]))
  try {
    for (const { at } of servers) await answers(at, { streams, count: LONG })
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of servers) {
        const short = await measured(server, { streams, count: SHORT })
        const long = await measured(server, { streams, count: LONG })
        const { delta, p50, p99 } = rounds.get(server.name)!
        delta.push((long.cpu - short.cpu) / (streams * (LONG - SHORT)))
        p50.push(percentile(long.delays, 50) / 1000)
        p99.push(percentile(long.delays, 99) / 1000)
      }
    }
  } finally {
    for (const { stop } of servers) stop()
  }
  for (const [name, { delta, p50, p99 }] of rounds) {
    const base = rounds.get('relay') ?? { delta: [], p50: [], p99: [] }
    const more = median(p99) - median(base.p99)
    console.log(
      `  ${name.padEnd(10)} CPU a delta ${spread(delta)} µs, ${times(delta, base.delta)}; ` +
        `delay p50 ${spread(p50)}, p99 ${spread(p99)} ms, added ${more.toFixed(1)} ms`,
    )
  }
}

function times(values: readonly number[], base: readonly number[]) {
  return `${(median(values) / median(base)).toFixed(2)} times the relay`
}

interface Rounds {
  delta: number[]
  p50: number[]
  p99: number[]
}

async function measured(server: Server, load: Load) {
  const before = await server.tell('cpu')
  const delays = await answers(server.at, load)
  return { cpu: (await server.tell('cpu')) - before, delays }
}

/**
 * A socket on a path buffers little and always as much, so that a stall is soon felt. `streamText`
 * reads on without a reader: its heap would grow until the process ends.
 */
async function measureStalls() {
  console.log(`${STALLED} streams that nobody reads on, of a model that never ends`)
  const measured = new Map<string, number>()
  for (const kind of KINDS.filter((kind) => kind !== 'streamText')) {
    const server = await start(kind, 0, join(tmpdir(), `launchboard-${process.pid}-${kind}.sock`))
    try {
      await answers(server.at, { streams: STALLED, count: 5 })
      const idle = await server.tell('heap')
      const requests = await Promise.all(Array.from({ length: STALLED }, () => stall(server.at)))
      const heap = (await settledHeap(server)) - idle
      for (const stalled of requests) stalled.destroy()
      const kib = heap / STALLED / 1024
      measured.set(kind, kib)
      const more = kib - (measured.get('relay') ?? Number.NaN)
      await sleep(1000)
      const left = ((await server.tell('heap')) - idle) / STALLED / 1024
      console.log(
        `  ${kind.padEnd(10)} ${kib.toFixed(1)} KiB a stream, ${more.toFixed(1)} more than the ` +
          `relay; ${left.toFixed(1)} once they have left`,
      )
    } finally {
      server.stop()
    }
  }
}

/** Waits until the server works no more, then asks. */
async function settledHeap(server: Server) {
  for (let tries = 0; tries < 60; tries += 1) {
    const before = await server.tell('cpu')
    await sleep(500)
    if ((await server.tell('cpu')) - before < 25_000) break
  }
  return server.tell('heap')
}

function stall(at: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const asked = ask(at, { count: 1e9, everyMs: 0 }, (response) => {
      response.once('readable', () => resolve(asked))
    }).on('error', reject)
  })
}

interface Load {
  streams: number
  count: number
}

/** How late each delta came, in microseconds. The streams begin one after the other. */
async function answers(at: string, { streams, count }: Load): Promise<number[]> {
  const delays: number[] = []
  const stream = async (_: unknown, index: number) => {
    await sleep((index * BEGIN_MS) / streams)
    await new Promise<void>((resolve, reject) => {
      ask(at, { count, everyMs: EVERY_MS }, (response) => {
        let seen = 0
        response.setEncoding('utf8').on('data', (text: string) => {
          const now = Number(process.hrtime.bigint()) / 1000
          for (const [, due] of text.matchAll(/"content":"(\d+)/g)) {
            delays.push(now - Number(due))
            seen += 1
          }
        })
        response.on('end', () => {
          if (seen < count) reject(new Error(`${seen} of ${count} deltas from ${at}`))
          else resolve()
        })
      }).on('error', reject)
    })
  }
  await Promise.all(Array.from({ length: streams }, stream))
  return delays
}

interface Plan {
  count: number
  everyMs: number
}

function ask(at: string, { count, everyMs }: Plan, answered: (response: IncomingMessage) => void) {
  const content = `count ${count} every ${everyMs}`
  const where = /^\d+$/.test(at) ? { host: '127.0.0.1', port: at } : { socketPath: at }
  const headers = { 'content-type': 'application/json' }
  const asked = request(
    { ...where, path: '/stream', method: 'POST', headers, agent: false },
    answered,
  )
  asked.end(JSON.stringify({ messages: [{ role: 'user', content }] }))
  return asked
}

async function start(name: string, core: number, path?: string): Promise<Server> {
  const args = ['--expose-gc', file, name, ...(path ? [path] : [])]
  const env = { ...process.env, ...(name !== 'model' && { MODEL_URL: modelUrl() }) }
  const child = spawn('taskset', ['-c', String(core), process.execPath, ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const at = String(await said(child))
  return {
    ...{ name, at },
    async tell(what) {
      const answer = said(child)
      child.send(what)
      return Number(await answer)
    },
    stop: () => child.kill(),
  }
}

function modelUrl() {
  return `http://127.0.0.1:${model.at}/v1`
}

async function said(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message')
  return message
}

function spread(values: readonly number[]) {
  const least = Math.min(...values).toFixed(1)
  const most = Math.max(...values).toFixed(1)
  return `${median(values).toFixed(1)} (${least}–${most})`
}

function median(values: readonly number[]) {
  return percentile(values, 50)
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(((sorted.length - 1) * percent) / 100)] ?? Number.NaN
}
