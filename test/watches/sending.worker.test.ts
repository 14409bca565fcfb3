import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { recordedHistory } from '../../src/history/recorded-history.ts'
import { watches, watchTurns } from '../../src/storage/watch-schema.ts'
import { createTurn } from '../../src/watches/turn.ts'
import { countedD1 } from '../helper/counted-d1.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { post } from '../helper/test-services.ts'
import { setup } from './watch.fixture.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('the trigger of every minute makes a digest that is due, and sends it by e-mail once', async () => {
  await emptyDatabase()
  // The Worker keeps its services, which may be those of another environment.
  vi.resetModules()
  const { default: worker } = await import('../../src/worker.ts')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T07:59:30Z') })
  const send = vi.fn(async () => ({}))
  const token = 'a-token-of-at-least-20-characters'
  const own = { AGENT_TOKENS: token, EMAIL_FROM: 'board@launch.example', EMAIL: { send } }
  const bindings = { ...env, ...own } as unknown as Parameters<typeof worker.scheduled>[1]

  const body = { digest: 'daily', tz: 'UTC', limit: 2, to: [{ email: 'ann@launch.example' }] }
  const init = post(body, { authorization: `Bearer ${token}` })
  const request = new Request('https://launch.example/api/watches', init)
  expect((await worker.fetch(request, bindings)).status).toBe(200)
  await worker.scheduled({ cron: '* * * * *' }, bindings)
  vi.setSystemTime(new Date('2026-11-20T08:00:30Z'))
  await worker.scheduled({ cron: '*/10 * * * *' }, bindings)
  expect(send).not.toHaveBeenCalled()

  await worker.scheduled({ cron: '* * * * *' }, bindings)
  await worker.scheduled({ cron: '* * * * *' }, bindings)
  expect(send.mock.calls).toEqual([
    [
      {
        from: 'board@launch.example',
        to: 'ann@launch.example',
        subject: expect.stringContaining('2026-11-19'),
        text: expect.stringMatching(/#1 .+, \d+ votes[\s\S]*#2 /),
      },
    ],
  ])
})

it('a turn in which no count moved reads few rows of D1, however many watches there are', async () => {
  await emptyDatabase()
  const { rows, database } = countedD1()
  await database.insert(watches).select(sql`with recursive one(n) as (
    select 1 union all select n + 1 from one where n < 5000)
    select 'w' || n, '', '{"when":{"votes":100}}', '', null, null, null, n, 0, null, null, 0 from one`)
  const { deps } = await setup({ database })
  const history = recordedHistory({ ...deps, source: 'catalogue', timezone: 'UTC' })
  const reading = await history.version()
  await database.insert(watchTurns).values({ source: 'catalogue', atMs: 1, reading, launches: 350 })
  const before = rows.read
  await createTurn({ ...deps, history }).evaluate()
  expect(rows.read - before).toBeLessThan(10)
})
