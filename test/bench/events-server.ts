// The service that the benchmark of live events listens to, in a process of its own; or, as `bare`, a node:http server that holds as
// many responses open and writes as many bytes to each.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { modelData } from '../../src/language/model-data.node.ts'
import { listen } from '../../src/runtime/listen.node.ts'
import { createServices } from '../../src/services.ts'
import { openLibsql } from '../helper/open-libsql.ts'

const [kind = ''] = process.argv.slice(2)

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
    modelData,
    database,
    node: { isLoopback: true },
  })
  const address = { hostname: '127.0.0.1', port: 0, log: services.log }
  return (await listen(createApp(services), address)).url
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
