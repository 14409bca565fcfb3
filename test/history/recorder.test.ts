import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { recordedHistory } from '../../src/history/recorded-history.ts'
import { createRecorder, type RecordedSource } from '../../src/history/recorder.ts'
import type { Product } from '../../src/ranking/product.ts'
import type { Database } from '../../src/storage/database.ts'
import { emptyDatabase } from '../helper/test-database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const signal = new AbortController().signal

/** A launch of a day, which gets a vote a minute. */
function launch(id: string, launchedAt: string): Product {
  return {
    id,
    name: `Launch ${id}`,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 0,
    commentsCount: 2,
    launchedAt,
    topics: ['AI'],
  }
}

const LAUNCHES = [
  launch('1', '2026-11-20T00:00:00.000Z'),
  launch('2', '2026-11-20T06:00:00.000Z'),
  launch('3', '2026-11-18T12:00:00.000Z'),
]

interface Setup {
  database?: Database
  startedAt?: string
  source?: Partial<RecordedSource>
}

async function setup({ database, startedAt = '2026-11-20T12:00:00Z', ...rest }: Setup = {}) {
  let nowMs = Date.parse(startedAt)
  const now = () => new Date(nowMs)
  const used = database ?? (await emptyDatabase())
  const windows: string[] = []
  const lines: string[] = []
  const votesOf = ({ launchedAt }: Product) => (nowMs - Date.parse(launchedAt!)) / MINUTE
  const source: RecordedSource = {
    name: 'show-hn',
    timezone: 'UTC',
    pageSize: 100,
    async launches({ window: { postedAfter, postedBefore } }) {
      windows.push(postedAfter.slice(0, 10))
      const products = LAUNCHES.map((product) => ({ ...product, votesCount: votesOf(product) }))
        .filter(({ launchedAt }) => postedAfter <= launchedAt! && launchedAt! < postedBefore)
        .sort((one, other) => other.votesCount - one.votesCount)
      return { products, source: 'show-hn', asOf: now().toISOString(), stale: false }
    },
    ...rest.source,
  }
  const log = createLog({ level: 'debug', write: (line) => lines.push(line), now })
  const recorder = createRecorder({ database: used, source, now, log })
  return {
    database: used,
    history: recordedHistory({ database: used, source: 'show-hn', timezone: 'UTC', now }),
    windows,
    records: () => lines.map((line) => JSON.parse(line)),
    record: () => recorder.record(signal),
    set: (instant: string) => {
      nowMs = Date.parse(instant)
    },
    /** Records every ten minutes, as the timer does. */
    async run(ms: number) {
      for (const end = nowMs + ms; nowMs < end; nowMs += 10 * MINUTE) await recorder.record(signal)
    },
    snapshots: async (id: string) =>
      (
        await recordedHistory({ database: used, source: 'show-hn', timezone: 'UTC', now }).launch(
          id,
        )
      )?.snapshots ?? [],
  }
}

const iso = (instant: number) => new Date(instant).toISOString()
const hours = (list: readonly { at: number }[]) => list.map(({ at }) => iso(at).slice(5, 16))

