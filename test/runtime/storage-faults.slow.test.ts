import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'libsql'
import { describe, expect, it } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { post } from '../helper/test-services.ts'

const MAX_TEST_MS = 60_000
const MAX_REFUSAL_MS = 30_000
const KEY = 'a-key-with-full-access'

const freshPath = () => join(mkdtempSync(join(tmpdir(), 'launchboard-')), 'platform.db')

const envFor = (path: string) => ({ DATABASE_URL: `file:${path}`, PLATFORM_API_KEYS: KEY })

function createUser({ url }: NodeProcess, uid: string, key = KEY) {
  const body = { uid, name: uid, metadata: { filler: 'x'.repeat(4_000) } }
  return fetch(`${url}/v3/users`, post(body, { apikey: key }))
}

function getUser({ url }: NodeProcess, uid: string, key = KEY) {
  return fetch(`${url}/v3/users/${uid}`, { headers: { apikey: key } })
}

/** What is there once the service is gone, with no chance to say goodbye. */
async function afterKill(service: NodeProcess, path: string) {
  service.child.kill('SIGKILL')
  await service.exited
  const file = new SqliteFile(path)
  const uids = file.prepare('select uid from users order by uid').pluck().all([])
  file.close()
  return uids
}

describe('while another process holds the database’s lock', () => {
  it(
    'while another process locks the database only writes fail, and later ones are kept',
    async () => {
      const path = freshPath()
      const service = await startNode(envFor(path))
      expect((await createUser(service, 'a')).status).toBe(200)
      const other = new SqliteFile(path)
      other.exec('BEGIN IMMEDIATE')

      let refused: Response | undefined
      void createUser(service, 'b').then((response) => {
        refused = response
      })
      let answered = 0
      const deadlineMs = performance.now() + MAX_REFUSAL_MS
      while (!refused && performance.now() < deadlineMs) {
        expect((await fetch(`${service.url}/health`)).status).toBe(200)
        expect((await getUser(service, 'a')).status).toBe(200)
        answered += 1
      }
      expect(answered).toBeGreaterThan(10)
      expect(refused?.status).toBe(503)
      expect(refused?.headers.get('retry-after')).toBe('1')
      expect((await refused!.json()).error.code).toBe('ERR_SERVICE_UNAVAILABLE')
      other.exec('ROLLBACK')
      other.close()

      expect((await createUser(service, 'c')).status).toBe(200)
      expect((await createUser(service, 'd')).status).toBe(200)
      expect(await afterKill(service, path)).toEqual(['a', 'c', 'd'])
    },
    MAX_TEST_MS,
  )
})

describe('where no file may grow any more', () => {
  it(
    'when files cannot grow writes fail, and acknowledged ones are kept',
    async () => {
      const path = freshPath()
      const service = await startNode(envFor(path), { before: 'ulimit -f 1024' })
      const statuses: Record<number, string[]> = { 200: [], 503: [] }
      for (let at = 0; at < 150; at += 1) {
        const uid = `u${at}`
        const { status } = await createUser(service, uid)
        statuses[status]?.push(uid)
        expect(Object.keys(statuses)).toContain(String(status))
      }
      expect(statuses[200]?.length).toBeGreaterThan(20)
      expect(statuses[503]?.length).toBeGreaterThan(20)
      expect((await getUser(service, 'u0')).status).toBe(200)
      expect(await afterKill(service, path)).toEqual(expect.arrayContaining(statuses[200] ?? []))
    },
    MAX_TEST_MS,
  )
})

describe('processes that start together on a new database', () => {
  it(
    'processes that start together share a new database, and one prints a valid key',
    async () => {
      const DATABASE_URL = `file:${freshPath()}`
      const services = await Promise.all(
        Array.from({ length: 4 }, () => startNode({ DATABASE_URL })),
      )
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
})
