import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberRecords } from '../helper/platform-proxy.ts'
import { runCli, startCli } from './cli-process.ts'

let folder = ''
let members = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  members = join(folder, 'members.json')
  await writeFile(members, JSON.stringify(memberRecords(3)))
})
afterAll(() => rm(folder, { recursive: true }))

describe('launchboard serve', () => {
  it('launchboard serve prefers its flags to the environment', async () => {
    const env = { PORT: '1', LOG_LEVEL: 'silent', DATABASE_URL: `file:${join(folder, 'p.db')}` }
    const flags = ['--port', '0', '--log-level', 'info']
    const { child, printed, ended } = startCli(['serve', ...flags], { env })
    let stdout = ''
    child.stdout?.on('data', (text) => {
      stdout += text
    })
    await printed('"event":"listening"')
    const url = /"url":"([^"]+)"/.exec(stdout)![1]!
    expect(await (await fetch(`${url}/api/top`)).json()).toMatchObject({ limit: 3 })
    expect(new URL(url).port).not.toBe('1')
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
  }, 60_000)

  it('launchboard serve --workers replaces a worker that dies, and stops all of them', async () => {
    const env = { DATABASE_URL: `file:${join(folder, 'w.db')}` }
    const { child, ended } = startCli(['serve', '--port', '0', '--workers', '2'], { env })
    let stdout = ''
    const listening = async (count: number) => {
      const urls = () => [...stdout.matchAll(/"event":"listening","url":"([^"]+)"/g)]
      while (urls().length < count) stdout += (await once(child.stdout!, 'data'))[0]
      return urls().map(([, url]) => url)
    }
    const [one, other] = await listening(2)
    expect(one).toBe(other)
    expect((await fetch(`${one}/health`)).status).toBe(200)
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    process.kill(Number(children.trim().split(' ')[0]), 'SIGKILL')
    await listening(3)
    child.kill('SIGTERM')
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toContain('Without REDIS_URL the workers share the database only.')
    expect(stderr).toContain('A worker ended (SIGKILL). Another one starts in 250 ms.')
    expect(stderr.match(/API key, shown only once/g)).toHaveLength(1)
  }, 60_000)

  it('launchboard serve --workers ends when the first worker cannot start', async () => {
    const env = { DATABASE_URL: `file:${folder}` }
    const { code, stderr } = await runCli(['serve', '--port', '0', '--workers', '2'], { env })
    expect(code).toBe(2)
    expect(stderr).toContain('The database of DATABASE_URL cannot be used')
    expect((await runCli(['serve', '--workers', 'two'])).stderr).toContain('--workers must be')
  }, 60_000)
})