describe('createRecorder()', () => {
  it('launches of today are read every ten minutes, of the last week every hour', async () => {
    const { run, windows, snapshots } = await setup()
    await run(2 * HOUR)
    const times = (day: string) => windows.filter((one) => one === day).length
    expect(times('2026-11-20')).toBe(12)
    expect(times('2026-11-19')).toBe(2)
    expect(times('2026-11-14')).toBe(2)
    expect(times('2026-11-13')).toBe(0)
    expect((await snapshots('1')).slice(0, 2)).toEqual([
      { at: Date.parse('2026-11-20T12:00:00Z'), votes: 720, comments: 2, rank: 1 },
      { at: Date.parse('2026-11-20T12:10:00Z'), votes: 730, comments: 2, rank: 1 },
    ])
    expect((await snapshots('2'))[0]?.rank).toBe(2)
    expect(hours(await snapshots('3'))).toEqual(['11-20T12:00', '11-20T13:00'])
  })

  it('launches of older days are read once a day', async () => {
    const { record, set, windows } = await setup()
    await record()
    const times: number[] = []
    for (const time of ['20T12:00', '20T23:00', '21T12:00']) {
      windows.length = 0
      set(`2026-12-${time}:00Z`)
      await record()
      times.push(windows.filter((day) => day === '2026-11-18').length)
    }
    expect(times).toEqual([1, 0, 1])
  })

  it('of two processes, one takes each snapshot', async () => {
    const one = await setup()
    const other = await setup({ database: one.database })
    await Promise.all([one.record(), other.record()])
    const days = one.windows.length + other.windows.length
    expect(days).toBe(7)
    expect(await one.snapshots('1')).toHaveLength(1)
  })

  it('days are those of the source', async () => {
    const asked: string[] = []
    const { record } = await setup({
      startedAt: '2026-11-20T05:00:00Z',
      source: {
        timezone: 'America/Los_Angeles',
        async launches({ window: { postedAfter, postedBefore } }) {
          asked.push(`${postedAfter}/${postedBefore}`)
          return { products: [], source: 'show-hn', asOf: '2026-11-20T05:00:00Z', stale: false }
        },
      },
    })
    await record()
    expect(asked[0]).toBe('2026-11-19T08:00:00.000Z/2026-11-20T08:00:00.000Z')
  })

  it('a failing source leaves a gap that is named, and is not asked again in the turn', async () => {
    let isFailing = false
    let calls = 0
    const whole = await setup()
    const { record, set, history, records } = await setup({
      database: whole.database,
      source: {
        async launches(request) {
          calls += 1
          if (isFailing) throw new Error('down')
          return {
            products: [LAUNCHES[0]!].filter(
              ({ launchedAt }) => launchedAt! >= request.window.postedAfter,
            ),
            source: 'show-hn',
            asOf: '2026-11-20T12:00:00Z',
            stale: false,
          }
        },
      },
    })
    await record()
    isFailing = true
    calls = 0
    for (const time of ['12:10', '12:20', '12:30', '12:40']) {
      set(`2026-11-20T${time}:00Z`)
      await record()
    }
    expect(calls).toBe(4)
    expect(records()[0]).toMatchObject({ event: 'history-not-recorded', reason: 'source-failed' })
    const until = Date.parse('2026-11-20T12:40:00Z')
    const from = Date.parse('2026-11-20T12:00:00Z')
    const before = {
      from: Date.parse('2026-11-20T00:00:00Z'),
      until: from,
      reason: 'not-running',
    }
    expect((await history.launch('1'))?.gaps).toEqual([
      before,
      { from, until, reason: 'source-failed' },
    ])
    isFailing = false
    set('2026-11-20T12:50:00Z')
    await record()
    expect((await history.launch('1'))?.gaps).toEqual([
      before,
      { from, until: until + 10 * MINUTE, reason: 'source-failed' },
    ])
  })

  it('a clock that was ahead leaves a gap, and the recording goes on', async () => {
    const { record, set, history, snapshots } = await setup()
    set('2027-11-20T12:00:00Z')
    await record()
    set('2026-11-20T12:00:00Z')
    await record()
    set('2026-11-20T12:10:00Z')
    await record()
    expect(await snapshots('1')).toHaveLength(2)
    expect(await history.state()).toMatchObject({ last: expect.any(Number) })
  })

  it('votes that fall are kept as they were read', async () => {
    let votesCount = 50
    const { record, set, snapshots } = await setup({
      source: {
        async launches({ window }) {
          const isToday = window.postedAfter.startsWith('2026-11-20')
          const products = isToday ? [{ ...LAUNCHES[0]!, votesCount }] : []
          return { products, source: 'show-hn', asOf: '2026-11-20T12:00:00Z', stale: false }
        },
      },
    })
    await record()
    votesCount = 40
    set('2026-11-20T12:10:00Z')
    await record()
    expect((await snapshots('1')).map(({ votes }) => votes)).toEqual([50, 40])
  })

  it('snapshots take half of the budget at most, and nothing of the last quarter', async () => {
    let left = 600
    const calls: number[] = []
    const { record, set, records } = await setup({
      source: {
        budget: { total: 600, periodMs: 15 * MINUTE, left: async () => left },
        async launches() {
          calls.push(left)
          left -= 50
          return { products: [], source: 'show-hn', asOf: '2026-11-20T12:00:00Z', stale: false }
        },
      },
    })
    await record()
    expect(calls).toEqual([600, 550, 500])
    expect(records().at(-1)).toMatchObject({ reason: 'budget-spent' })
    left = 149
    set('2026-11-20T12:10:00Z')
    await record()
    expect(calls).toHaveLength(3)
  })

  it('a database without tables is logged, and nothing is thrown', async () => {
    const { database, record, records } = await setup()
    await database.run(sql`alter table recordings rename to gone`)
    await record()
    await database.run(sql`alter table gone rename to recordings`)
    expect(records().at(-1)).toMatchObject({ event: 'history-not-recorded', level: 'warn' })
  })
})

describe('compact()', () => {
  it('all is kept for 2 days, the last of each hour for 60, and of each day for ever', async () => {
    const { run, set, snapshots, history, record } = await setup({
      startedAt: '2026-11-20T00:00:00Z',
    })
    await run(DAY)
    const whole = await snapshots('1')
    expect(whole).toHaveLength(144)

    set('2026-11-22T00:00:00Z')
    await record()
    expect((await snapshots('1')).filter(({ at }) => at < Date.parse('2026-11-21'))).toHaveLength(
      144,
    )
    set('2026-11-23T00:00:00Z')
    await record()
    const hourly = (await snapshots('1')).filter(({ at }) => at < Date.parse('2026-11-21'))
    expect(hourly).toHaveLength(24)
    expect(hours(hourly).at(0)).toBe('11-20T00:50')
    expect(hours(hourly).at(-1)).toBe('11-20T23:50')

    for (let day = 0; day <= 72; day += 3) {
      set(iso(Date.parse('2026-11-24') + day * DAY))
      await record()
    }
    const daily = (await snapshots('1')).filter(({ at }) => at < Date.parse('2026-11-21'))
    expect(hours(daily)).toEqual(['11-20T23:50'])
    const stored = await Promise.all(
      ['1', '2', '3'].map(async (id) => (await snapshots(id)).length),
    )
    expect((await history.state()).snapshots).toBe(stored.reduce((sum, one) => sum + one))
  })
})
