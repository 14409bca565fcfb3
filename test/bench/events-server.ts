// The service that the benchmark of live events listens to, in a process of its own; as `board`, with a
// ranking that changes with each message of the parent; or, as `bare`, a node:http server that holds as
// many responses open and writes as many bytes to each.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { createLiveBoards } from '../../src/routes/live.ts'
import { listen } from '../../src/runtime/listen.node.ts'
import { createServices } from '../../src/services.ts'
import { catalogueSource, fixedCatalogue } from '../../src/sources/catalogue.ts'
import { sampleLaunches } from '../../src/sources/sample-catalogue.ts'
import { openLibsql } from '../helper/open-libsql.ts'

const [kind = ''] = process.argv.slice(2)

/** Short, so that what is measured is the way to the readers. */
const BOARD_PACE_MS = 5

process.on('message', async (question) => {
  if (question !== 'heap') return
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.()
    await sleep(50)
  }
  process.send?.(process.memoryUsage().heapUsed)
})

const url = kind === 'bare' ? await bare() : await service()
process.send?.(url)

async function service() {
  const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
  const { database } = await openLibsql(`file:${join(folder, 'bench.db')}`)
  process.on('disconnect', () => {
    rmSync(folder, { recursive: true })
    process.exit()
  })
  const config = parseConfig({ LOG_LEVEL: 'silent', PLATFORM_API_KEYS: 'key' })
  const services = createServices(config, {
    log: createLog({ level: 'silent', write: () => {}, now: () => new Date() }),
    now: () => new Date(),
    clock: () => performance.now(),
    database,
    node: { isLoopback: true },
  })
  const { log, now, defaultTimezone } = services
  const ranking = changingSource(now)
  const liveBoards = createLiveBoards({ ranking, now, log, defaultTimezone, paceMs: BOARD_PACE_MS })
  const address = { hostname: '127.0.0.1', port: 0, log }
  return (await listen(createApp({ ...services, liveBoards }), address)).url
}

/** The sample, in which the first of each list gets a vote with each message. */
function changingSource(now: () => Date) {
  const source = catalogueSource(fixedCatalogue(sampleLaunches()), { now })
  let votes = 0
  process.on('message', (message) => {
    if (message === 'vote') votes += 1
  })
  const top: typeof source.top = async (request) => {
    const { products, ...answer } = await source.top(request)
    const [first, ...others] = products
    const more = first && { ...first, votesCount: (first.votesCount ?? 0) + votes }
    return { ...answer, products: more ? [more, ...others] : [] }
  }
  return { ...source, top }
}

async function bare() {
  process.on('disconnect', () => process.exit())
  const responses = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: ready\ndata: {}\n\n')
      responses.add(response)
      response.on('close', () => responses.delete(response))
      return
    }
    const event = Buffer.from(`event: message-sent\ndata: ${'x'.repeat(700)}\n\n`)
    for (const listening of responses) listening.write(event)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
