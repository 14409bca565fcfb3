import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { NODE_VERSIONS, nodeOf } from '../helper/node-version.ts'
import { jsonLines, post, user } from '../helper/test-services.ts'

const run = promisify(execFile)
const KEY = 'package-test-full-access-key'

const USE_CLIENT = `
import { ClientError, createClient } from 'launchboard'

const client = createClient(process.env.URL, { apiKey: process.env.KEY })
const { posts } = await client.api.GET('/api/top', { params: { query: { limit: 2 } } })
console.log(posts.length)
const record = { memberId: 'harbor_ann', guid: 'harbor', uid: 'ann', groupDetails: { guid: 'harbor', name: 'Harbor', type: 'public' }, userDetails: { uid: 'ann', name: 'Ann' } }
for await (const outcomes of client.importMembers([record])) console.log(JSON.stringify(outcomes))
const refused = createClient(process.env.URL, { apiKey: 'wrong', retries: 0 })
const error = await refused.api.GET('/v3/stats').catch((error) => error)
console.log(error instanceof ClientError, error.status)
`

const TYPED = `
import { createClient, type ImportOutcome, type MemberRecord } from 'launchboard'

const client = createClient('http://127.0.0.1:8787', { apiKey: 'key' })
const records: MemberRecord[] = [{ memberId: 'harbor_ann', guid: 'harbor', uid: 'ann' }]
export async function codes(): Promise<string[]> {
  const all: ImportOutcome[] = []
  for await (const outcomes of client.importMembers(records)) all.push(...outcomes)
  return all.map((outcome) => (outcome.success ? 'imported' : outcome.error.code))
}
export async function leader(): Promise<string | undefined> {
  const { posts } = await client.api.GET('/api/top', { params: { query: { limit: 1 } } })
  return posts[0]?.name
}
const chat = createClient('http://127.0.0.1:8787', { authToken: () => 'token' })
export const started: Promise<object> = import('launchboard/service')
export async function words(): Promise<string> {
  let text = ''
  for await (const event of chat.events()) {
    if (event.type === 'text-delta' && event.offset === text.length) text += event.delta
    if (event.type === 'message-sent') return event.message.data?.text ?? text
  }
  return text
}
// @ts-expect-error: a record has a group
export const wrong: MemberRecord = { uid: 'ann' }
`

const REQUIRED = `
const { createClient } = require('launchboard')
console.log(typeof createClient('http://127.0.0.1:8787').importMembers)
`

/** With these, a file finds only the packages that its own package declares. */
const STRICT_MANAGERS = [
  [
    "Yarn with Plug'n'Play",
    '@yarnpkg/cli-dist@4.18.1',
    'bin/yarn.js',
    ['install', '--no-immutable'],
    ['launchboard'],
  ],
  [
    'pnpm without hoisting',
    'pnpm@10.28.0',
    'bin/pnpm.cjs',
    ['install', '--ignore-scripts', '--config.hoist=false'],
    ['exec', 'launchboard'],
  ],
  [
    'npm with linked packages',
    'npm@11.6.2',
    'bin/npm-cli.js',
    ['install', '--install-strategy=linked', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['exec', 'launchboard', '--'],
  ],
] as const

/** As strict as it gets, and with none of the types that Node or we have. */
const STRICT = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
}

