import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { redirect, refusingUrl, replyPage, startUpstream } from '../helper/upstream-server.ts'
import { runCli, startCli, startProcess } from './cli-process.ts'

const HOSTILE = 'Red\u001b[31mname\u202e\twith\na break'

const launch = (id: string, name: string, votesCount: number, topics: string[] = []) => ({
  ...{ id, name, tagline: `=tagline ${id}`, url: `https://kite.example/${id}`, votesCount },
  ...{ commentsCount: 1, launchedAt: '2026-03-04T10:00:00.000Z', topics },
})

const LAUNCHES = [
  launch('1', '風箏🪁日本語のとても長い名前のプロダクト', 1234, ['Developer Tools', 'Kites']),
  launch('2', HOSTILE, 900, ['Kites']),
  launch('3', 'Plain kite', 5),
]

const COMMANDS = [
  ['top', '--limit', '2'],
  ['week', '--days', '31'],
  ['range', '2026-03', '--tz', 'Europe/Berlin'],
  ['search', 'plain', 'kite'],
]
const FORMATS = ['table', 'json', 'csv', 'markdown']

let folder = ''
let env: Record<string, string> = {}
let service: NodeProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  const file = join(folder, 'launches.json')
  await writeFile(file, JSON.stringify(LAUNCHES))
  env = { CATALOGUE_FILE: file }
  service = await startNode({ ...env, AGENT_TOKENS: 'a-token-of-many-characters' })
})

afterAll(async () => {
  service.child.kill()
  await service.exited
  await rm(folder, { recursive: true })
})

const remote = () => ({
  LAUNCHBOARD_URL: service.url,
  LAUNCHBOARD_TOKEN: 'a-token-of-many-characters',
})

/** Each answer says when it was made, and how its window lies. */
const timeless = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T').replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'T')

