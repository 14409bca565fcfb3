import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportFailure } from '../../src/cli/exit.node.ts'
import { runCommand } from '../../src/cli/program.node.ts'
import { runCli, startProcess } from './cli-process.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A command line within this process that is expected to fail. */
async function failureOf(args: readonly string[], env: Record<string, string> = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: false }) as never
  const terminal = { env, stdin: stream(), stdout: stream(), stderr: stream() }
  const stderr = new PassThrough({ encoding: 'utf8' })
  const code = await runCommand(args, terminal).catch((error) => reportFailure(error, stderr))
  return { code, stderr: String(stderr.read()) }
}

describe('the launchboard command', () => {
  it('launchboard and each of its commands have a help page', async () => {
    const { code, stdout } = await runCli(['--help'])
    expect(code).toBe(0)
    const names = 'serve top week range trending product history search ask mcp import-members'
    for (const name of names.split(' ')) expect(stdout).toContain(`\n  ${name} `)
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    const verbose = await runCli(['--version', '--verbose'])
    expect(verbose.stdout).toMatch(/^\S+\ntime zones 20\d\d[a-z], (bundled|runtime)\n$/)
  })

  it.each([
    [['top', '--limt', '3'], "unknown option '--limt' (Did you mean --limit?)"],
    [['tpo'], "unknown command 'tpo' (Did you mean top?)"],
    [['top', '--format', 'xml'], 'Allowed choices are table, json, csv, markdown.'],
    [['search'], "missing required argument 'words'"],
    [['top', '--url', 'localhost:8787'], '--url must be an http or https URL.'],
    [['top', '--url', 'http://a:b@localhost'], '--url must not contain a user name'],
    [['serve', '--port', 'eighty'], 'The configuration is invalid:\n  --port: must be a number'],
    [['serve', '--host', '0.0.0.0'], 'AGENT_TOKENS'],
  ])('the arguments %j are an error with one sentence and code 2', async (args, message) => {
    const { code, stderr } = await failureOf(args)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^launchboard: /)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  })

  it.each([
    [{ LAUNCHBOARD_URL: 'here' }, 'LAUNCHBOARD_URL must be'],
    [
      { LAUNCHBOARD_URL: 'http://localhost:1', LAUNCHBOARD_TOKEN: 'my secret' },
      'LAUNCHBOARD_TOKEN',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('the environment %j is an error with code 2, and no key is shown', async (env, message) => {
    const { code, stderr } = await failureOf(['top'], env)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('my secret')
  })

  it('a command on its own, also with a blank address, writes its log only when asked to', async () => {
    const env = { LAUNCHBOARD_URL: ' ' }
    expect(await runCli(['top'], { env })).toMatchObject({ code: 0, stderr: '' })
    expect((await runCli(['top', '--verbose'])).stderr).toContain('"event":"request"')
  })

  it('a checkout that is not built says how to build it', async () => {
    const bin = join(folder, 'bin', 'launchboard.mjs')
    await mkdir(dirname(bin))
    await copyFile('bin/launchboard.mjs', bin)
    const { code, stderr } = await startProcess(process.execPath, [bin]).ended
    expect(code).toBe(2)
    expect(stderr).toBe('launchboard: not built yet: run `npm ci && npm run build` first.\n')
  })

  it('npx . runs the command in a checkout', async () => {
    const { code, stdout } = await startProcess('npx', ['.', 'top', '--limit', '1']).ended
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1\t.+\n$/) })
  }, 60_000)
})
