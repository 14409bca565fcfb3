import { execFile } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCloudflareApi } from '../helper/cloudflare-api.ts'

const run = promisify(execFile)
vi.setConfig({ testTimeout: 300_000 })

const ID = 'b5a3f1de-6d4c-4a0e-8b5b-0f6f2a1c9d3e'
const UPLOAD = 'PUT /workers/scripts/launchboard'
const CREATE = 'POST /d1/database'
const TABLES = "SELECT count(*) AS tables FROM sqlite_schema WHERE name IN ('agents', 'messages')"

let api: Awaited<ReturnType<typeof startCloudflareApi>>
let checkout: string
beforeEach(async () => {
  api = await startCloudflareApi()
  checkout = await mkdtemp(join(tmpdir(), 'launchboard-'))
  for (const name of readdirSync('.').filter(
    (name) => !/^(\.|deploy\.mjs|dist|wrangler)/.test(name),
  )) {
    symlinkSync(resolve(name), join(checkout, name))
  }
  for (const name of ['deploy.mjs', 'wrangler.toml']) await copyFile(name, join(checkout, name))
})
afterEach(async () => {
  api.stop()
  await rm(checkout, { recursive: true })
})

/** What `npm run deploy` does; what it asked of Cloudflare meanwhile. */
async function deploy(...options: string[]) {
  const before = api.calls.length
  const env = { ...process.env, ...api.env }
  await run(process.execPath, ['deploy.mjs', ...options], { cwd: checkout, env })
  return api.calls.slice(before)
}

const databaseOf = (calls: typeof api.calls) => {
  const upload = calls.find(({ call }) => call === UPLOAD)
  return /"name":"DB","type":"d1","id":"([^"]+)"/.exec(upload?.body ?? '')?.[1] ?? ''
}
const positionOf = (calls: typeof api.calls, wanted: RegExp) =>
  calls.findIndex(({ call, body }) => wanted.test(`${call} ${body}`))

describe('npm run deploy', () => {
  it('npm run deploy creates and migrates the database, uploads the Worker, and later only uploads', async () => {
    const unchanged = await readFile('wrangler.toml', 'utf8')
    const first = await deploy()
    const id = databaseOf(first)
    expect(api.queried(id, TABLES)).toMatchObject([{ results: [{ tables: 2 }] }])
    expect(positionOf(first, /^POST \/d1\/database {"name":"launchboard"/)).toBeGreaterThan(-1)
    expect(positionOf(first, /CREATE TABLE `/)).toBeGreaterThan(-1)
    expect(positionOf(first, /CREATE TABLE `/)).toBeLessThan(positionOf(first, new RegExp(UPLOAD)))

    const second = await deploy()
    expect(databaseOf(second)).toBe(id)
    expect(second.filter(({ call }) => call === CREATE)).toEqual([])
    expect(positionOf(second, /CREATE TABLE `/)).toBe(-1)
    expect(await readFile(join(checkout, 'wrangler.toml'), 'utf8')).toBe(unchanged)
  })

  it('npm run deploy migrates the database whose id is in wrangler.toml', async () => {
    api.created('another-name', ID)
    const config = await readFile('wrangler.toml', 'utf8')
    const named = config.replace('"DB"\n', `"DB"\ndatabase_id = "${ID}"\n`)
    expect(named).not.toBe(config)
    await writeFile(join(checkout, 'wrangler.toml'), named)
    const calls = await deploy()
    expect(databaseOf(calls)).toBe(ID)
    expect(calls.filter(({ call }) => call === CREATE)).toEqual([])
    expect(api.queried(ID, TABLES)).toMatchObject([{ results: [{ tables: 2 }] }])
  })

  it('a dry run of the deployment asks for nothing', async () => {
    expect(await deploy('--dry-run')).toEqual([])
  })
})
