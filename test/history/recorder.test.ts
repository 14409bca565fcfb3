import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import type { RecordedSource } from '../../src/history/read-day.ts'
import { recordedHistory } from '../../src/history/recorded-history.ts'
import { createRecorder } from '../../src/history/recorder.ts'
import type { Product } from '../../src/ranking/product.ts'
import type { Database } from '../../src/storage/database.ts'
import { snapshots as snapshotRows } from '../../src/storage/history-schema.ts'
import { emptyDatabase } from '../helper/test-database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2026-11-20T12:00:00Z')

const { signal } = new AbortController()

function launch(id: string, launchedAt: string): Product {
  const text = { name: `Launch ${id}`, tagline: null, url: null, imageUrl: null }
  return { id, ...text, votesCount: 0, commentsCount: 2, launchedAt, topics: ['AI'] }
}

const LAUNCHES = [
  launch('1', '2026-11-20T00:00:00.000Z'),
  launch('2', '2026-11-20T06:00:00.000Z'),
  launch('3', '2026-11-18T12:00:00.000Z'),
]

/** So many launches of today. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => launch(String(at), '2026-11-20T00:00:00.000Z'))

interface Setup extends Partial<RecordedSource> {
  database?: Database
  all?: readonly Product[]
}

/** A source whose launches get a vote a minute, and what is recorded of it. */
async function setup({ database, all = LAUNCHES, ...rest }: Setup = {}) {
  const state = { now: START, all, stoodStillAt: undefined as number | undefined }
  const now = () => new Date(state.now)
  const used = database ?? (await emptyDatabase())
  const asked: { day: string; after: string | undefined }[] = []
  const lines: string[] = []
  const votesOf = ({ launchedAt }: Product) =>
    ((state.stoodStillAt ?? state.now) - Date.parse(launchedAt!)) / MINUTE
  const source: RecordedSource = {
    name: 'show-hn',
    timezone: 'UTC',
    pageSize: 20,
    async launches({ window: { postedAfter, postedBefore }, limit, after }) {
      asked.push({ day: postedAfter.slice(0, 10), after })
      const ranked = state.all
        .map((product) => ({ ...product, votesCount: votesOf(product) }))
        .filter(({ launchedAt }) => postedAfter <= launchedAt! && launchedAt! < postedBefore)
        .sort((one, other) => other.votesCount - one.votesCount)
      const end = Number(after ?? 0) + limit
      const next = end < ranked.length ? String(end) : undefined
      const products = ranked.slice(end - limit, end)
      return { products, next, source: 'show-hn', asOf: now().toISOString(), stale: false }
    },
    ...rest,
  }
  const log = createLog({ level: 'debug', write: (line) => lines.push(line), now })
  const recorder = createRecorder({ database: used, source, now, log })
  const { timezone } = source
  const history = recordedHistory({ database: used, source: 'show-hn', timezone, now })
  return {
    state,
    source,
    database: used,
    history,
    asked,
    records: () => lines.map((line) => JSON.parse(line)),
    record: () => recorder.record(signal),
    /** Records every ten minutes, as the timer does. */
    async run(ms: number) {
      for (const end = state.now + ms; state.now < end; state.now += 10 * MINUTE) {
        await recorder.record(signal)
      }
    },
    snapshots: async (id: string) => (await history.launch(id))?.snapshots ?? [],
    count: () => used.$count(snapshotRows),
  }
}

const times = (list: readonly { at: number }[]) =>
  list.map(({ at }) => new Date(at).toISOString().slice(5, 16))

