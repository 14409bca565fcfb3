import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { marked } from 'marked'
import { onTestFinished, vi } from 'vitest'
import { freePort } from './free-port.ts'

interface Place {
  folder: string
  port: number
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** A whole configuration of nginx, of what stands in its `http`. Listens on both addresses of this machine. */
const nginx = (text: string, { folder }: Place) => {
  const paths = TEMPORARY.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
  return `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}\nhttp { access_log off; ${paths}\n${text}\n}`
}

/** How each is started, and what stands around its configuration. */
const PROXIES = {
  nginx: {
    lang: 'nginx',
    wrap: (text: string, place: Place) =>
      nginx(
        `server { listen 127.0.0.1:${place.port}; listen [::1]:${place.port}; ${text}\n}`,
        place,
      ),
    args: (file: string) => ['-e', '/dev/stderr', '-c', file],
  },
  haproxy: {
    lang: 'haproxy',
    wrap: (text: string, { port }: Place) =>
      `${text.replace('bind :80', `bind 127.0.0.1:${port}\n  bind [::1]:${port}`)}\n`,
    args: (file: string) => ['-db', '-f', file],
  },
  caddy: {
    lang: 'caddyfile',
    wrap: (text: string, { port }: Place) =>
      `{\n admin off\n}\n${text.replace('launches.example.org', `http://127.0.0.1:${port}, http://[::1]:${port}`)}`,
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  lighttpd: {
    lang: 'lighttpd',
    wrap: (text: string, { folder, port }: Place) =>
      `server.document-root = "${folder}"\nserver.bind = "127.0.0.1"\nserver.port = ${port}\n$SERVER["socket"] == "[::1]:${port}" {}\n${text}`,
    args: (file: string) => ['-D', '-f', file],
  },
} as const

type ProxyName = keyof typeof PROXIES

const PATH = `${process.env.PATH}:/usr/sbin`
const isMissing = (name: string) =>
  spawnSync('which', [name], { env: { PATH } }).status !== 0 && process.env.CI !== 'true'

/** Those that are installed; where the gate runs, all. */
export const PROXY_NAMES = (Object.keys(PROXIES) as ProxyName[]).filter((name) => !isMissing(name))

/** The configuration of a proxy, as the document shows it. */
function documented(lang: string) {
  const page = marked.lexer(readFileSync('docs/operate/proxies.md', 'utf8'))
  const block = page.find((token) => token.type === 'code' && token.lang === lang)
  return String(block && 'text' in block ? block.text : '')
}

/** Starts a proxy as the document says, before the service at a port of this machine. Returns its own port. */
export function startProxy(name: ProxyName, servicePort: number): Promise<number> {
  const { lang, wrap } = PROXIES[name]
  const text = documented(lang)
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${servicePort}`)
    .replace('"port" => 8787', `"port" => ${servicePort}`)
  return start(name, (place) => wrap(text, place))
}

/** Starts nginx with what stands in its `http`. */
export function startNginx(http: (port: number) => string): Promise<number> {
  return start('nginx', (place) => nginx(http(place.port), place))
}

async function start(name: ProxyName, configuration: (place: Place) => string) {
  const folder = mkdtempSync(join(tmpdir(), `proxy-${name}-`))
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, configuration({ folder, port }))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, PATH }
  const proxy = spawn(name, PROXIES[name].args(file), { env, stdio: 'ignore' })
  onTestFinished(async () => {
    if (proxy.exitCode === null && proxy.kill()) await once(proxy, 'exit')
    rmSync(folder, { recursive: true })
  })
  await vi.waitFor(
    () => fetch(`http://127.0.0.1:${port}/health`).then(({ body }) => body?.cancel()),
    { timeout: 10_000, interval: 100 },
  )
  return port
}
