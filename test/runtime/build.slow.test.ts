import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'

const run = promisify(execFile)

const WITHIN_MS = 120_000
vi.setConfig({ testTimeout: 3 * WITHIN_MS })

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe('a build', () => {
  /** What the image is built from, with what is large shared with this checkout. */
  function checkout() {
    const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
    const copied = readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--)(.+) \S+$/gm)
    const parts = new Set([...copied].flatMap(([, names = '']) => names.split(' ')))
    parts.delete('data')
    for (const part of parts) cpSync(part, join(folder, part), { recursive: true })
    for (const part of ['data', 'node_modules']) symlinkSync(resolve(part), join(folder, part))
    return folder
  }

  /** What `npm start` does. */
  function start(cwd: string) {
    const command = 'node build.mjs && exec node dist/node.js'
    const child = spawn('bash', ['-c', command], { cwd, env: { ...process.env, PORT: '0' } })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
      })
    }
    return vi.waitFor(() => {
      expect(output).toMatch(/"listening"/)
      return String(output.match(/"url":"([^"]+)"/)?.[1])
    }, WITHIN_MS)
  }

  it('a build does not disturb another start in the same checkout', async () => {
    const cwd = checkout()
    const first = await start(cwd)
    const others = await Promise.all([start(cwd), start(cwd)])
    for (const url of [first, ...others]) expect((await fetch(`${url}/docs`)).status).toBe(200)
  })

  it('a build leaves nothing but its files', async () => {
    const cwd = checkout()
    await run(process.execPath, ['build.mjs', 'node'], { cwd })
    expect(readdirSync(join(cwd, 'dist')).toSorted()).toEqual([
      'launchboard.js',
      'launchboard.js.map',
      'node.js',
      'node.js.map',
    ])
  })
})