describe('the days of a recorder', () => {
  it('those of today are read every ten minutes, of the week every half hour', async () => {
    const { run, asked, snapshots } = await setup()
    await run(2 * HOUR)
    const readings = (day: string) => asked.filter((one) => one.day === day).length
    expect(['20', '19', '14', '13'].map((day) => readings(`2026-11-${day}`))).toEqual([12, 4, 4, 0])
    expect((await snapshots('1')).slice(0, 2)).toEqual([
      { at: START, votes: 720, comments: 2, rank: 1 },
      { at: START + 10 * MINUTE, votes: 730, comments: 2, rank: 1 },
    ])
    expect((await snapshots('2'))[0]?.rank).toBe(2)
    expect(times(await snapshots('3')).slice(0, 2)).toEqual(['11-20T12:00', '11-20T12:30'])
  })

  it('each step has its last count: a curve has 24 steps of the first two days', async () => {
    const { run, history } = await setup()
    await run(2 * HOUR)
    const counts = (...votes: number[]) =>
      votes.map((count) => ({ at: START + (count - 720) * MINUTE, votes: count }))
    const curves = await history.curves(['1', 'unknown'])
    expect(curves).toEqual(new Map([['1', counts(740, 770, 810, 830)]]))
    const steps = { from: START, until: START + 2 * HOUR, stepMs: HOUR }
    expect(await history.stepwise(['1'], steps)).toEqual(new Map([['1', counts(720, 780, 830)]]))
  })

  it('older ones are read once a day for a month, and then no more', async () => {
    const { record, state, asked } = await setup()
    await record()
    const readings: number[] = []
    for (const at of ['12-10T12:00', '12-10T23:00', '12-11T12:00', '12-25T12:00']) {
      asked.length = 0
      state.now = Date.parse(`2026-${at}:00Z`)
      await record()
      readings.push(asked.filter(({ day }) => day === '2026-11-18').length)
    }
    expect(readings).toEqual([1, 0, 1, 0])
  })

  it('of two processes, one takes each snapshot', async () => {
    const one = await setup()
    const other = await setup({ database: one.database })
    await Promise.all([one.record(), other.record()])
    expect(one.asked.length + other.asked.length).toBe(7)
    expect(await one.snapshots('1')).toHaveLength(1)
  })

  it('they are those of a zone', async () => {
    const { record, state, source, snapshots } = await setup({ timezone: 'America/Los_Angeles' })
    const { launches } = source
    const windows: object[] = []
    source.launches = (request) => {
      windows.push(request.window)
      return launches(request)
    }
    state.now = Date.parse('2026-11-20T07:00:00Z')
    await record()
    const postedAfter = '2026-11-19T08:00:00.000Z'
    expect(windows).toContainEqual({ postedAfter, postedBefore: '2026-11-20T08:00:00.000Z' })
    expect(await snapshots('2')).toHaveLength(1)
  })

  it('a clock that was ahead leaves a gap, and the recording goes on', async () => {
    const { record, state, history, snapshots } = await setup()
    for (const now of [START + 365 * DAY, START, START + 10 * MINUTE]) {
      state.now = now
      await record()
    }
    expect(await snapshots('1')).toHaveLength(2)
    expect((await history.state()).last).toBe(START + 10 * MINUTE)
  })
})