describe('the package', { timeout: 120_000 }, () => {
  let folder: string
  let tarball: string
  let service: NodeProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-'))
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder])
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
    tarball = join(folder, filename)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
    await run('npm', ['install', ...quietly, tarball], { cwd: folder })
    service = await startNode({ PLATFORM_API_KEYS: KEY })
  }, 240_000)
  afterAll(() => service.child.kill('SIGKILL'))

  const node = (code: string, env: Record<string, string> = {}) =>
    run(process.execPath, ['--input-type=module', '-e', code], {
      cwd: folder,
      env: { ...process.env, ...env },
    })

  it('the package contains only what it needs', async () => {
    const names = (await readdir(join(folder, 'node_modules'))).filter(
      (name) => !name.startsWith('.'),
    )
    expect(names.sort()).toEqual([
      '@libsql',
      '@neon-rs',
      'detect-libc',
      'launchboard',
      'libsql',
      'tinypool',
    ])
  })

  it('the package has the licences of what is bundled in it', async () => {
    const path = join(folder, 'node_modules', 'launchboard', 'dist', 'THIRD-PARTY-NOTICES.txt')
    const notices = await readFile(path, 'utf8')
    // Parts of the service and of its page.
    for (const name of ['hono', 'undici', 'preact', '@fontsource-variable/inter', 'drizzle-orm']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, \\S+$`, 'm'))
    }
    expect(notices).toContain('Permission is hereby granted, free of charge')
    expect(notices).toContain('Apache License')
    expect(notices).not.toMatch(/^vitest \d/m)
  })

  it('the package has a client for plain JavaScript', async () => {
    const { stdout } = await node(USE_CLIENT, { URL: service.url, KEY })
    const [count, imported, refused] = stdout.trim().split('\n')
    expect(count).toBe('2')
    expect(JSON.parse(imported ?? '')).toMatchObject([{ success: true, record: { uid: 'ann' } }])
    expect(refused).toBe('true 401')
  })

  it.each([
    ['TypeScript 7', () => join(process.cwd(), 'node_modules/@typescript/native/bin/tsc')],
    ['TypeScript 5.9', () => installed('typescript@5.9.3', 'bin/tsc')],
  ])("the package's types need no other types in %s", async (_name, compiler) => {
    await writeFile(join(folder, 'use.ts'), TYPED)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }))
    const checked = run(process.execPath, [await compiler()], { cwd: folder })
    expect((await checked.catch(({ stdout }) => ({ stdout }))).stdout).toBe('')
  })

  it('CommonJS requires the client', async ({ skip }) => {
    skip(!('require_module' in process.features), 'This Node requires no ESM.')
    const code = ['--input-type=commonjs', '-e', REQUIRED]
    expect((await run(process.execPath, code, { cwd: folder })).stdout).toBe('function\n')
  })

  it('a bundle for browsers has the client, and nothing of Node', async () => {
    const contents = "export { createClient } from 'launchboard'"
    const stdin = { contents, resolveDir: folder }
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
    const [{ contents: bundle } = { contents: undefined }] = outputFiles
    const url = `data:text/javascript;base64,${Buffer.from(bundle ?? '').toString('base64')}`
    const { createClient } = await import(/* @vite-ignore */ url)
    expect(createClient('http://127.0.0.1:8787')).toHaveProperty('importMembers')
  })

  it.each(STRICT_MANAGERS)('%s runs the command', async (_name, manager, bin, install, start) => {
    const cwd = await mkdtemp(join(folder, 'strict-'))
    const dependencies = { launchboard: `file:${tarball}` }
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, dependencies }))
    await writeFile(join(cwd, 'yarn.lock'), '')
    const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim()
    const env = { ...process.env, YARN_NPM_REGISTRY_SERVER: registry, YARN_ENABLE_SCRIPTS: 'false' }
    const path = await installed(manager, bin)
    const manage = (args: readonly string[]) => run(process.execPath, [path, ...args], { cwd, env })
    await manage(install)
    const { stdout } = await manage([...start, 'top', '--limit', '1', '--format', 'json'])
    expect(JSON.parse(stdout).posts).toHaveLength(1)
  })

  /** The path of a file of a package, which is installed where it is not depended on. */
  async function installed(spec: string, path: string) {
    const prefix = join(folder, 'tools', spec.replace('/', '-'))
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
    await run('npm', ['install', '--prefix', prefix, ...quietly, spec])
    return join(prefix, 'node_modules', spec.slice(0, spec.lastIndexOf('@')), path)
  }

  it('the package has the command', async () => {
    const launchboard = join(folder, 'node_modules', '.bin', 'launchboard')
    const { stdout } = await run(launchboard, ['top', '--limit', '2', '--format', 'json'], {
      cwd: folder,
    })
    expect(JSON.parse(stdout).posts).toHaveLength(2)
  })

  describe.each(NODE_VERSIONS)('under Node %i', (version) => {
    it('the built service and that of the package answer', async ({ skip }) => {
      const node = await nodeOf(version).catch((error: unknown) =>
        skip(`There is no Node ${version} to be had: ${String(error).slice(0, 300)}`),
      )
      const entry = join(folder, 'serve.js')
      await writeFile(entry, "import 'launchboard/service'")
      for (const where of [{}, { entry }]) {
        const started = await startNode({ PLATFORM_API_KEYS: KEY }, { node, ...where })
        try {
          await answers(started.url)
          started.child.kill('SIGTERM')
          expect(await started.exited).toBe(0)
          expect(started.output().stderr).not.toMatch(/Warning/)
        } finally {
          started.child.kill('SIGKILL')
        }
      }
    }, 300_000)
  })

  /** The ranking, the page and its files, the database, the agent. */
  async function answers(url: string) {
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({ status: 'ready' })
    const { posts } = await (await fetch(`${url}/api/top`)).json()
    expect(posts).toHaveLength(3)
    const page = await (await fetch(`${url}/docs`)).text()
    const [, asset] = page.match(/src="(\/assets\/[^"]+)"/) ?? []
    expect((await fetch(`${url}${asset}`)).status).toBe(200)
    const users = await fetch(`${url}/v3/users`, post({ uid: 'ann', name: 'Ann' }, { apikey: KEY }))
    expect(users.status).toBe(200)
    const stream = await fetch(`${url}/stream`, post({ messages: [user('top 3 last week')] }))
    expect((await jsonLines(stream)).at(-1)).toMatchObject({ type: 'done' })
  }
})
