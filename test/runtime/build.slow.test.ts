import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
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
    const command = 'node build.mjs --if-changed && exec node dist/node.js'
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
      return { url: String(output.match(/"url":"([^"]+)"/)?.[1]), output }
    }, WITHIN_MS)
  }

  it('a start builds only if something has changed, and disturbs no other in the same checkout', async () => {
    const cwd = checkout()
    const first = await start(cwd)
    const unchanged = await start(cwd)
    appendFileSync(join(cwd, 'src/node.ts'), '\n')
    const changed = await Promise.all([start(cwd), start(cwd)])
    for (const { output } of [first, ...changed]) expect(output).toMatch(/^Building the service/)
    expect(unchanged.output).not.toContain('Building')
    for (const { url } of [first, unchanged, ...changed]) {
      expect((await fetch(`${url}/docs`)).status).toBe(200)
    }
  })

  it('a build lists the packages that it has bundled, with where they are from', () => {
    const bill = JSON.parse(readFileSync('dist/bill-of-materials.cdx.json', 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const { version } = packages['node_modules/hono']
    const components: { name: string }[] = bill.components
    expect(components).toContainEqual({
      type: 'library',
      'bom-ref': `pkg:npm/hono@${version}`,
      name: 'hono',
      version,
      purl: `pkg:npm/hono@${version}`,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    })
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['preact', 'libsql', 'drizzle-orm']))
    expect(names).not.toContain('vitest')
  })

  it('a build leaves nothing but its files', async () => {
    const cwd = checkout()
    await run(process.execPath, ['build.mjs', 'node'], { cwd })
    const files = readdirSync(join(cwd, 'dist')).toSorted()
    expect(files.filter((name) => !/^part-[0-9A-Z]{8}\.js(\.map)?$/.test(name))).toEqual([
      'launchboard.js',
      'launchboard.js.map',
      'node.js',
      'node.js.map',
    ])
  })
})
