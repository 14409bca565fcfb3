import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startNode, startNodeAt } from '../helper/node-process.ts'
import { refusingUrl } from '../helper/upstream-server.ts'

const WITHIN_MS = 20_000
vi.setConfig({ testTimeout: 60_000 })

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function started(...args: Parameters<typeof startNode>) {
  const service = await startNode(...args)
  children.push(service.child)
  return service
}

async function isUp(url: string, requests = 3) {
  for (let count = 0; count < requests; count += 1) {
    expect((await fetch(`${url}/health`)).status).toBe(200)
  }
}

describe('the service on Node, whose log cannot be written', () => {
  it('the service continues when its standard output is closed, and says so once', async () => {
    const { child, url, output, exited } = await started()
    child.stdout!.destroy()
    await vi.waitFor(async () => {
      await isUp(url)
      expect(output().stderr).toMatch(/EPIPE/)
    }, WITHIN_MS)
    child.kill('SIGTERM') // before it ends it tries again
    expect(await exited).toBe(0)
    expect(output().stderr.match(/EPIPE/g)).toHaveLength(1)
  })

  it('the service continues when its standard error is closed too', async () => {
    const { child, url, exited } = await started({ NODE_OPTIONS: '--trace-warnings' })
    child.stderr!.destroy()
    child.stdout!.destroy()
    await isUp(url, 10)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  it('the service continues while the disk is full', async () => {
    const url = await refusingUrl()
    const { child, output } = await startNodeAt(url, {}, { redirect: '> /dev/full' })
    children.push(child)
    await isUp(url)
    expect(output().stderr).toMatch(/ENOSPC/)
  })

  it('the log continues when a named pipe gets a new reader', async () => {
    const pipe = join(mkdtempSync(join(tmpdir(), 'launchboard-')), 'log')
    execFileSync('mkfifo', [pipe])
    const url = await refusingUrl()
    const first = spawn('cat', [pipe])
    const { child } = await startNodeAt(url, { PIPE: pipe }, { redirect: '> "$PIPE"' })
    children.push(child)
    first.kill()
    await once(first, 'exit')
    await isUp(url)
    const second = spawn('cat', [pipe])
    children.push(second)
    const [text] = await once(second.stdout.setEncoding('utf8'), 'data')
    expect(text).toContain('"path":"/health"')
  })

  it('a paused log reader has a bounded backlog and a count of dropped records', async () => {
    const { child, url, records } = await started()
    await vi.waitFor(() => expect(records()).toHaveLength(1), WITHIN_MS)
    child.stdout!.pause()
    const path = `/${'x'.repeat(6_000)}`
    const requests = 1_000
    for (let count = 0; count < requests; count += 50) {
      const answers = Array.from({ length: 50 }, () => fetch(url + path))
      await Promise.all((await Promise.all(answers)).map((answer) => answer.text()))
    }
    child.stdout!.resume()
    const dropped = await vi.waitFor(() => {
      const found = records().find(({ event }) => event === 'log-records-dropped')
      expect(found).toBeDefined()
      return Number(found?.records)
    }, WITHIN_MS)
    expect(dropped).toBeGreaterThan(100)
    const logged = records().filter((record) => record.path === path)
    expect(logged.length + dropped).toBe(requests)
  })
})

// `script` gives a command a terminal of its own. It comes with every Linux; elsewhere it differs.
describe.runIf(process.platform === 'linux')('the service on Node at a terminal', () => {
  it('the log at a terminal is readable text', () => {
    const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
    const service = `timeout -s TERM 3 ${process.execPath} dist/node.js || true`
    const shown = execFileSync('script', ['-qec', service, '/dev/null'], {
      env: { ...process.env, PORT: '0', DATABASE_URL: `file:${join(folder, 'platform.db')}` },
      encoding: 'utf8',
    })
    expect(shown).toMatch(/INFO.*Launchboard is listening at http:\/\/127\.0\.0\.1:\d+/)
    expect(shown).not.toContain('{"time"')
  })
})
