// What streaming costs: CPU a delta, the delay that is added, the heap of readers that stall; each
// against a bare node:http server that writes the same lines at the same pace.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20

/** Within which the streams begin: runs that all begin at once measure the beginning of runs. */
const BEGIN_MS = 2_000
const SHORT = 50
const LONG = 250
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const STALLED = 200
const KINDS = (process.env.KINDS ?? 'bare,scripted,hosted').split(',')

interface Server {
  name: string
  /** A port, or the path of a socket. */
  at: string
  tell(what: 'cpu' | 'heap'): Promise<number>
  stop(): void
}

const model = await start('model', 1)
try {
  await measurePace(50, 10)
  await measurePace(200, 50)
  await measureStalls()
} finally {
  model.stop()
}

async function measurePace(streams: number, barMs: number) {
  console.log(`${streams} streams, ${EVERY_MS} ms a delta, median of ${ROUNDS} rounds`)
  const servers = await Promise.all(KINDS.map((kind) => start(kind, 0)))
  const rounds = servers.map(() => ({ delta: [], answer: [], p50: [], p99: [] }) as Rounds)
  try {
    for (const { at } of servers) await answers(at, { streams, count: LONG })
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, server] of servers.entries()) {
        const short = await measured(server, { streams, count: SHORT })
        const long = await measured(server, { streams, count: LONG })
        const { delta, answer, p50, p99 } = rounds[index]!
        delta.push((long.cpu - short.cpu) / (streams * (LONG - SHORT)))
        answer.push(long.cpu / (streams * LONG))
        p50.push(percentile(long.delays, 50) / 1000)
        p99.push(percentile(long.delays, 99) / 1000)
      }
    }
  } finally {
    for (const { stop } of servers) stop()
  }
  for (const [index, { name }] of servers.entries()) {
    const { delta, answer, p50, p99 } = rounds[index]!
    const more = median(p99) - median(rounds[0]!.p99)
    console.log(
      `  ${name.padEnd(9)} CPU a delta ${spread(delta)} µs (bar 20), with its share of a run of ` +
        `${LONG} ${spread(answer)} µs; delay p50 ${spread(p50)}, p99 ${spread(p99)} ms, ` +
        `added ${more.toFixed(1)} ms (bar ${barMs})`,
    )
  }
}

interface Rounds {
  delta: number[]
  answer: number[]
  p50: number[]
  p99: number[]
}

async function measured(server: Server, load: Load) {
  const before = await server.tell('cpu')
  const delays = await answers(server.at, load)
  return { cpu: (await server.tell('cpu')) - before, delays }
}

/** A socket on a path buffers little and always as much, so that a stall is soon felt. */
async function measureStalls() {
  console.log(`${STALLED} streams that nobody reads on, of a model that never ends`)
  let bare = 0
  for (const kind of KINDS) {
    const server = await start(kind, 0, join(tmpdir(), `launchboard-${process.pid}-${kind}.sock`))
    try {
      await answers(server.at, { streams: STALLED, count: 5 })
      const idle = await server.tell('heap')
      const requests = await Promise.all(Array.from({ length: STALLED }, () => stall(server.at)))
      const heap = (await settledHeap(server)) - idle
      for (const stalled of requests) stalled.destroy()
      const kib = heap / STALLED / 1024
      if (kind === 'bare') bare = kib
      await sleep(1000)
      const left = ((await server.tell('heap')) - idle) / STALLED / 1024
      console.log(
        `  ${kind.padEnd(9)} ${kib.toFixed(1)} KiB a stream, ${(kib - bare).toFixed(1)} more than ` +
          `bare (bar 50); ${left.toFixed(1)} once they have left`,
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
  const file = new URL('stream-server.ts', import.meta.url).pathname
  const args = ['--expose-gc', '--import', 'tsx', file, name, ...(path ? [path] : [])]
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
