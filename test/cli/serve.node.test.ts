import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberRecords } from '../helper/platform-proxy.ts'
import { startCli } from './cli-process.ts'

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
})
