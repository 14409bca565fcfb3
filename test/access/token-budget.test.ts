import { describe, expect, it, vi } from 'vitest'
import { createTokenBudget } from '../../src/access/token-budget.ts'
import { createLog } from '../../src/core/log.ts'
import { tokenUse } from '../../src/storage/run-schema.ts'
import { storedTokenUse } from '../../src/storage/token-use.ts'
import { emptyDatabase } from '../helper/test-database.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const HALF_A_DAY_MS = 43_200_000

type Limits = { perDay?: number; perCaller?: number }

/** Processes on one database, and the clock of all. */
async function processes({ perDay, perCaller }: Limits = { perDay: 100 }) {
  const database = await emptyDatabase()
  const stored = storedTokenUse(database)
  let nowMs = NOON
  let isAway = false
  let asked = 0
  const now = () => new Date(nowMs)
  const records: { event: string }[] = []
  const write = (line: string) => records.push(JSON.parse(line))
  const log = createLog({ level: 'info', write, now })
  function available() {
    asked += 1
    if (isAway) throw new Error('away')
    return stored
  }
  const counts: typeof stored = {
    read: async (...of) => available().read(...of),
    add: async (...of) => available().add(...of),
  }
  return {
    database,
    records,
    create: () => createTokenBudget({ perDay, perCaller, counts, now, log, clock: () => nowMs }),
    asked: () => asked,
    pass(ms: number) {
      nowMs += ms
    },
    setAway(value: boolean) {
      isAway = value
    },
  }
}

const accounts = (id: string) => [{ id, times: 1 }]

async function spend(budget: ReturnType<typeof createTokenBudget>, tokens: number, caller = 'ann') {
  const { spend, headers } = await budget.admit(accounts(caller), 1)
  await spend(tokens)
  return headers()
}

/** The refusal of a run that would use nothing. */
async function refusal(budget: ReturnType<typeof createTokenBudget>, caller: string) {
  const { error, spend } = await budget.admit(accounts(caller), 1)
  await spend(0)
  return error
}

describe('a budget of tokens', () => {
  it('is one for all processes and for the next one, until midnight UTC', async () => {
    const { create, pass, database } = await processes()
    const [one, other] = [create(), create()]
    await spend(one, 60)
    await spend(other, 39, 'bob')
    expect(await refusal(one, 'ann')).toBeUndefined()
    await spend(one, 30)
    for (const budget of [one, other, create()]) {
      const error = await refusal(budget, 'cid')
      expect(error).toMatchObject({ code: 'rate-limited', retryAfterMs: HALF_A_DAY_MS })
      expect(error?.message).toMatch(/^The tokens .* midnight UTC\.$/)
    }
    expect(await other.status()).toEqual({
      ...{ limit: 100, limitPerCaller: null, used: 129, refusals: 1, failing: false },
      resetAt: '2026-11-21T00:00:00.000Z',
    })
    pass(HALF_A_DAY_MS)
    expect(await refusal(one, 'ann')).toBeUndefined()
    await spend(one, 5)
    expect(await database.select().from(tokenUse)).toEqual([
      { day: '2026-11-21', key: '', tokens: 5 },
    ])
  })

  it('of a caller is its alone, and the headers are of the limit that is nearer to its end', async () => {
    const { create } = await processes({ perDay: 1_000, perCaller: 100 })
    const budget = create()
    expect(await spend(budget, 40)).toEqual({
      'x-ratelimit-limit-tokens': '100',
      'x-ratelimit-remaining-tokens': '60',
      'x-ratelimit-reset-tokens': '43200s',
    })
    await spend(budget, 70)
    expect((await refusal(budget, 'ann'))?.message).toMatch(/^Your tokens/)
    expect(await refusal(budget, 'bob')).toBeUndefined()
    for (let calls = 0; calls < 10; calls += 1) await spend(budget, 85, `caller-${calls}`)
    expect(await spend(budget, 0, 'bob')).toMatchObject({
      ...{ 'x-ratelimit-limit-tokens': '1000', 'x-ratelimit-remaining-tokens': '40' },
    })
  })

  it('counts what is spent at once', async () => {
    const { create } = await processes()
    const budget = create()
    const runs = await Promise.all([1, 2, 3, 4].map(() => budget.admit(accounts('ann'), 20)))
    await Promise.all(runs.map(({ spend }) => spend(20)))
    expect(await create().status()).toMatchObject({ used: 80 })
    expect(await budget.status()).toMatchObject({ used: 80 })
  })

  it('sets tokens aside, so that of many runs at once only those begin that fit', async () => {
    const { create } = await processes({ perDay: 1_000, perCaller: 100 })
    const [one, other] = [create(), create()]
    const runs = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).admit(accounts('ann'), 30)),
    )
    const admitted = runs.filter(({ error }) => !error)
    expect(admitted.length).toBeLessThanOrEqual(4)
    expect(admitted.length).toBeGreaterThan(0)
    for (const { spend } of admitted) await spend(10)
    expect(await one.status()).toMatchObject({ used: 10 * admitted.length })
    expect(await refusal(one, 'ann')).toBeUndefined()
  })

  it('is asked again before each call of a run', async () => {
    const budget = (await processes()).create()
    const run = await budget.admit(accounts('ann'), 30)
    expect(await run.reserve(50)).toBeUndefined()
    await run.spend(60)
    expect(await run.reserve(50)).toBeUndefined()
    await run.spend(60)
    expect(await run.reserve(50)).toMatchObject({ code: 'rate-limited' })
    expect(await budget.status()).toMatchObject({ used: 120 })
  })

  it('a process counts alone while the database is away, says so, and adds it later', async () => {
    const { create, setAway, asked, records, pass } = await processes()
    const budget = create()
    await spend(budget, 50)
    setAway(true)
    const before = asked()
    await spend(budget, 20)
    await spend(budget, 30)
    expect(await refusal(budget, 'bob')).toBeDefined()
    expect(asked()).toBe(before + 1) // it is left alone for a while
    expect(await budget.status()).toMatchObject({ used: 100, failing: true })
    expect(records.filter(({ event }) => event === 'tokens-counted-alone')).toHaveLength(1)
    setAway(false)
    pass(5_000)
    const other = create()
    expect(await other.status()).toMatchObject({ used: 50 })
    const { spend: spendMore } = await budget.admit(accounts('ann'), 1)
    await spendMore(1)
    expect(await budget.status()).toMatchObject({ used: 101, failing: false })
    expect(await other.status()).toMatchObject({ used: 101 })
    setAway(true)
    pass(HALF_A_DAY_MS)
    expect(await refusal(budget, 'ann')).toBeUndefined()
  })

  it('without a database, a process counts alone, and a Worker waits for what is stored', async () => {
    const waitUntil = vi.fn()
    const { records } = await processes()
    const log = createLog({ level: 'info', write: () => {}, now: () => new Date(NOON) })
    const now = () => new Date(NOON)
    const clock = () => NOON
    const options = { perDay: 10, perCaller: undefined, now, clock, log, waitUntil }
    const budget = createTokenBudget(options)
    await spend(budget, 10)
    expect(await refusal(budget, 'ann')).toBeDefined()
    expect(await budget.status()).toMatchObject({ used: 10, failing: true })
    expect(waitUntil).toHaveBeenCalledTimes(2)
    expect(records).toEqual([])
  })
})
