import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'

const SHELLS = ['bash', 'dash', 'zsh', 'fish']
const isThere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

const documents = ['docs', 'examples'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`),
)
const blocks = ['README.md', 'CONTRIBUTING.md', ...documents]
  .flatMap(blocksOf)
  .filter(({ language }) => language === 'sh')

describe('the commands of the documents', () => {
  it('no comment stands behind a command: an interactive zsh passes it on as arguments', () => {
    const commented = blocks.filter(({ text }) => /\S[ \t]+# /.test(text))
    expect(commented).toEqual([])
  })

  it("no command has a text in $'…', which dash reads in another way", () => {
    expect(blocks.filter(({ text }) => text.includes("$'"))).toEqual([])
  })

  it.for(SHELLS)('%s parses each of them', (shell, { skip }) => {
    skip(!process.env.CI && !isThere(shell), `There is no ${shell}.`)
    const path = join(mkdtempSync(join(tmpdir(), 'shells-')), 'block')
    // All at once, because shells of a busy machine take their time to start.
    const parsed = (texts: readonly string[]) => {
      writeFileSync(path, `${texts.join('\n')}\n`.replaceAll(/<([a-z ]+)>/g, 'x'))
      return spawnSync(shell, ['-n', path], { encoding: 'utf8' })
    }
    const { status, stderr } = parsed(blocks.map(({ text }) => text))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(parsed(['echo "']).stderr).not.toBe('')
  })
})
