import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import {
  API_KEY,
  memberRecord,
  memberRecords,
  type PlatformProxy,
  refuse,
  startPlatformProxy,
} from '../helper/platform-proxy.ts'
import { runCli, startCli } from './cli-process.ts'

let folder = ''
let platform: PlatformProxy

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  platform = await startPlatformProxy()
})
afterEach(async () => {
  await platform.stop()
  await rm(folder, { recursive: true })
})

async function fileOf(content: string | readonly object[], name = 'members.json') {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const env = (key = API_KEY) => ({ PLATFORM_API_KEY: key, PORT: new URL(platform.url).port })

describe('launchboard import-members', { timeout: 60_000 }, () => {
  it('what failed is shown and written as a file, which is imported once repaired', async () => {
    platform.refuseRecords(({ uid }) => (uid === 'ben' ? `no ${API_KEY}` : undefined))
    const { api } = createClient(platform.url, { apiKey: API_KEY })
    await api.POST('/v3/groups', { body: { guid: 'team', name: 'The team', type: 'public' } })
    const text = 'Mail,Group,Name,Scope\nann,Dock,Ann,\nben,Team,Ben,\ncid,Team,Cid,\u001b田\n'
    const columns = ['--columns', 'uid:Mail,guid:Group,name:Name,scope:Scope']
    const file = await fileOf(text, 'people.csv')
    const { code, stdout, stderr } = await runCli(['import-members', file, ...columns], {
      env: env(),
    })
    expect(stderr).toBe('')
    expect(code).toBe(1)
    const problems = join(folder, 'people.problems.csv')
    expect(
      stdout.replaceAll(`${folder}/`, ''),
    ).toBe(`2 guids were made of other columns, such as dock of “Dock”.
New groups without a type are private.
people.csv: 3 records, 1 of them invalid
people.csv, row 4 (team_cid): scope: must be admin, moderator or participant
people.csv, row 3 (team_ben): no <secret>: no: team_ben
people.problems.csv has 2 rows with a column “problem”: repair and import it.
1 imported, 1 failed, 1 invalid and not sent.
`)
    const repaired = (await readFile(problems, 'utf8')).replaceAll('\u001b田', 'admin')
    expect(stdout + repaired).not.toContain(API_KEY)

    platform.refuseRecords(() => undefined)
    await writeFile(problems, repaired)
    const again = await runCli(['import-members', problems, ...columns], { env: env() })
    expect(again.stdout).toContain('2 imported.')
    expect(again.code).toBe(0)
    // A group that exists stays as it is.
    const { data } = await api.GET('/v3/groups')
    expect(data.map(({ guid, name, type }) => [guid, name, type])).toEqual([
      ['dock', 'Dock', 'private'],
      ['team', 'The team', 'public'],
    ])
  })

  it('details of what exists are changed by --update alone', async () => {
    const { api } = createClient(platform.url, { apiKey: API_KEY })
    await api.POST('/v3/groups', { body: { guid: 'team', name: 'The team', type: 'public' } })
    const text = 'guid,uid,groupDetails.name,groupDetails.type,name\nteam,ann,Crew,public,Ann\n'
    const file = await fileOf(text, 'people.csv')
    const nameOf = async () => (await api.GET('/v3/groups')).data.map(({ name }) => name)
    const first = await runCli(['import-members', file], { env: env() })
    expect(first.stdout).toContain(
      'group team: name differs from the file\nGroups and users that exist stay as they are: --update changes them.\n1 imported.',
    )
    expect(await nameOf()).toEqual(['The team'])
    const second = await runCli(['import-members', file, '--update'], { env: env() })
    expect(second.stdout).toContain('group team: name was updated\n1 imported.')
    expect(await nameOf()).toEqual(['Crew'])
  })

  it('a dry run sends nothing, and needs no key', async () => {
    const file = await fileOf([memberRecord(1), { guid: 'a' }])
    const { code, stdout } = await runCli(['import-members', file, '--dry-run'])
    expect(code).toBe(1)
    expect(stdout).toContain('2 records, 1 of them invalid')
    expect(stdout).toContain('row 2: memberId: is required; uid: is required')
  })

  it.each<[string, string[], string, string]>([
    ['no key', [], '', 'No API key: set PLATFORM_API_KEY, or pipe the key in.'],
    ['no address', ['--base-url', '127.0.0.1'], API_KEY, 'url: must be an http or https URL'],
    ['no columns', ['--columns', 'Email'], API_KEY, 'must be field:column'],
  ])('with %s nothing is begun', async (_name, flags, key, message) => {
    const file = await fileOf(memberRecords(1))
    const ended = await runCli(['import-members', file, ...flags], { env: env(key) })
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    expect(platform.questions).toEqual([])
  })

  it('a key that is refused ends the import at once', async () => {
    platform.failWith(refuse(401, 'AUTH_ERR_APIKEY_NOT_FOUND', {}, `no ${API_KEY}`))
    const file = await fileOf(memberRecords(60))
    const ended = await runCli(['import-members', file], { env: env(''), stdin: `${API_KEY}\n` })
    expect(ended).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('0 imported, 60 not sent.'),
    })
    expect(ended.stderr).toContain('The import ended early: ')
    expect(ended.stderr).not.toContain(API_KEY)
    expect(platform.questions).toHaveLength(1)
  })

  it('Ctrl-C ends the import after the current call', async () => {
    const file = await fileOf(memberRecords(600))
    const { child, ended, printed } = startCli(['import-members', file], { env: env() })
    platform.whenAsked(async (calls) => {
      if (calls !== 3) return
      child.kill('SIGINT')
      await printed('Stopping after the current call.')
    })
    const { code, stdout } = await ended
    expect(code).toBe(130)
    expect(stdout).toContain('150 imported, 450 not sent.')
    expect(stdout).toContain('To send the others, run the same command again.')
  })

  it('an import finishes although nobody reads its output', async () => {
    const file = await fileOf(memberRecords(120))
    const { child, ended } = startCli(['import-members', file], { env: env() })
    child.stdout?.destroy()
    expect((await ended).code).toBe(0)
    expect(platform.members.size).toBe(120)
  })

  it('a CSV file with exactly the columns that the help names is valid', async () => {
    const { stdout: help } = await runCli(['import-members', '--help'])
    const values: Record<string, string> = { scope: 'admin', 'groupDetails.type': 'public' }
    const sentence = /columns such as (.*?userDetails\.name)/s.exec(help)?.[1] ?? ''
    const columns = sentence.match(/\b(?:guid|uid|scope|\w+Details\.\w+)\b/g) ?? []
    const row = columns.map((column) => values[column] ?? 'name')
    const file = await fileOf(`${columns}\n${row}\n`, 'columns.csv')
    const { stdout } = await runCli(['import-members', file, '--dry-run'])
    expect(stdout).toContain('1 record, 0 of them invalid')
  })
})
