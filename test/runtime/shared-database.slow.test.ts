import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { post } from '../helper/test-services.ts'

const MAX_TEST_MS = 60_000

const freshPath = () => join(mkdtempSync(join(tmpdir(), 'launchboard-')), 'platform.db')

function createUser({ url }: NodeProcess, uid: string, key: string) {
  return fetch(`${url}/v3/users`, post({ uid, name: uid }, { apikey: key }))
}

function getUser({ url }: NodeProcess, uid: string, key: string) {
  return fetch(`${url}/v3/users/${uid}`, { headers: { apikey: key } })
}

it(
  'processes that start together share a new database, and one prints a valid key',
  async () => {
    const DATABASE_URL = `file:${freshPath()}`
    const services = await Promise.all(Array.from({ length: 4 }, () => startNode({ DATABASE_URL })))
    const keys = services.flatMap(({ output }) => {
      const shown = output().stderr.matchAll(/API key, shown only once: (\S+)/g)
      return [...shown].map(([, key = '']) => key)
    })
    expect(keys).toHaveLength(1)
    const [key = ''] = keys
    for (const [at, service] of services.entries()) {
      expect((await createUser(service, `u${at}`, key)).status).toBe(200)
      for (const other of services) {
        expect((await getUser(other, `u${at}`, key)).status).toBe(200)
      }
    }
    for (const { child } of services) child.kill('SIGKILL')
  },
  MAX_TEST_MS,
)
