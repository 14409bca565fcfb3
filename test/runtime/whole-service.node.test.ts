import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../helper/free-port.ts'
import { type NodeProcess, startNodeAt } from '../helper/node-process.ts'

const KEY = 'a-key-that-is-long-enough'
const children: NodeProcess['child'][] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe('what the service loads before it listens', () => {
  const loaded = sourcesOf('dist/node.js', new Set())
  /** What takes longest to load: the agent, its models, the chat platform, metrics, protocols. */
  const LATER =
    /node_modules\/(ai|@ai-sdk|@modelcontextprotocol|prom-client|drizzle-orm|libsql|undici|zod-openapi|ajv|@cfworker|@opentelemetry)\/|src\/(agent|language|protocols|client|web)\/|src\/chat\/(?!access\/api-key)|src\/storage\/|data\/(?!sample-catalogue)|page-files/

  it('what is loaded before listening includes the rankings', () => {
    const names = ['src/routes/rankings.ts', 'src/config/config.ts', 'data/sample-catalogue.json']
    expect(names.filter((name) => !loaded.some((source) => source.endsWith(name)))).toEqual([])
  })

  it('what is loaded before listening excludes what rankings do not need', () => {
    expect(loaded.filter((source) => LATER.test(source))).toEqual([])
  })

  it('what is loaded before listening is in few files', () => {
    const files = new Set<string>()
    sourcesOf('dist/node.js', files)
    expect(files.size).toBeLessThan(30)
  })
})

describe('a service that has just begun to listen', () => {
  it('an early request waits for the migrated database, and is counted', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const service = await startNodeAt(url, { PLATFORM_API_KEYS: KEY })
    children.push(service.child)
    const users = await fetch(`${url}/v3/users`, { headers: { apikey: KEY } })
    expect(users.status).toBe(200)
    expect(await users.json()).toMatchObject({ data: [] })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const health = /http_request_duration_seconds_count\{route="\/health",[^}]*\} [1-9]/
    expect(metrics).toMatch(health)
  }, 60_000)
})

/** The sources of a file of the build, and of all that it imports before it runs. */
function sourcesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g)
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  const own = sources.map((source: string) => join(dirname(file), source))
  const others = [...imports].map(([, path]) => join(dirname(file), path ?? ''))
  return [...own, ...others.flatMap((other) => sourcesOf(other, seen))]
}
