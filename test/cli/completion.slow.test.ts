import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanEnv, runCli, startProcess } from './cli-process.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  await symlink(resolve('bin/launchboard.mjs'), join(folder, 'launchboard'))
})
afterAll(() => rm(folder, { recursive: true }))

const hasShell = (shell: string) => spawnSync(shell, ['--version']).status === 0

async function run(shell: string, args: readonly string[]) {
  const PATH = `${folder}:${cleanEnv().PATH}`
  const { stdout, stderr } = await startProcess(shell, args, { env: { PATH }, cwd: folder }).ended
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

/** What bash offers at a Tab behind these words, by the function that the script registers. */
function bashOffers(words: readonly string[]) {
  const script = `
    source <(launchboard completion bash)
    source <(launchboard completion bash)
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    "$(complete -p launchboard | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
    printf '%s\\n' "\${COMPREPLY[@]}"`
  return run('bash', ['-c', script, 'bash', 'launchboard', ...words])
}

describe('completion in bash', () => {
  it.each([
    [['se'], ['serve', 'search']],
    [['top', '--l'], ['--limit']],
    [
      ['top', '--format', ''],
      ['table', 'json', 'csv', 'markdown'],
    ],
    [['top', '--format', 'm'], ['markdown']],
    [['top', '--format', '=', 'c'], ['csv']],
    [
      ['ask', '--format', '='],
      ['markdown', 'json'],
    ],
    [['completion', 'z'], ['zsh']],
    [['import-members', './f'], []],
  ])('bash completion after %j offers %j', async (words, offered) => {
    expect(await bashOffers(words)).toEqual(offered)
  })

  it('bash completion neither runs nor overwrites what was typed', async () => {
    await writeFile(join(folder, 'notes'), 'kept')
    await bashOffers([
      'ask',
      '$(touch run)',
      '`touch run`',
      ';',
      'touch',
      'run',
      '>',
      'notes',
      '--f',
    ])
    expect(await readdir(folder)).not.toContain('run')
    expect((await startProcess('cat', [join(folder, 'notes')]).ended).stdout).toBe('kept')
  })
})

describe('completion in other shells', () => {
  it('fish completion offers the same words', { skip: !hasShell('fish') }, async () => {
    const script = 'launchboard completion fish | source; complete -C "launchboard top --format "'
    const offered = await run('fish', ['--no-config', '-c', script])
    expect(offered.map((line) => line.trim()).toSorted()).toEqual([
      'csv',
      'json',
      'markdown',
      'table',
    ])
  })

  it.each(['zsh', 'fish'])('the completion script is valid in %s', async (shell) => {
    const { code, stdout } = await runCli(['completion', shell])
    expect(code).toBe(0)
    expect(stdout).toContain('launchboard complete --')
    if (!hasShell(shell)) return
    const file = join(folder, `script.${shell}`)
    await writeFile(file, stdout)
    expect(await run(shell, ['-n', file])).toEqual([])
  })
})
