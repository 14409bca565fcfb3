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
  apache2: {
    lang: 'apache',
    wrap: (text: string, { folder, port }: Place) =>
      [
        `ServerName localhost\nDefaultRuntimeDir ${folder}\nPidFile ${folder}/pid\nErrorLog ${folder}/log`,
        `Listen 127.0.0.1:${port}\nListen [::1]:${port}`,
        ...['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http'].map((name) => {
          return `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`
        }),
        text.replace(/^RequestHeader .*$/m, ''),
      ].join('\n'),
    args: (file: string) => ['-D', 'FOREGROUND', '-f', file],
  },
  varnishd: {
    lang: 'vcl',
    wrap: (text: string) => text,
    args: (file: string, { folder, port }: Place) => {
      const addresses = ['-a', `127.0.0.1:${port}`, '-a', `[::1]:${port}`]
      return ['-F', '-j', 'none', '-n', join(folder, 'varnish'), ...addresses, '-f', file]
    },
  },
  squid: {
    lang: 'squid',
    wrap: (text: string, { folder, port }: Place) =>
      [
        `pid_filename none\ncache_log ${folder}/log\naccess_log none\nshutdown_lifetime 0 seconds`,
        text.replace(
          /^http_port 80(.*)$/m,
          `http_port 127.0.0.1:${port}$1\nhttp_port [::1]:${port}$1`,
        ),
      ].join('\n'),
    args: (file: string) => ['-N', '-f', file],
  },
  nghttpx: {
    lang: 'nghttpx',
    wrap: (text: string, { port }: Place) =>
      text.replace(
        'frontend=*,443',
        `frontend=127.0.0.1,${port};no-tls\nfrontend=::1,${port};no-tls`,
      ),
    args: (file: string) => [`--conf=${file}`, '--errorlog-file=/dev/null'],
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
  const text = documented(lang).replaceAll('8787', String(servicePort))
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
  const place = { folder, port }
  writeFileSync(file, configuration(place))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, PATH }
  const proxy = spawn(name, PROXIES[name].args(file, place), { env, stdio: 'ignore' })
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
