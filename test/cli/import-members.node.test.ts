import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, memberRecords, startPlatformProxy } from '../helper/platform-proxy.ts'
import { runCli, startCli, startProcess } from './cli-process.ts'

let folder = ''
let members = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  members = join(folder, 'members.json')
  await writeFile(members, JSON.stringify(memberRecords(3)))
})
afterAll(() => rm(folder, { recursive: true }))

describe('launchboard import-members', () => {
  it('import-members takes its flags after --', async () => {
    const typed = ['run', 'import-members', '--', members, '--dry-run']
    const { code, stdout } = await startProcess('npm', typed, { env: { PORT: '1' } }).ended
    expect(code).toBe(0)
    expect(stdout).toContain('3 records, 0 of them invalid')
  }, 60_000)

  it('a CSV file with exactly the columns that the help and the documents name is valid', async () => {
    const { stdout: help } = await runCli(['import-members', '--help'])
    const values: Record<string, string> = { scope: 'admin', 'groupDetails.type': 'public' }
    for (const text of [help, await readFile('docs/chat-platform.md', 'utf8')]) {
      const sentence = /columns such as (.*?userDetails\.name)/s.exec(text)?.[1] ?? ''
      const columns = sentence.match(/\b(?:guid|uid|scope|\w+Details\.\w+)\b/g) ?? []
      const file = join(folder, 'columns.csv')
      await writeFile(file, `${columns}\n${columns.map((column) => values[column] ?? 'name')}\n`)
      const { stdout } = await runCli(['import-members', file, '--dry-run'])
      expect(stdout).toContain('1 record, 0 of them invalid')
    }
  })

  it('import-members finishes although nobody reads its output', async () => {
    const platform = await startPlatformProxy()
    const file = join(folder, 'more.json')
    await writeFile(file, JSON.stringify(memberRecords(120)))
    const env = { PLATFORM_API_KEY: API_KEY, PORT: new URL(platform.url).port }
    const { child, ended } = startCli(['import-members', file], { env })
    child.stdout?.destroy()
    const { code } = await ended
    await platform.stop()
    expect(code).toBe(0)
    expect(platform.members.size).toBe(120)
  }, 30_000)

  it('import-members uses this machine and PORT by default', async () => {
    const platform = await startPlatformProxy()
    const env = { PLATFORM_API_KEY: API_KEY, PORT: new URL(platform.url).port }
    const { code, stdout } = await runCli(['import-members', members], { env })
    await platform.stop()
    expect(stdout).toContain('3 imported.')
    expect(code).toBe(0)
    expect(platform.members.size).toBe(3)
  })
})
