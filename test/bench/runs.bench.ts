// Whole runs a second on one core, a tool and an answer each: with the embedded model, and with one
// that takes no time, which leaves what the run itself costs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { bundled } from './bundled.ts'
import { moveToSecondCore } from './second-core.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 4)
const CONNECTIONS = 20
const KINDS = (process.env.KINDS ?? 'fixed,embedded').split(',')
const PATHS = ['/api/chat', '/stream']

moveToSecondCore()
const { file, remove } = await bundled('runs-server.ts')
const servers = await Promise.all(KINDS.map(start))
try {
  const measured = servers.flatMap(({ kind, server, url }) =>
    PATHS.map((path): Measured => {
      return { name: `${kind} ${path}`, server, url: url + path, rates: [], costs: [] }
    }),
  )
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { server, url, rates, costs } of measured) {
      const before = await cpuOf(server)
      const { requests, non2xx, errors } = await autocannon({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'top 3 this week' }] }),
        duration: SECONDS,
        connections: CONNECTIONS,
      })
      if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} failed at ${url}`)
      if (round < 0) continue // to warm up
      rates.push(requests.average)
      costs.push(((await cpuOf(server)) - before) / requests.total)
    }
  }
  for (const { name, rates, costs } of measured) {
    console.log(
      `${name.padEnd(20)} ${spread(rates)} runs/s (bar 2,000), CPU a run ${spread(costs)} µs, ` +
        `which is ${Math.round(1e6 / median(costs))} runs a second of CPU`,
    )
  }
} finally {
  for (const { server } of servers) server.kill()
  await remove()
}

interface Measured {
  name: string
  server: ChildProcess
  url: string
  rates: number[]
  costs: number[]
}

async function start(kind: string) {
  const server = spawn('taskset', ['-c', '0', process.execPath, file, kind], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [url] = await once(server, 'message')
  return { kind, server, url: String(url) }
}

async function cpuOf(server: ChildProcess) {
  const answer = once(server, 'message')
  server.send('cpu')
  const [micros] = await answer
  return Number(micros)
}

function spread(values: readonly number[]) {
  return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`
}

function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}
