import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readArguments } from '../../../src/cli/import/arguments.node.ts'
import { runImport } from '../../../src/cli/import/run-import.node.ts'
import {
  API_KEY,
  fakeClock,
  memberRecord,
  memberRecords,
  type PlatformProxy,
  refuse,
  startPlatformProxy,
} from '../../helper/platform-proxy.ts'
import { redirect, refusingUrl } from '../../helper/upstream-server.ts'
import { startCli } from '../cli-process.ts'

let folder = ''
let file = ''
let platform: PlatformProxy

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  file = join(folder, 'members.ndjson')
  platform = await startPlatformProxy()
})
afterEach(async () => {
  await platform.stop()
  await rm(folder, { recursive: true })
})

const write = (records: readonly object[]) =>
  writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))

const reported = async (path = `${file}.report.ndjson`) =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** The command within this process, on a clock that passes only where it waits. */
async function run(options: object = {}, baseUrl = platform.url) {
  const lines: string[] = []
  const given = readArguments({ file, baseUrl, ...options }, undefined)
  const code = await runImport(given, {
    clock: fakeClock(),
    write: (line) => lines.push(line),
    terminal: undefined,
    key: async () => API_KEY,
    stop: new AbortController().signal,
  })
  return { code, output: lines.join('\n') }
}

/** The built command as somebody starts it. */
function startImport(args: readonly string[], { key = '', stdin = '' } = {}) {
  const env = { PLATFORM_API_KEY: key }
  const { child, ended } = startCli(['import-members', ...args], { env, stdin })
  const output = ended.then(({ code, stdout, stderr }) => ({ code, output: stdout + stderr }))
  return { child, ended: output }
}

const quick = () => ['--base-url', platform.url, '--calls-per-minute', '1000000']

describe('import-members', () => {
  it('a file is imported, and the report has the outcome of each record', async () => {
    await write(memberRecords(120))
    const { code, output } = await run()
    expect(code).toBe(0)
    expect(output).toContain('120 records, 0 of them invalid')
    expect(output).toContain('120 imported.')
    expect(platform.members.size).toBe(120)
    const lines = await reported()
    expect(lines).toHaveLength(120)
    expect(lines[7]).toMatchObject({ memberId: 'team_user-7', row: 8, outcome: 'imported' })
  })

  it('valid records are sent, and invalid and refused ones are named', async () => {
    platform.refuseRecords(({ uid }) => (uid === 'user-2' ? 'ERR_UID_NOT_FOUND' : undefined))
    await write([memberRecord(1), { ...memberRecord(2) }, { memberId: 'm\u001b[31m', uid: 'x' }])
    const { code, output } = await run()
    expect(code).toBe(1)
    expect(output).toContain('row 3 (m [31m): guid: is required')
    expect(output).toContain('1 imported, 1 failed, 1 invalid and not sent.')
    expect(output).toContain(`${file}, row 2 (team_user-2): ERR_UID_NOT_FOUND: `)
    expect(platform.imported).toEqual(['team_user-1'])
    expect((await reported()).map(({ outcome, code }) => [outcome, code])).toEqual([
      ['invalid', 'invalid-record'],
      ['imported', undefined],
      ['failed', 'ERR_UID_NOT_FOUND'],
    ])
  })

  it('the first failures are named, and the report has the others', async () => {
    platform.refuseRecords(() => 'ERR_UID_NOT_FOUND')
    await write(memberRecords(22))
    const { output } = await run()
    expect(output.match(/: ERR_UID_NOT_FOUND: /g)).toHaveLength(20)
    expect(output).toContain(`… and 2 more, see ${file}.report.ndjson`)
  })

  it('a second import says what is skipped and how to send it again', async () => {
    await write(memberRecords(1))
    await run()
    const { output } = await run()
    expect(output).toContain('1 record, 0 of them invalid')
    expect(output).toContain(`1 imported before, according to ${file}.report.ndjson.`)
    expect(output).toContain(`delete ${file}.report.ndjson first`)
  })

  it('a second import sends what failed or was changed', async () => {
    platform.refuseRecords(({ uid }) => (uid === 'user-2' ? 'ERR_UID_NOT_FOUND' : undefined))
    await write(memberRecords(4))
    await run()
    platform.refuseRecords(() => undefined)
    platform.imported.length = 0
    const changed = { ...memberRecord(3), scope: 'admin' }
    await write([memberRecord(0), memberRecord(1), memberRecord(2), changed])
    const { code, output } = await run()
    expect(platform.imported).toEqual(['team_user-2', 'team_user-3'])
    expect(output).toContain('2 imported, 2 imported before, according to ')
    expect(code).toBe(0)
  })

  it('a report counts only for its own platform', async () => {
    await write(memberRecords(4))
    await run()
    const other = await startPlatformProxy()
    await run({}, other.url)
    expect(other.members.size).toBe(4)
    await other.stop()
  })

  it('of two records of one member the last one wins, in a second import too', async () => {
    const first = memberRecord(1)
    const second = { ...first, scope: 'admin' }
    await write([first, second])
    for (let runs = 0; runs < 2; runs += 1) {
      await run()
      expect(platform.members.get(first.memberId)).toMatchObject({ scope: 'admin' })
    }
  })

  it('a dry run sends nothing', async () => {
    await write([memberRecord(1), { guid: 'a' }])
    const { code, output } = await run({ dryRun: true })
    expect(code).toBe(1)
    expect(output).toContain('row 2: memberId: is required; uid: is required')
    expect(platform.questions).toEqual([])
  })

  it('an unreachable platform ends the import early and says how to continue', async () => {
    await write(memberRecords(60))
    const { code, output } = await run({}, await refusingUrl())
    expect(code).toBe(1)
    expect(output).toContain('could not be reached. Retrying in 1 s.')
    expect(output).toContain(
      'The import ended early: The platform could not be reached. (unreachable)',
    )
    expect(output).toContain('0 imported, 60 not attempted.')
    expect(output).toContain('To continue, run the same command again.')
  })

  it('an invalid key or a redirect ends the import at once', async () => {
    await write(memberRecords(60))
    platform.failWith(refuse(401, 'AUTH_ERR_APIKEY_NOT_FOUND', {}, `no key ${API_KEY} here`))
    const refused = await run()
    expect(refused.code).toBe(2)
    expect(refused.output).toContain('no key <API_KEY> here (AUTH_ERR_APIKEY_NOT_FOUND)')
    platform.failWith(redirect('http://example.com/'))
    expect((await run()).code).toBe(2)
    expect(platform.questions).toHaveLength(2)
  })

  it('a file that is no report is an error and is not overwritten', async () => {
    await write(memberRecords(1))
    const other = join(folder, 'notes.txt')
    await writeFile(other, 'my notes\nmore')
    await expect(run({ report: other })).rejects.toThrow('line 1: is not a line of a report')
    expect(await readFile(other, 'utf8')).toMatch(/^my notes\n/)
  })

  it('an import continues after a report whose last line is incomplete', async () => {
    await write(memberRecords(3))
    await run()
    const report = `${file}.report.ndjson`
    await writeFile(report, (await readFile(report, 'utf8')).slice(0, -20))
    platform.imported.length = 0
    await run()
    expect(platform.imported).toEqual(['team_user-2'])
    expect((await reported()).map(({ memberId }) => memberId)).toHaveLength(3)
  })

  it.each([
    ['a rate that is none', { callsPerMinute: 'x' }, '--calls-per-minute must be a number.'],
    ['an address that is none', { baseUrl: '127.0.0.1' }, '--base-url must be an http or https'],
    ['the file as its own report', { report: 'members.csv' }, 'must be a different file'],
  ])('%s is an error that says what is wrong', (_name, options, message) => {
    const typed = { file: 'members.csv', ...options }
    expect(() => readArguments(typed, undefined)).toThrow(message)
  })

  it.each([
    [undefined, 'http://127.0.0.1:8787'],
    ['9123', 'http://127.0.0.1:9123'],
  ])('with PORT %s and no base URL this machine is used', (port, baseUrl) => {
    expect(readArguments({ file }, port)).toMatchObject({ baseUrl })
    const elsewhere = { file, baseUrl: 'http://example.com' }
    expect(readArguments(elsewhere, port)).toMatchObject(elsewhere)
  })

  it('with PORT=0 a base URL is required', () => {
    expect(() => readArguments({ file }, '0')).toThrow('--base-url')
  })
})

