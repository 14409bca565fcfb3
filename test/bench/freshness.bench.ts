// Answers a second to 50 clients whose source takes 150 ms: asked each time, and kept fresh.
import { createServer } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../src/core/log.ts'
import { fresh } from '../../src/sources/fresh.ts'
import { freshSource } from '../../src/sources/fresh-source.ts'
import type { UpstreamSource } from '../../src/sources/source.ts'

const CLIENTS = 50
const AT_ONCE = 200
const SECONDS = 4
const UPSTREAM_MS = 150
const BAR = 50

const now = () => new Date()
const clock = () => performance.now()
const log = createLog({ level: 'silent', write: () => {}, now })
const upstream = await startUpstream()
const live = liveSource(upstream.url)

try {
  const plain = await measure(live)
  const kept = await measure(keptFresh(live))
  report('asked each time', plain)
  report('kept fresh, a minute', kept)
  console.log(`ratio ${(kept.rate / plain.rate).toFixed(0)} (bar ${BAR})`)

  const before = upstream.calls()
  const source = keptFresh(live)
  await Promise.all(Array.from({ length: AT_ONCE }, () => ask(source)))
  console.log(`${AT_ONCE} equal questions at once: ${upstream.calls() - before} upstream call(s)`)
} finally {
  upstream.stop()
}

async function measure(source: Ranked) {
  const callsBefore = upstream.calls()
  const until = performance.now() + SECONDS * 1_000
  const client = async () => {
    let answers = 0
    while (performance.now() < until) {
      await ask(source)
      answers += 1
      // An answer at hand takes no turn of the event loop, where a caller over HTTP would.
      await nextTurn()
    }
    return answers
  }
  const answers = await Promise.all(Array.from({ length: CLIENTS }, client))
  const sum = answers.reduce((total, count) => total + count, 0)
  return { rate: sum / SECONDS, calls: upstream.calls() - callsBefore }
}

type Ranked = Pick<UpstreamSource, 'top'>

function ask(source: Ranked) {
  return source.top({ order: 'VOTES', limit: 3, signal: new AbortController().signal })
}

function keptFresh(source: UpstreamSource) {
  return freshSource(source, { fresh: fresh({ upstream: 'the upstream', log, now, clock }) })
}

function liveSource(url: string): UpstreamSource {
  const nothing = () => Promise.reject(new Error('not measured'))
  return {
    name: 'product-hunt',
    launches: nothing,
    product: nothing,
    async top({ limit, signal = null }) {
      const response = await fetch(url, { signal })
      const products = JSON.parse(await response.text()).slice(0, limit)
      return { products, source: 'product-hunt', asOf: now().toISOString(), stale: false }
    },
  }
}

async function startUpstream() {
  const product = { name: 'A product', tagline: 'For a measurement', url: null, votesCount: 9 }
  const rest = { commentsCount: 1, launchedAt: '2026-11-20T08:00:00.000Z', topics: ['AI'] }
  const products = Array.from({ length: 10 }, (_, id) => ({ id: String(id), ...product, ...rest }))
  const body = JSON.stringify(products)
  let calls = 0

  const server = createServer(async (_request, response) => {
    calls += 1
    await sleep(UPSTREAM_MS)
    response.end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, stop }
}

function report(name: string, { rate, calls }: { rate: number; calls: number }) {
  console.log(`${name}: ${Math.round(rate)} answers/s, ${calls} upstream calls`)
}
