import { env } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { recordedHistory } from '../../src/history/recorded-history.ts'
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
