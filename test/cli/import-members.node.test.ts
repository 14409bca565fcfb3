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
  const npm = (args: readonly string[], env = {}) => startProcess('npm', args, { env }).ended

  it.each([
    [['FILE', '--dry-run'], '--dry-run'],
    [['FILE', '--base-url', 'http://127.0.0.1:1'], '--base-url'],
    [['FILE', '--report=notes'], '--report'],
    [['FILE', '--calls-per-minute', '5'], '--calls-per-minute'],
  ])(
    'npm run import-members %j is an error, because npm keeps a flag',
    async (args, flag) => {
      const platform = await startPlatformProxy()
      const typed = args.map((arg) => (arg === 'FILE' ? members : arg))
      const env = { PLATFORM_API_KEY: API_KEY, PORT: new URL(platform.url).port }
      const { code, stderr } = await npm(['run', 'import-members', ...typed], env)
      await platform.stop()
      expect(code).toBe(2)
      expect(stderr).toContain(
        `launchboard: npm took ${flag} as its own. Use \`npm run import-members -- … ${flag}\`.\n`,
      )
      expect(platform.questions).toEqual([])
    },
    60_000,
  )

  it('a flag that npm exec keeps is an error for any command', async () => {
    const { code, stderr } = await npm(['exec', 'launchboard', 'top', '--limit', '1'])
    expect(code).toBe(2)
    expect(stderr).toContain('npm took --limit as its own. Use `npx launchboard top … --limit`.')
  }, 60_000)

  it('import-members takes its flags after --', async () => {
    const typed = ['run', 'import-members', '--', members, '--dry-run']
    const { code, stdout } = await npm(typed, { PORT: '1' })
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
