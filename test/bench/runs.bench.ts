// Whole runs a second on one core, a tool and an answer each, with the embedded model.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { bundled } from './bundled.ts'
import { moveToSecondCore } from './second-core.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = 4
const CONNECTIONS = 20

moveToSecondCore()
const { file, remove } = await bundled('runs-server.ts')
const server = spawn('taskset', ['-c', '0', process.execPath, file], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
try {
  const [url] = await once(server, 'message')
  for (const path of ['/api/chat', '/stream']) {
    await measure(String(url) + path) // to warm up
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(String(url) + path))
    const rates = rounds.map(({ perSecond }) => perSecond)
    const costs = rounds.map(({ cpuMicros }) => cpuMicros)
    console.log(
      `${path.padEnd(10)} ${spread(rates)} runs/s (guard 600), CPU a run ${spread(costs)} µs`,
    )
  }
} finally {
  server.kill()
  await remove()
}

async function measure(url: string) {
  const before = await cpuMicros()
  const { requests, non2xx, errors } = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'top 3 this week' }] }),
    duration: SECONDS,
    connections: CONNECTIONS,
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} failed at ${url}`)
  const spent = (await cpuMicros()) - before
  return { perSecond: requests.average, cpuMicros: spent / requests.total }
}

async function cpuMicros() {
  const answer = once(server, 'message')
  server.send('cpu')
  const [micros] = await answer
  return Number(micros)
}

function spread(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (place: number) => (sorted[place] ?? 0).toFixed(0)
  return `${at(Math.floor(sorted.length / 2))} (${at(0)}–${at(sorted.length - 1)})`
}