describe('a day that cannot be read whole', () => {
  /** Answers say what is left of a budget, of which each page takes a part. */
  function budgeted(total: number, cost: number, people = 0) {
    const budget = { left: total }
    const spend = (of: RecordedSource) => {
      const { launches } = of
      of.launches = (request) => {
        budget.left -= cost
        return launches(request)
      }
      return of
    }
    const left = async () => ({ left: budget.left - people, resetsAt: null })
    return { budget, spend, port: { total, left } }
  }

  it('is stored as far as it was read, and the next turn goes on; days take turns', async () => {
    // 110 launches a day, six pages each; two pages are a sixth of the budget.
    const all = [0, 1, 2].flatMap((back) =>
      many(110).map(({ id, ...rest }) => {
        const launchedAt = new Date(Date.parse('2026-11-20T00:00:00Z') - back * DAY).toISOString()
        return { ...rest, id: `${back}-${id}`, launchedAt }
      }),
    )
    const { budget, spend, port } = budgeted(1_200, 100)
    const { state, source, record, asked, snapshots, count } = await setup({ all, budget: port })
    spend(source)
    const stored: number[] = []
    for (let turn = 0; turn < 18; turn += 1) {
      budget.left = 1_200
      await record()
      stored.push(await count())
      state.now += 10 * MINUTE
    }
    expect(stored.slice(0, 4)).toEqual([40, 80, 110, 150])
    const read = (back: number) =>
      asked.filter(({ day }) => day === `2026-11-${20 - back}`).map(({ after }) => after ?? '0')
    expect(read(0).slice(0, 6)).toEqual(['0', '20', '40', '60', '80', '100'])
    expect(read(1).length).toBeGreaterThan(5)
    expect(await snapshots('1-109')).toHaveLength(1)
    expect((await snapshots('0-100'))[0]?.rank).toBe(101)
  })

  it('people come first: a sixth of the budget is spent at most, and none once half is gone', async () => {
    const { budget, spend, port } = budgeted(1_200, 50)
    const { state, source, record, asked, records, history } = await setup({ budget: port })
    spend(source)
    await record()
    expect(asked).toHaveLength(4)
    expect(records().at(-1)).toMatchObject({ reason: 'budget-spent' })
    budget.left = 480
    state.now += 10 * MINUTE
    await record()
    expect(asked).toHaveLength(4)
    state.now += 2 * HOUR
    expect((await history.launch('1'))?.gaps.at(-1)).toMatchObject({ reason: 'budget-spent' })
  })

  it('what was spent is known to the process that takes the next turn', async () => {
    const resetsAt = START + 15 * MINUTE
    const budget = { total: 1_200, left: async () => ({ left: left.value, resetsAt }) }
    const left = { value: 1_200 }
    const one = await setup({ budget })
    const other = await setup({ budget, database: one.database })
    for (const { source } of [one, other]) {
      const { launches } = source
      source.launches = (request) => {
        left.value -= 100
        return launches(request)
      }
    }
    await one.record()
    other.state.now += 10 * MINUTE
    await other.record()
    expect([one.asked.length, other.asked.length]).toEqual([2, 0])
  })

  it('a page that fails costs that page alone, and the day begins anew if it fails again', async () => {
    const { state, source, record, asked, snapshots, records } = await setup({ all: many(50) })
    const { launches } = source
    source.launches = (request) =>
      request.after === '20' ? Promise.reject(new Error('down')) : launches(request)
    await record()
    expect(records()[0]).toMatchObject({ event: 'history-not-recorded', reason: 'source-failed' })
    expect(asked.map(({ day }) => day)).toContain('2026-11-19')
    expect(await snapshots('0')).toHaveLength(1)
    for (let turn = 0; turn < 2; turn += 1) {
      state.now += 10 * MINUTE
      await record()
    }
    expect(await snapshots('0')).toHaveLength(2)
    source.launches = launches
    state.now += 10 * MINUTE
    await record()
    expect(await snapshots('49')).toHaveLength(1)
  })

  it('days whose pages fail do not cost the others theirs, and a page that works again is read', async () => {
    const all = [0, 1, 2].flatMap((back) =>
      many(50).map(({ id, ...rest }) => {
        const launchedAt = new Date(Date.parse('2026-11-20T00:00:00Z') - back * DAY).toISOString()
        return { ...rest, id: `${back}-${id}`, launchedAt }
      }),
    )
    const { state, source, record, snapshots } = await setup({ all })
    const { launches } = source
    let hasFailed = false
    source.launches = (request) => {
      const isLasting = !request.window.postedAfter.startsWith('2026-11-18')
      const fails = request.after === '20' && (isLasting || !hasFailed)
      hasFailed ||= request.after === '20' && !isLasting
      return fails ? Promise.reject(new Error('down')) : launches(request)
    }
    await record()
    expect(await snapshots('2-49')).toHaveLength(1)
    for (let turn = 0; turn < 8; turn += 1) {
      state.now += 10 * MINUTE
      await record()
    }
    expect((await snapshots('2-0')).length).toBeGreaterThan(2)
  })

  it('a source that is down is left alone until the next turn, and leaves a gap', async () => {
    const { state, source, record, history } = await setup()
    await record()
    const { launches } = source
    let calls = 0
    source.launches = async () => {
      calls += 1
      throw new Error('down')
    }
    for (let turn = 1; turn <= 7; turn += 1) {
      state.now = START + turn * 10 * MINUTE
      await record()
    }
    expect(calls).toBeLessThanOrEqual(21)
    source.launches = launches
    const gap = { from: START, until: state.now, reason: 'source-failed' }
    expect((await history.launch('1'))?.gaps.at(-1)).toEqual(gap)
    await record()
    state.now += 10 * MINUTE
    await record()
    expect((await history.launch('1'))?.gaps.at(-1)).toEqual({ ...gap, until: state.now })
  })
})

