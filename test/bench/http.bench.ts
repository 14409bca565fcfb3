// Requests a second of GET /api/top on one core, against a bare node:http server that writes the
// same bytes. Both servers run at once on the first core, asked in turn from the second.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { freePort } from '../helper/free-port.ts'
import { moveToSecondCore } from './second-core.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 9)
const SECONDS = 4
const CONNECTIONS = 50

const BARE = `
  const [port, body, sent] = process.argv.slice(1)
  const headers = JSON.parse(sent)
  require('node:http').createServer((request, response) => {
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }).listen(Number(port), '127.0.0.1')`

moveToSecondCore()
const port = await freePort()
const barePort = await freePort()
const ours = onFirstCore(['dist/node.js'], { PORT: String(port), LOG_LEVEL: 'info' })
const url = `http://127.0.0.1:${port}/api/top`
const bareUrl = `http://127.0.0.1:${barePort}/`
await waitFor(url)
const response = await fetch(url)
const body = await response.text()
const automatic = ['connection', 'content-length', 'date', 'keep-alive']
const sent = [...response.headers].filter(([name]) => !automatic.includes(name))
const headers = JSON.stringify(Object.fromEntries(sent))
const bare = onFirstCore(['-e', BARE, '--', String(barePort), body, headers])
await waitFor(bareUrl)

try {
  await measure(ours, url, 2)
  await measure(bare, bareUrl, 2)
  const rates: number[] = []
  const costs: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The one that begins has the machine as the one before left it.
    const isOursFirst = round % 2 === 0
    const first = isOursFirst ? await measure(ours, url) : undefined
    const other = await measure(bare, bareUrl)
    const own = first ?? (await measure(ours, url))
    rates.push(own.perSecond / other.perSecond)
    costs.push(other.cpuMicros / own.cpuMicros)
    console.log(
      `round ${round}: bare ${described(other)}, ours ${described(own)}, ` +
        `ratio ${ratio(own.perSecond / other.perSecond)}, of CPU ${ratio(other.cpuMicros / own.cpuMicros)}`,
    )
  }
  console.log(
    `GET /api/top, ${body.length} bytes, logged: median ratio ${ratio(median(rates))} (guard: a third, of CPU), ` +
      `of CPU time a request ${ratio(median(costs))}`,
  )
} finally {
  ours.kill()
  bare.kill()
}

/** Requests a second, and microseconds of CPU time a request, which other processes change less. */
async function measure(server: ChildProcess, url: string, duration = SECONDS) {
  const before = cpuMsOf(server)
  const { requests, non2xx, errors } = await autocannon({ url, duration, connections: CONNECTIONS })
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} failed at ${url}`)
  const cpuMicros = ((cpuMsOf(server) - before) * 1000) / requests.total
  return { perSecond: Math.round(requests.average), cpuMicros }
}

function described({ perSecond, cpuMicros }: Awaited<ReturnType<typeof measure>>) {
  return `${perSecond}/s at ${cpuMicros.toFixed(1)} µs`
}

/** /proc counts CPU time in hundredths of a second. */
function cpuMsOf({ pid }: ChildProcess) {
  const [, stat = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = stat.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}

function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function onFirstCore(args: string[], env: Record<string, string> = {}): ChildProcess {
  const options = { env: { ...process.env, ...env }, stdio: 'ignore' as const }
  return spawn('taskset', ['-c', '0', process.execPath, ...args], options)
}

async function waitFor(url: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no answer from ${url}`)
}

function ratio(value: number) {
  return value.toFixed(2)
}
