// What four processes with Redis hold together, and what it costs: one limit, one call of an upstream, and
// answers a second with a limit that is counted in Redis, against one that each process counts.
import { Pool } from 'undici'
import { type Service, startService } from '../fault/service.ts'
import { isRedisMissing, startRedis } from '../helper/redis-server.ts'
import { reply, startUpstream } from '../helper/upstream-server.ts'

const PROCESSES = 4
const CONNECTIONS = 16
const LIMIT = 1_000
const QUESTIONS = 1_000
const UPSTREAM_MS = 150
const SECONDS = 4
const NO_LIMIT = '1000000000'

if (isRedisMissing) process.exit(0)
const redis = await startRedis()

const limited = await withProcesses({ RATE_LIMIT_PER_MINUTE: String(LIMIT) }, (pools) =>
  ask(pools, 2 * LIMIT),
)
console.log(`a limit of ${LIMIT}: ${limited.admitted} admitted by ${PROCESSES} processes`)

const body = JSON.stringify({ data: { posts: { edges: [] } } })
const upstream = await startUpstream((question, response) => {
  setTimeout(() => reply(body)(question, response), UPSTREAM_MS)
})
const source = { PRODUCTHUNT_API_TOKEN: 'token', PRODUCTHUNT_API_URL: upstream.url }
const asked = await withProcesses(source, (pools) => ask(pools, QUESTIONS))
console.log(
  `${QUESTIONS} equal questions: ${upstream.questions.length} upstream call(s), ${asked.admitted} answers`,
)
await upstream.stop()

const alone = await withProcesses({ RATE_LIMIT_PER_MINUTE: NO_LIMIT, REDIS_URL: '' }, rate)
const shared = await withProcesses({ RATE_LIMIT_PER_MINUTE: NO_LIMIT }, rate)
console.log(`answers a second: ${alone} counted by each process, ${shared} counted in Redis`)
console.log(`ratio ${(shared / alone).toFixed(2)}`)
await redis.kill()

async function withProcesses<Value>(
  env: Record<string, string>,
  work: (pools: readonly Pool[]) => Promise<Value>,
) {
  redis.cli('flushall')
  const services: Service[] = []
  for (let at = 0; at < PROCESSES; at += 1) {
    services.push(await startService({ REDIS_URL: redis.url, ...env }))
  }
  const pools = services.map(({ url }) => new Pool(url, { connections: CONNECTIONS }))
  try {
    return await work(pools)
  } finally {
    for (const pool of pools) await pool.destroy()
    for (const { kill } of services) await kill()
  }
}

/** Asks all processes, over all connections at once. */
async function ask(pools: readonly Pool[], count: number, untilMs = Number.POSITIVE_INFINITY) {
  let left = count
  let admitted = 0
  const askInTurn = async (pool: Pool) => {
    while (left > 0 && performance.now() < untilMs) {
      left -= 1
      const { statusCode, body } = await pool.request({ path: '/api/top', method: 'GET' })
      await body.dump()
      if (statusCode === 200) admitted += 1
    }
  }
  const callers = pools.flatMap((pool) =>
    Array.from({ length: CONNECTIONS }, () => askInTurn(pool)),
  )
  await Promise.all(callers)
  return { admitted }
}

async function rate(pools: readonly Pool[]) {
  await ask(pools, 1_000)
  const untilMs = performance.now() + SECONDS * 1_000
  const { admitted } = await ask(pools, Number.POSITIVE_INFINITY, untilMs)
  return Math.round(admitted / SECONDS)
}