describe('what is no count', () => {
  it('counts that stand still for all at once are taken back, until they move', async () => {
    const budget = { total: 10_000, left: async () => null }
    const { state, run, snapshots, history, count } = await setup({ all: many(30), budget })
    await run(HOUR)
    state.stoodStillAt = state.now - 10 * MINUTE
    await run(6 * HOUR)
    expect(times(await snapshots('7')).at(-1)).toBe('11-20T12:50')
    expect((await history.launch('7'))?.gaps.at(-1)).toMatchObject({ reason: 'source-stalled' })
    expect(await history.state()).toMatchObject({
      last: state.stoodStillAt,
      snapshots: await count(),
    })
    state.stoodStillAt = undefined
    await run(20 * MINUTE)
    expect(times(await snapshots('7')).slice(-2)).toEqual(['11-20T19:00', '11-20T19:10'])
  })

  it('a catalogue may stand still: it says what is true', async () => {
    const { state, run, snapshots } = await setup({ all: many(30) })
    state.stoodStillAt = START
    await run(2 * HOUR)
    expect(await snapshots('7')).toHaveLength(12)
  })

  it('what a source has no more is not counted, though its history stays', async () => {
    const { state, record, history, snapshots } = await setup()
    await record()
    state.all = LAUNCHES.slice(1)
    state.now += 30 * MINUTE
    await record()
    const counted = await history.counted([state.now])
    expect(counted.map(({ id }) => id).sort()).toEqual(['2', '3'])
    expect(await snapshots('1')).toHaveLength(1)
  })

  it('the last count at or before an instant is given', async () => {
    const { state, run, history } = await setup()
    await run(30 * MINUTE)
    state.now = START + 25 * MINUTE
    const counted = await history.counted([state.now, START + MINUTE, START - MINUTE])
    const one = counted.find(({ id }) => id === '1')
    expect(one).toMatchObject({
      id: '1',
      counts: [{ at: START + 20 * MINUTE, votes: 740 }, { at: START, votes: 720 }, undefined],
    })
  })

  it('a database without tables is logged, and nothing is thrown', async () => {
    const { database, record, records } = await setup()
    await database.run(sql`alter table recordings rename to gone`)
    await record()
    await database.run(sql`alter table gone rename to recordings`)
    expect(records().at(-1)).toMatchObject({ event: 'history-not-recorded', level: 'warn' })
  })
})

it('after a month the last snapshot of each hour is kept', async () => {
  const { run, state, record, snapshots, history, count } = await setup()
  await run(3 * HOUR)
  expect(await snapshots('1')).toHaveLength(18)
  for (let turn = 0; turn < 7; turn += 1) {
    state.now = START + 32 * DAY + turn * 10 * MINUTE
    await record()
  }
  expect(times(await snapshots('1'))).toEqual(['11-20T12:50', '11-20T13:50', '11-20T14:50'])
  expect((await history.state()).snapshots).toBe(await count())
})
