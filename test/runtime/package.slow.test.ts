import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  let service: NodeProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-'))
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder])
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
    await run('npm', ['install', ...quietly, join(folder, filename)], { cwd: folder })
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

  it("the package's types need no other types", async () => {
    await writeFile(join(folder, 'use.ts'), TYPED)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }))
    const tsc = join(process.cwd(), 'node_modules', '@typescript', 'native', 'bin', 'tsc')
    const checked = run(process.execPath, [tsc], { cwd: folder }).catch(({ stdout }) => ({
      stdout,
    }))
    expect((await checked).stdout).toBe('')
  })

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
