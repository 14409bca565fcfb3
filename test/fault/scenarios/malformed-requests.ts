import { connect } from 'node:net'
import { endService } from '../end-service.ts'
import { probe } from '../probe.ts'
import { createRandom, type Random } from '../random.ts'
import { createTally, type Scenario, type TallyBuilder } from '../scenario.ts'
import { startService } from '../service.ts'

/** Each needs a connection of its own, so they are fewer than the generated requests. */
const SHARE = 50
const SENDERS = 8
/** A request that never gets complete is given up after 30 s. */
const MAX_WAIT_MS = 40_000

const BODY = '{"messages":[{"role":"user","content":"top 3"}]}'
const LINES = [
  'GET /api/top HTTP/1.1',
  'POST /stream HTTP/1.1',
  'GET /api/top HTTP/1.0',
  'GET http://localhost/api/top HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT localhost:1 HTTP/1.1',
  'GET  /api/top HTTP/1.1',
  'BREW /api/top HTTP/9.9',
]
const HEADERS = [
  'Host: xn--a',
  'Host: foo.1',
  'Host: 1.2.3.256',
  'Host: a b',
  'Host: localhost\r\nHost: localhost',
  `Host: ${'a'.repeat(300)}`,
  'Host:',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, gzip',
  'Content-Length: 7',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Expect: 100-continue',
  'Expect: miracles',
  'Upgrade: websocket\r\nConnection: upgrade',
  'Connection: close',
  'Authorization: Bearer \u0000',
  'Accept: ;;;',
  `Cookie: ${'a=b; '.repeat(500)}`,
  `X-Long: ${'x'.repeat(20_000)}`,
  ': no name',
  ' folded',
]

/** Bytes that are hardly HTTP, over sockets of their own. */
export const malformedRequests: Scenario = {
  name: 'malformed requests',

  async run({ seed, requests }) {
    const builder = createTally()
    const random = createRandom(seed)
    const service = await startService()
    let left = Math.ceil(requests / SHARE)
    const sendAll = async () => {
      while (left > 0 && service.child.exitCode === null) {
        left -= 1
        await send(service.url, malformed(random), builder)
      }
    }
    await Promise.all(Array.from({ length: SENDERS }, sendAll))
    await probe(`${service.url}/health`, builder)
    await endService(service, builder)
    return builder.tally
  },
}

function malformed(random: Random): string {
  const host = random.chance(0.5) ? ['Host: localhost'] : []
  const others = Array.from({ length: random.below(3) }, () => random.pick(HEADERS))
  const length = random.chance(0.5) ? [`Content-Length: ${BODY.length}`] : []
  const head = [random.pick(LINES), ...host, ...others, ...length].join('\r\n')
  const request = `${head}\r\n\r\n${random.chance(0.5) ? BODY : ''}`
  if (random.chance(0.7)) return request
  const at = random.below(request.length)
  const byte = String.fromCharCode(random.below(256))
  return random.chance(0.5)
    ? request.slice(0, at)
    : request.slice(0, at) + byte + request.slice(at + 1)
}

/** Right is an answer below 500, or a connection that is closed without one. */
function send(url: string, request: string, builder: TallyBuilder): Promise<void> {
  const { hostname, port } = new URL(url)
  const shown = JSON.stringify(request.slice(0, 120))
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ port: Number(port), host: hostname })
    socket.setTimeout(MAX_WAIT_MS, () => {
      builder.wrong(`no end of ${shown}`, 'hangs')
      socket.destroy()
      resolve()
    })
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.on('error', () => {}) // a reset is an answer, too
    socket.on('close', () => {
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(
        ([, status]) => status ?? '',
      )
      if (statuses.some((status) => status >= '500')) {
        builder.wrong(`${statuses} to ${shown}`, 'serverErrors')
      } else builder.right()
      resolve()
    })
    socket.end(request, 'latin1')
  })
}