describe('a list that is asked for by the command', () => {
  it.each(COMMANDS)(
    'a list from the command itself equals the one from an address: %s %s %s',
    async (...args) => {
      for (const format of FORMATS) {
        const words = [...args, '--format', format]
        const [own, other] = await Promise.all([
          runCli(words, { env }),
          runCli(words, { env: remote() }),
        ])
        expect(own.code).toBe(0)
        expect(timeless(own.stdout)).toBe(timeless(other.stdout))
        expect(timeless(own.stderr)).toBe(timeless(other.stderr))
      }
    },
    60_000,
  )

  it('a list as JSON or CSV has the bytes of the route', async () => {
    const headers = { authorization: `Bearer ${remote().LAUNCHBOARD_TOKEN}` }
    const body = async (path: string) => (await fetch(service.url + path, { headers })).text()
    const csv = await runCli(['top', '--format', 'csv'], { env })
    expect(csv.stdout).toBe(await body('/api/top?format=csv'))
    const json = await runCli(['top', '--format', 'json'], { env: remote() })
    expect(timeless(json.stdout)).toBe(timeless(`${await body('/api/top')}\n`))
  })

  it('a list in a pipe has one product a line, separated by tabs', async () => {
    const { stdout } = await runCli(['top'], { env })
    expect(stdout.split('\n')).toEqual([
      '1\t風箏🪁日本語のとても長い名前のプロダクト\t1234\t2026-03-04T10:00:00.000Z\tDeveloper Tools, Kites',
      '2\tRed [31mname with a break\t900\t2026-03-04T10:00:00.000Z\tKites',
      '3\tPlain kite\t5\t2026-03-04T10:00:00.000Z\t',
      '',
    ])
  })

  it('a table has its columns below each other', async () => {
    const { stdout } = await runCli(['top', '--format', 'table', '--limit', '2'], { env })
    expect(stdout).toBe(
      [
        '#  NAME                                      VOTES  LAUNCHED          TOPICS',
        '1  風箏🪁日本語のとても長い名前のプロダクト  1,234  2026-03-04 10:00  Developer Tools, Kites',
        '2  Red [31mname with a break                   900  2026-03-04 10:00  Kites',
        '',
      ].join('\n'),
    )
  })

  it('a list as Markdown is numbered, and names are escaped', async () => {
    const { stdout } = await runCli(['top', '--format', 'markdown'], { env })
    expect(stdout).toContain('2. [Red \\[31mname with a break](https://kite.example/2) — 900 votes')
    expect(stdout).toContain('\n\nSource: the Launchboard catalogue, read ')
  })

  it('what rises, one product and its votes over time are printed, and as JSON like the route', async () => {
    const words = ['trending', '--window', '24h', '--format']
    const rising = await runCli([...words, 'table'])
    const { posts } = JSON.parse((await runCli([...words, 'json'])).stdout)
    const [first = '', ...rows] = rising.stdout.split('\n')
    const headline = posts.length > 0 ? '# NAME VOTES GAINED EXPECTED LAUNCHED TOPICS' : ''
    expect(first.replaceAll(/ +/g, ' ')).toBe(headline)
    expect(rows.filter(Boolean)).toHaveLength(posts.length)
    const top = await runCli(['top', '--limit', '1', '--format', 'json'])
    const [{ id, name }] = JSON.parse(top.stdout).posts
    const product = await runCli(['product', id])
    expect(product.stdout).toContain(`NAME\t${name}\n`)
    expect(product.stdout).toMatch(/^RANK OF THE WEEK\t\d+ of \d+$/m)
    const history = await runCli(['history', id])
    expect(history.stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z\t\d+\t\d+\t\d+$/m)
    const json = await runCli(['history', id, '--format', 'json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ product: { id } })
    expect(await runCli(['product', 'none'])).toMatchObject({ code: 1, stdout: '' })
  }, 60_000)

  it('an empty list says so on standard error, with the reason where it is known', async () => {
    const { code, stdout, stderr } = await runCli(['top', '--topic', 'nowhere'], { env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('No products.\n')
    expect(stderr).toContain('nowhere')
  })

  it('a list ends silently when its reader closes the pipe', async () => {
    const { child, ended } = startCli(['top'], { env })
    child.stdout?.destroy()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })
})

it.each(['table', 'json', 'csv', 'markdown'])(
  'a list at a terminal contains no control characters as %s',
  async (format) => {
    const command = `${process.execPath} bin/launchboard.mjs top --format ${format}`
    const { stdout } = await startProcess('script', ['-qec', command, '/dev/null'], { env }).ended
    expect(stdout).toContain('31mname')
    for (const control of ['\u001b', '\u202e']) expect(stdout).not.toContain(control)
  },
)

describe('a list that cannot be had', () => {
  it('wrong usage is the same error with or without an address', async () => {
    const own = await runCli(['range', '--tz', 'Mars/Olympus'], { env })
    expect(own).toMatchObject({ code: 2, stdout: '' })
    expect(own.stderr).toMatch(/^launchboard: tz: must be .*\(invalid-request\)\n$/)
    expect(await runCli(['range', '--tz', 'Mars/Olympus'], { env: remote() })).toEqual(own)
  })

  it('a list without the needed token says which and where to set it', async () => {
    const { code, stderr } = await runCli(['top', '--url', service.url])
    expect(code).toBe(1)
    expect(stderr).toContain('Set LAUNCHBOARD_TOKEN to a token of the service. (unauthenticated)\n')
  })

  it('a list from an address without a listener says so', async () => {
    const url = await refusingUrl()
    const { code, stderr } = await runCli(['top', '--url', url])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `launchboard: ${url} could not be reached. (unreachable)\n`,
    })
  })

  it('a list from another server or through a redirect is an error', async () => {
    const server = await startUpstream(replyPage(200))
    const page = await runCli(['top', '--url', server.url])
    server.answerWith(replyPage(503))
    const failed = await runCli(['top', '--url', server.url, '--format', 'csv'])
    server.answerWith(redirect('http://127.0.0.1:1/'))
    const sent = await runCli(['top', '--url', server.url], {
      env: { LAUNCHBOARD_TOKEN: 'secret' },
    })
    await server.stop()
    expect(page).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('unreadable'),
    })
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('(status-503)') })
    expect(sent).toMatchObject({ code: 1, stderr: expect.stringContaining('redirected') })
  })

  it('a list from an unreadable catalogue file names the file', async () => {
    const { code, stderr } = await runCli(['top'], {
      env: { CATALOGUE_FILE: join(folder, 'none.json') },
    })
    expect(code).toBe(2)
    expect(stderr).toContain('none.json')
  })
})
