import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { redirect, refusingUrl, replyPage, startUpstream } from '../helper/upstream-server.ts'
import { runCli, startCli, startProcess } from './cli-process.ts'

const TOKEN = 'a-token-of-many-characters'
const HOSTILE = 'Red\u001b[31mname\u202e\twith\na break'

const launch = (id: string, name: string, votesCount: number, topics: string[] = []) => ({
  ...{ id, name, tagline: `=tagline ${id}`, url: `https://kite.example/${id}`, votesCount },
  ...{ commentsCount: 1, launchedAt: '2026-03-04T10:00:00.000Z', topics },
})

let folder = ''
let env: Record<string, string> = {}
let remote: Record<string, string> = {}
let service: NodeProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  const file = join(folder, 'launches.json')
  const launches = [
    launch('1', '風箏🪁日本語のとても長い名前のプロダクト', 1234, ['Developer Tools', 'Kites']),
    launch('2', HOSTILE, 900, ['Kites']),
    launch('3', 'Plain kite', 5),
  ]
  await writeFile(file, JSON.stringify(launches))
  env = { CATALOGUE_FILE: file }
  service = await startNode({ ...env, AGENT_TOKENS: TOKEN })
  remote = { LAUNCHBOARD_URL: service.url, LAUNCHBOARD_TOKEN: TOKEN }
})

afterAll(async () => {
  service.child.kill()
  await service.exited
  await rm(folder, { recursive: true })
})

/** Each answer says when it was made, and how its window lies. */
const timeless = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T').replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'T')

describe('a list', { timeout: 60_000 }, () => {
  it.each([
    ['top', '--topic', 'kites', '--format', 'table'],
    ['week', '--days', '31', '--format', 'json'],
    ['range', '2026-03', '--tz', 'Europe/Berlin', '--format', 'csv'],
    ['search', 'plain', 'kite', '--format', 'markdown'],
    ['range', '--tz', 'Mars/Olympus'],
  ])('a list is the same with and without an address: %s %s %s %s', async (...args) => {
    const [own, other] = [await runCli(args, { env }), await runCli(args, { env: remote })]
    expect(own.code).toBe(args[2] === 'Mars/Olympus' ? 2 : 0)
    expect(timeless(JSON.stringify(own))).toBe(timeless(JSON.stringify(other)))
  })

  it('JSON and CSV have the bytes of the route', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const body = async (path: string) => (await fetch(service.url + path, { headers })).text()
    const csv = await runCli(['top', '--format', 'csv'], { env })
    expect(csv.stdout).toBe(await body('/api/top?format=csv'))
    const json = await runCli(['top', '--format', 'json'], { env: remote })
    expect(timeless(json.stdout)).toBe(timeless(`${await body('/api/top')}\n`))
  })

  it('a pipe gets a product a line with tabs, or what it asks for', async () => {
    const lines = async (...args: string[]) =>
      (await runCli(['top', ...args], { env })).stdout.split('\n')
    expect(await lines()).toEqual([
      '1\t風箏🪁日本語のとても長い名前のプロダクト\t1234\t2026-03-04T10:00:00.000Z\tDeveloper Tools, Kites',
      '2\tRed [31mname with a break\t900\t2026-03-04T10:00:00.000Z\tKites',
      '3\tPlain kite\t5\t2026-03-04T10:00:00.000Z\t',
      '',
    ])
    expect(await lines('--format', 'table', '--limit', '2')).toEqual([
      '#  NAME                                      VOTES  LAUNCHED          TOPICS',
      '1  風箏🪁日本語のとても長い名前のプロダクト  1,234  2026-03-04 10:00  Developer Tools, Kites',
      '2  Red [31mname with a break                   900  2026-03-04 10:00  Kites',
      '',
    ])
    const markdown = await lines('--format', 'markdown')
    expect(markdown[1]).toContain(
      '2. [Red &#91;31mname with a break](https://kite.example/2) — 900',
    )
    expect(markdown.at(-2)).toContain('Source: the Launchboard catalogue, read ')
  })

  it('what rises, one product and its votes over time are printed', async () => {
    const rising = await runCli(['trending', '--window', '24h', '--format', 'table'])
    const isEmpty = rising.stderr.includes('No products.')
    const [head = ''] = rising.stdout.split('\n')
    expect(head).toMatch(isEmpty ? /^$/ : /^# +NAME +VOTES +GAINED +EXPECTED +LAUNCHED +TOPICS$/)
    const product = await runCli(['product', 'sample-148'])
    expect(product.stdout).toMatch(/^name\tCurlewtest\n[\s\S]*^rank of the week\t\d+ of \d+$/m)
    const { stdout } = await runCli(['history', 'sample-148'])
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z\t\d+\t\d+\t\d+$/m)
    expect(await runCli(['product', 'none'])).toMatchObject({ code: 1, stdout: '' })
  })

  it('an empty list says so on standard error, with the reason where it is known', async () => {
    const { code, stdout, stderr } = await runCli(['top', '--topic', 'nowhere'], { env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(/^No products\.\n.*nowhere/)
  })

  it('a list ends silently when its reader closes the pipe', async () => {
    const { child, ended } = startCli(['top'], { env })
    child.stdout?.destroy()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  it.each(['table', 'json', 'csv', 'markdown'])(
    'a terminal gets no control characters in %s',
    async (format) => {
      const command = `${process.execPath} bin/launchboard.mjs top --format ${format}`
      const { stdout } = await startProcess('script', ['-qec', command, '/dev/null'], { env }).ended
      expect(stdout).toContain('31mname')
      for (const control of ['\u001b', '\u202e']) expect(stdout).not.toContain(control)
    },
  )

  it('a list that cannot be had is an error with code 1', async () => {
    const failing = async (url: string, env = {}) => {
      const { code, stdout, stderr } = await runCli(['top', '--url', url], { env })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      return stderr
    }
    const hint = 'Set LAUNCHBOARD_TOKEN to a token of the service. (unauthenticated)\n'
    expect(await failing(service.url)).toContain(hint)
    const nowhere = await refusingUrl()
    const message = `launchboard: ${nowhere} could not be reached. (unreachable)\n`
    expect(await failing(nowhere)).toBe(message)
    const server = await startUpstream(replyPage(200))
    expect(await failing(server.url)).toContain('(unreadable)')
    server.answerWith(replyPage(503))
    expect(await failing(server.url)).toContain('(status-503)')
    server.answerWith(redirect('http://127.0.0.1:1/'))
    expect(await failing(server.url, { LAUNCHBOARD_TOKEN: 'secret' })).toContain('(redirected)')
    await server.stop()
  })
})
