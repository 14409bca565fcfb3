import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { startCli } from '../cli/cli-process.ts'
import { PROXY_NAMES, startNginx, startProxy } from '../helper/documented-proxy.ts'
import { freePort } from '../helper/free-port.ts'
import { text as says, sendsThenHangs } from '../helper/model-server.ts'
import { startNode, startNodeAt } from '../helper/node-process.ts'
import { post, user } from '../helper/test-services.ts'
import { startUpstream } from '../helper/upstream-server.ts'

const PROXIED = { TRUST_PROXY: '1', ALLOW_PUBLIC: 'true' }

async function startService(env: Record<string, string>) {
  const service = await startNode(env)
  onTestFinished(() => void service.child.kill('SIGKILL'))
  return { ...service, port: Number(new URL(service.url).port) }
}

async function ask(url: string, headers: Record<string, string> = {}) {
  const [response] = await once(get(url, { headers }), 'response')
  const answered: IncomingHttpHeaders = response.headers
  return { status: response.statusCode, headers: answered, body: await text(response) }
}

describe.each(PROXY_NAMES)('the service behind %s, as documented', (name) => {
  it('tells callers apart by their own address, IPv6 too', { timeout: 60_000 }, async () => {
    const { port } = await startService({ ...PROXIED, RATE_LIMIT_PER_MINUTE: '2' })
    const own = await startProxy(name, port)
    const path = `:${own}/api/top`
    const six = `http://[::1]${path}`
    expect((await ask(six)).status).toBe(200)
    expect((await ask(six)).status).toBe(200)
    expect((await ask(six, { 'x-forwarded-for': '2001:db8::7' })).status).toBe(429)
    expect((await ask(`http://127.0.0.1${path}`)).status).toBe(200)
  })

  it('links to the address that its callers use', { timeout: 60_000 }, async () => {
    const { port } = await startService(PROXIED)
    const own = await startProxy(name, port)
    const { body } = await ask(`http://[::1]:${own}/.well-known/agent-card.json`)
    expect(body).toContain(`"http://[::1]:${own}/a2a"`)
  })

  it('the command tells that an answer was cut', { timeout: 60_000 }, async () => {
    const model = await startUpstream(sendsThenHangs(says('so '), says('far')))
    onTestFinished(() => model.stop())
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, ...PROXIED }
    const { port, child } = await startService(env)
    const own = await startProxy(name, port)
    const asked = startCli(['ask', 'hello', '--url', `http://127.0.0.1:${own}`])
    await asked.printed('far')
    child.kill('SIGKILL')
    const { code, stderr } = await asked.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^launchboard: /m)
  })
})

const PARALLEL = 4
const PAUSE_MS = 20

/** The proxy of compose.yaml, before these in place of its replicas. */
function composeProxy(servicePorts: readonly number[]) {
  const { content } = parse(readFileSync('compose.yaml', 'utf8')).configs.proxy
  const servers = (options: string) =>
    servicePorts.map((port) => `server 127.0.0.1:${port}${options};`).join(' ')
  return (port: number) =>
    String(content)
      .replaceAll('$$', '$')
      .replace(/^resolver .*$/m, '')
      .replace(/server replica:8787 resolve(.*);/, (_, options) => servers(options))
      .replace('listen 80', `listen 127.0.0.1:${port}`)
}

describe.skipIf(!PROXY_NAMES.includes('nginx'))(
  'two processes behind the proxy of compose.yaml',
  () => {
    it('restart one after the other without losing an answer', { timeout: 240_000 }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rolling-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const env = { ...PROXIED, DATABASE_URL: `file:${join(folder, 'p.db')}` }
      const ports = [await freePort(), await freePort()]
      const begin = (port: number) => startNodeAt(`http://127.0.0.1:${port}`, env)
      const running = await Promise.all(ports.map(begin))
      onTestFinished(() => running.forEach(({ child }) => void child.kill('SIGKILL')))
      const own = await startNginx(composeProxy(ports))

      const ends: string[] = []
      let isOver = false
      const reader = async () => {
        while (!isOver) {
          const question = post({ messages: [user('top 1 of all time')] })
          const response = await fetch(`http://127.0.0.1:${own}/stream`, question)
          ends.push(`${response.status} ${(await response.text()).trim().split('\n').at(-1)}`)
          await sleep(PAUSE_MS)
        }
      }
      const reading = Array.from({ length: PARALLEL }, () => reader())
      for (const [index, port] of ports.entries()) {
        running[index]?.child.kill('SIGTERM')
        await running[index]?.exited
        running[index] = await begin(port)
      }
      isOver = true
      await Promise.all(reading)
      expect(ends.length).toBeGreaterThan(50)
      expect(ends.filter((end) => !/^200 .*"type":"done"/.test(end))).toEqual([])
    })
  },
)
