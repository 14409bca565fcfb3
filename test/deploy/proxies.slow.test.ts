import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROXY_NAMES, startProxy } from '../helper/documented-proxy.ts'

const PAUSE_MS = 150
const LINES = 15
const MAX_FIRST_MS = 300
/** What a proxy may add to a line, as the median, whatever else the machine does. */
const MAX_ADDED_MS = 50

let left = 0
/** Writes the time in lines; `/silent` a ping every five seconds. */
const upstream = createServer((request, response) => {
  const isSilent = request.url === '/silent'
  response.setHeader('content-type', 'application/x-ndjson')
  response.setHeader('x-accel-buffering', 'no')
  const write = () => response.write(isSilent ? ' ' : `${Date.now()}\n`)
  write()
  const timer = setInterval(write, isSilent ? 5_000 : PAUSE_MS)
  if (!isSilent) setTimeout(() => response.end(), PAUSE_MS * LINES)
  response.on('close', () => {
    clearInterval(timer)
    left += 1
  })
})

let upstreamPort = 0
beforeAll(async () => {
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const address = upstream.address()
  upstreamPort = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => upstream.close())

/** How long after it was written the first line is read, and the median of all, in milliseconds. */
async function lateness(port: number) {
  const { body } = await fetch(`http://127.0.0.1:${port}/`)
  const late: number[] = []
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    // Lines that come together were held back since the first of them.
    late.push(Date.now() - Number(text.trim().split('\n')[0]))
  }
  const sorted = late.toSorted((one, other) => one - other)
  return { first: late[0] ?? Infinity, median: sorted[Math.floor(sorted.length / 2)] ?? Infinity }
}

describe.each(PROXY_NAMES)('%s, as documented', (name) => {
  it('passes each line on at once', { timeout: 30_000 }, async () => {
    const port = await startProxy(name, upstreamPort)
    const [direct, proxied] = await Promise.all([lateness(upstreamPort), lateness(port)])
    expect(proxied.first).toBeLessThan(MAX_FIRST_MS)
    expect(proxied.median - direct.median).toBeLessThan(MAX_ADDED_MS)
  })

  // lighttpd does not notice it over HTTP/1.1, as the document says.
  it.skipIf(name === 'lighttpd')(
    'tells that the reader of a silent stream has left',
    { timeout: 40_000 },
    async () => {
      const port = await startProxy(name, upstreamPort)
      await vi.waitFor(() => expect(left).toBeGreaterThan(0), 12_000)
      const before = left
      const request = get(`http://127.0.0.1:${port}/silent`)
      const [response] = await once(request, 'response')
      response.once('data', () => request.destroy())
      request.on('error', () => {})
      // Varnish notices it with the third ping.
      const within = name === 'varnishd' ? 17_000 : 12_000
      await vi.waitFor(() => expect(left).toBe(before + 1), within)
    },
  )
})
