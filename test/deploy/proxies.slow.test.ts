import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { marked } from 'marked'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../helper/free-port.ts'

const PAUSE_MS = 500
const MAX_LATE_MS = 300

/** The configuration of a proxy, as the document shows it. */
function documented(lang: string) {
  const page = marked.lexer(readFileSync('docs/operate/proxies.md', 'utf8'))
  const block = page.find((token) => token.type === 'code' && token.lang === lang)
  return String(block && 'text' in block ? block.text : '')
}

interface Place {
  folder: string
  port: number
}

/** How each is started, and what stands around its configuration. */
const PROXIES = {
  nginx: {
    wrap: (text: string, { folder, port }: Place) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} server { listen 127.0.0.1:${port}; ${text}\n } }`,
    args: (file: string) => ['-e', '/dev/stderr', '-c', file],
  },
  haproxy: {
    wrap: (text: string, { port }: Place) =>
      `${text.replace('bind :80', `bind 127.0.0.1:${port}`)}\n`,
    args: (file: string) => ['-db', '-f', file],
  },
  caddy: {
    wrap: (text: string, { port }: Place) =>
      `{\n admin off\n}\n${text.replace('launches.example.org', `http://127.0.0.1:${port}`)}`,
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  lighttpd: {
    wrap: (text: string, { folder, port }: Place) =>
      `server.document-root = "${folder}"\nserver.bind = "127.0.0.1"\nserver.port = ${port}\n${text}`,
    args: (file: string) => ['-D', '-f', file],
  },
} as const

const LANGUAGES = { nginx: 'nginx', haproxy: 'haproxy', caddy: 'caddyfile', lighttpd: 'lighttpd' }
const NAMES = ['nginx', 'haproxy', 'caddy', 'lighttpd'] as const
const isMissing = (name: string) =>
  spawnSync('which', [name]).status !== 0 && process.env.CI !== 'true'

let left = 0
/** Writes the time as a line, twice a second; `/silent` a ping every five seconds. */
const upstream = createServer((request, response) => {
  const isSilent = request.url === '/silent'
  response.setHeader('content-type', 'application/x-ndjson')
  response.setHeader('x-accel-buffering', 'no')
  const write = () => response.write(isSilent ? ' ' : `${Date.now()}\n`)
  write()
  const timer = setInterval(write, isSilent ? 5_000 : PAUSE_MS)
  if (!isSilent) setTimeout(() => response.end(), PAUSE_MS * 4)
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

async function start(name: (typeof NAMES)[number]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), `proxy-${name}-`))
  const port = await freePort()
  const { wrap, args } = PROXIES[name]
  const text = wrap(documented(LANGUAGES[name]), { folder, port })
  const file = join(folder, 'config')
  const own = text
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${upstreamPort}`)
    .replace('"port" => 8787', `"port" => ${upstreamPort}`)
  writeFileSync(file, own)
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    PATH: `${process.env.PATH}:/usr/sbin`,
  }
  const proxy: ChildProcess = spawn(name, args(file), { env, stdio: 'ignore' })
  onTestFinished(async () => {
    proxy.kill()
    await once(proxy, 'exit')
    rmSync(folder, { recursive: true })
  })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/silent`).then((r) => r.body?.cancel()), {
    timeout: 10_000,
    interval: 100,
  })
  return port
}

describe.each(NAMES.filter((name) => !isMissing(name)))('%s, as documented', (name) => {
  it('passes each line on at once', { timeout: 30_000 }, async () => {
    const port = await start(name)
    const { body } = await fetch(`http://127.0.0.1:${port}/`)
    const late: number[] = []
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      late.push(Date.now() - Number(text.trim().split('\n')[0]))
    }
    expect(late.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...late)).toBeLessThan(MAX_LATE_MS)
  })

  // lighttpd does not notice it over HTTP/1.1, as the document says.
  it.skipIf(name === 'lighttpd')(
    'tells that the reader of a silent stream has left',
    { timeout: 30_000 },
    async () => {
      const port = await start(name)
      await vi.waitFor(() => expect(left).toBeGreaterThan(0), 12_000)
      const before = left
      const request = get(`http://127.0.0.1:${port}/silent`)
      const [response] = await once(request, 'response')
      response.once('data', () => request.destroy())
      request.on('error', () => {})
      await vi.waitFor(() => expect(left).toBe(before + 1), 12_000)
    },
  )
})