describe('the process of import-members', { timeout: 60_000 }, () => {
  it('the key is read from the environment or a pipe and never shown', async () => {
    await write(memberRecords(60))
    platform.refuseRecords(({ uid }) => (uid === 'user-9' ? `no ${API_KEY}` : undefined))
    const { code, output } = await startImport([file, ...quick()], { key: API_KEY }).ended
    expect(code).toBe(1)
    expect(output).toContain('59 imported, 1 failed.')
    const piped = await startImport([file, ...quick()], { stdin: `${API_KEY}\n` }).ended
    expect(piped).toMatchObject({ code: 1 })
    expect(piped.output).toContain('59 imported before')
    expect(output + piped.output + JSON.stringify(await reported())).not.toContain(API_KEY)
  })

  it('a missing key exits with 2, and the help with 0', async () => {
    await write(memberRecords(1))
    const [keyless, help] = await Promise.all([
      startImport([file, ...quick()]).ended,
      startImport(['--help']).ended,
    ])
    expect(keyless).toMatchObject({ code: 2, output: expect.stringContaining('No API key') })
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('--dry-run') })
  })

  it('an import killed in the middle loses no record and repeats no answered one', async () => {
    await write(memberRecords(600))
    const { child, ended } = startImport([file, ...quick()], { key: API_KEY })
    platform.whenAsked(async (calls) => {
      if (calls !== 5) return
      child.kill('SIGKILL')
      await ended
    })
    await ended
    const known = (await reported()).map(({ memberId }) => memberId)
    expect(known.length).toBeGreaterThanOrEqual(150)
    expect(known.length).toBeLessThan(600)

    platform.whenAsked(() => undefined)
    platform.imported.length = 0
    const { code } = await startImport([file, ...quick()], { key: API_KEY }).ended
    expect(code).toBe(0)
    expect(platform.members.size).toBe(600)
    expect(platform.imported.filter((memberId) => known.includes(memberId))).toEqual([])
    const acknowledged = (await reported()).map(({ memberId }) => memberId)
    expect(acknowledged.toSorted()).toEqual(
      memberRecords(600)
        .map(({ memberId }) => memberId)
        .toSorted(),
    )
  })

  it('Ctrl-C stops the import after the current call and says how to continue', async () => {
    await write(memberRecords(600))
    const { child, ended } = startImport([file, ...quick()], { key: API_KEY })
    platform.whenAsked(async (calls) => {
      if (calls !== 3) return
      const told = new Promise((resolve) => child.stderr!.once('data', resolve))
      child.kill('SIGINT')
      await told
    })
    const { code, output } = await ended
    expect(code).toBe(1)
    expect(output).toContain('150 imported, 450 not attempted.')
    expect(output).toContain('To continue, run the same command again.')
    expect(await reported()).toHaveLength(150)
  })
})
