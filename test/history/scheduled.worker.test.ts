import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import type { RecordedSource } from '../../src/history/read-day.ts'
import { recordedHistory } from '../../src/history/recorded-history.ts'
import { createRecorder } from '../../src/history/recorder.ts'
import { launches } from '../../src/storage/history-schema.ts'
import { countedD1 } from '../helper/counted-d1.ts'
import { emptyDatabase } from '../helper/test-database.ts'

it('a cron trigger has the Worker take a snapshot, once a turn', async () => {
  const database = await emptyDatabase()
  // The Worker keeps its services, which may be those of another environment.
  vi.resetModules()
  const { default: worker } = await import('../../src/worker.ts')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00Z') })
  const launchedAt = new Date().toISOString()
  const launches = [{ id: 'one', name: 'One', votesCount: 7, launchedAt, topics: ['AI'] }]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(launches))
  const CATALOGUE_URL = 'https://own.example/launches.json'
  const bindings = { ...env, CATALOGUE_URL } as unknown as Parameters<typeof worker.scheduled>[1]

  await worker.scheduled({}, bindings)
  await worker.scheduled({}, bindings)
  vi.restoreAllMocks()

  vi.useRealTimers()
  const now = () => new Date('2026-11-20T18:00:00Z')
  const history = recordedHistory({ database, source: 'catalogue', timezone: 'UTC', now })
  expect(await history.launch('one')).toMatchObject({
    product: { name: 'One', votesCount: 7, topics: ['AI'] },
    snapshots: [{ votes: 7, rank: 1 }],
  })
  expect(await history.state()).toMatchObject({ snapshots: 1 })
})

it('a turn reads as many rows of D1 as it records, however many launches are stored', async () => {
  await emptyDatabase()
  const { rows, database } = countedD1()
  let now = Date.parse('2026-11-20T12:00:00Z')
  const source: RecordedSource = {
    name: 'show-hn',
    timezone: 'UTC',
    pageSize: 100,
    async launches() {
      const rest = { name: 'One', tagline: null, url: null, imageUrl: null, topics: [] }
      const counts = { votesCount: now / 60_000, commentsCount: 0 }
      const launchedAt = '2026-11-20T00:00:00.000Z'
      const products = Array.from({ length: 50 }, (_, at) => {
        return { id: String(at), ...rest, ...counts, launchedAt }
      })
      return { products, source: 'show-hn', asOf: new Date(now).toISOString(), stale: false }
    },
    budget: { total: 10_000, left: async () => null },
  }
  const log = createLog({ level: 'silent', write: () => {}, now: () => new Date(now) })
  const recorder = createRecorder({ database, source, now: () => new Date(now), log })
  const readByTurn = async () => {
    now += 600_000
    const before = rows.read
    await recorder.record(new AbortController().signal)
    return rows.read - before
  }
  await readByTurn()
  const few = await readByTurn()
  await database.insert(launches).select(sql`with recursive old(n) as (
    select 1 union all select n + 1 from old where n < 20000)
    select 1000 + n, 'show-hn', 'old-' || n, 1700000000 + n * 3000, '{}' from old`)
  expect(few).toBeGreaterThan(100)
  expect(await readByTurn()).toBeLessThan(1.1 * few)
})
