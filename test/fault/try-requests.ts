import { event, sends } from '../helper/model-server.ts'
import { startNode } from '../helper/node-process.ts'
import { startUpstream } from '../helper/upstream-server.ts'
import { generatedRequests } from './generated-requests.ts'
import { createRandom } from './random.ts'
import { API_KEY, seedPlatform } from './seed-platform.ts'
import { createSender } from './send.ts'
import { createTally, type Tally } from './tally.ts'

const SENDERS = 16
const CALLERS = 100

interface Extent {
  seed: number
  requests: number
  /** The time after which no more are sent. */
  minutes: number
}

/** Sends generated requests to every route that the service describes. */
export async function tryRequests({ seed, requests, minutes }: Extent): Promise<Tally> {
  const builder = createTally()
  const agent = await startUpstream(sends(event({ type: 'text_delta', content: 'Hi' })))
  const service = await startNode({ PLATFORM_API_KEYS: API_KEY })
  const tokens = await seedPlatform(service.url, agent.url)
  await blockedMs(service.url) // The start is not measured.
  const description = await (await fetch(`${service.url}/openapi.json`)).json()
  const addresses = [
    agent.url,
    `${agent.url}/stream`,
    'http://127.0.0.1:1/',
    'not an address',
    'ftp://a',
  ]
  const random = createRandom(seed)
  const next = generatedRequests({ description, random, addresses, tokens })
  const { send, close } = createSender(service.url, CALLERS, builder)

  const endsAtMs = performance.now() + minutes * 60_000
  let left = requests
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (left > 0 && performance.now() < endsAtMs && service.child.exitCode === null) {
        left -= 1
        await send(next())
      }
    }),
  )
  await close()
  if (service.child.exitCode !== null) builder.wrong(`exit code ${service.child.exitCode}`)
  const longestMs = await blockedMs(service.url).catch(() => Number.POSITIVE_INFINITY)
  service.child.kill('SIGKILL')
  await agent.stop()
  return { ...builder.tally, blockedMs: longestMs }
}

/** The longest that its event loop was blocked since it was last asked. */
async function blockedMs(url: string) {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? []
  return Math.round(Number(seconds) * 1_000)
}
