import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../helper/free-port.ts'
import { type NodeProcess, startNodeAt } from '../helper/node-process.ts'

const KEY = 'a-key-that-is-long-enough'
const children: NodeProcess['child'][] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
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
