import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { createResumableRuns } from '../../src/runs/resumable-runs.ts'
import { createRunLeases, type RunLeases } from '../../src/runs/run-leases.ts'
import { runEvents, runs } from '../../src/storage/run-schema.ts'
import { chunks } from '../../src/storage/statements.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { silentLog as log } from '../platform/delivery/delivery.fixture.ts'

const { signal } = new AbortController()

const waitFor = <Value>(check: () => Value) => vi.waitFor(check, { timeout: 15_000 })

const LOST = 1_000_000_000_000

/** A process that no longer renews what it has: it was killed. */
const dead: RunLeases = { take: () => ({ changed() {}, release: async () => {} }) }

/** Two processes on one database: the clocks of their machines differ by ten minutes. */
async function processes(first?: RunLeases, unreadMs?: number) {
  const database = await emptyDatabase()
  let nowMs = Date.now()
  const create = (aheadMs: number, leases = createRunLeases({ database, log })) => {
    const now = () => new Date(nowMs + aheadMs)
    return createResumableRuns({ database, now, log, leases, unreadMs })
  }
  /** To the database it is the same whether time passes or what it holds gets older. */
  const pass = async (ms: number) => {
    nowMs += ms
    const { startedAtMs, expiresAtMs, endedAtMs, readAtMs } = runs
    const columns = { startedAtMs, expiresAtMs, endedAtMs, readAtMs }
    const older = Object.entries(columns).map(([name, column]) => [name, sql`${column} - ${ms}`])
    await database.update(runs).set(Object.fromEntries(older))
  }
  return { database, pass, one: create(0, first), other: create(600_000) }
}

type Runs = ReturnType<typeof createResumableRuns>

interface Started {
  caller?: string
  countedFor?: string
  chatId?: string
}

/** A run whose events come when a test says so. */
async function start(runs: Runs, { caller = 'ann', countedFor = caller, chatId }: Started = {}) {
  let push: (event: string) => void = () => {}
  let end = () => {}
  const events = new ReadableStream<string>({
    start(controller) {
      push = (event) => controller.enqueue(event)
      end = () => controller.close()
    },
  })
  let isOver = false
  const stop = vi.fn(() => {
    if (!isOver) end()
    isOver = true
  })
  const wire = { headers: { 'content-type': 'text/plain' }, lost: ['lost'] }
  const run = await runs.start({ caller, countedFor, chatId, wire, events, stop })
  return { run, runId: run?.runId ?? '', push, end, stop }
}

async function all<Item>(items: AsyncIterable<Item>) {
  const read: Item[] = []
  for await (const item of items) read.push(item)
  return read
}

/** The numbers and events after the one with this number. */
async function read(runs: Runs, runId: string, after = 0) {
  const run = await runs.find(runId, 'ann')
  const events = await all(run!.read(after, signal))
  return events.map(({ number, event }) => `${number} ${event}`)
}

describe('a run that can be resumed', () => {
  it('every process reads it from any event, as it happens and after its end', async () => {
    const { one, other, database } = await processes()
    const { run, runId, push, end } = await start(one)
    const first = all(run!.read(0, signal))
    push('a')
    push('b')
    await waitFor(async () => expect(await database.$count(runEvents)).toBe(2))
    const reading = [read(one, runId), read(other, runId, 1)]
    push('c')
    end()
    expect(await Promise.all(reading)).toEqual([
      ['1 a', '2 b', '3 c'],
      ['2 b', '3 c'],
    ])
    expect((await first).map(({ event }) => event)).toEqual(['a', 'b', 'c'])
    await one.stored()
    const ended = await other.find(runId, 'ann')
    expect([ended?.wire, ended?.hasMore(2), ended?.hasMore(3)]).toEqual([run?.wire, true, false])
    expect(await read(other, runId)).toHaveLength(3)
  })

  it('only its caller finds it', async () => {
    const { one } = await processes()
    const { runId, end } = await start(one, { chatId: 'c1' })
    const found = async (caller: string | undefined) =>
      [await one.find(runId, caller), await one.findActive('c1', caller)].map(Boolean)
    expect(await found('ann')).toEqual([true, true])
    for (const caller of ['bob', undefined]) expect(await found(caller)).toEqual([false, false])
    end()
    await one.stored()
    expect(await found('ann')).toEqual([true, false])
  })

  it('any process stops it within a second or so, and is told that it has ended', async () => {
    const { one, other } = await processes()
    const { runId, stop } = await start(one)
    const run = await other.find(runId, 'ann')
    expect(await run?.stop()).toBe(true)
    expect(stop).toHaveBeenCalled()
    expect(await run?.stop()).toBe(true)
  })

  it('it is asked to stop where its process does not hear', async () => {
    const { other, one, database } = await processes(dead)
    const { runId } = await start(one)
    expect(await (await other.find(runId, 'ann'))?.stop()).toBe(false)
    const [row] = await database.select().from(runs)
    expect(row?.stopAtMs).not.toBeNull()
  })

  it('the next one of its chat stops it, wherever it runs', async () => {
    const { one, other } = await processes()
    const first = await start(one, { chatId: 'c1' })
    const second = await start(other, { chatId: 'c1' })
    await waitFor(() => expect(first.stop).toHaveBeenCalled())
    await one.stored()
    expect((await one.findActive('c1', 'ann'))?.runId).toBe(second.runId)
    second.end()
    await other.stored()
  })

  it('one whose process has died ends with an error for every reader', async () => {
    const { one, other, database, pass } = await processes(dead)
    const { runId } = await start(one)
    await database.insert(runEvents).values({ runId, number: 1, event: 'a' })
    await database.update(runs).set({ last: 1 })
    const reading = read(other, runId)
    await pass(8_001)
    expect(await reading).toEqual(['1 a', `${LOST} lost`])
    // Its first reader had events that were never stored.
    for (const after of [1, 2, 70, LOST - 1])
      expect(await read(other, runId, after)).toEqual([`${LOST} lost`])
    expect((await other.find(runId, 'ann'))?.hasMore(LOST)).toBe(false)
  })

  it('a process that was taken for dead stops what it still runs', async () => {
    const { one, other, database } = await processes()
    const { run, runId, stop } = await start(one)
    const first = all(run!.read(0, signal))
    await database.update(runs).set({ expiresAtMs: 0 })
    await other.settle()
    await waitFor(() => expect(stop).toHaveBeenCalled())
    expect((await first).map(({ event }) => event)).toEqual(['lost'])
    expect(await read(other, runId)).toEqual([`${LOST} lost`])
  })

  it('a machine whose clock is ahead ends no run of the others', async () => {
    for (const [of, by] of [['one', 'other'] as const, ['other', 'one'] as const]) {
      const all = await processes()
      const { runId, stop } = await start(all[of])
      await all[by].settle()
      expect((await all[by].find(runId, 'ann'))?.hasMore(0)).toBe(true)
      const [row] = await all.database.select().from(runs)
      expect(row).toMatchObject({ state: 'running', endedAtMs: null })
      expect(stop).not.toHaveBeenCalled()
    }
  })

  it('it stops once nobody has read it for a while, in any process', async () => {
    const { one, other, database, pass } = await processes(undefined, 5_000)
    const { run, runId, push, stop } = await start(one)
    push('a')
    const leaving = run!.read(0, signal)
    await leaving.next()
    await leaving.return(undefined)
    await pass(4_000)
    const elsewhere = (await other.find(runId, 'ann'))!.read(0, signal)
    await elsewhere.next()
    await elsewhere.return(undefined)
    await pass(3_000)
    const [before] = await database.select().from(runs)
    await waitFor(async () => {
      const [row] = await database.select().from(runs)
      expect(row?.expiresAtMs).toBeGreaterThan(before?.expiresAtMs ?? 0)
    })
    expect(stop).not.toHaveBeenCalled()
    await pass(2_000)
    await waitFor(() => expect(stop).toHaveBeenCalled())
    await one.stored()
  })

  it('it goes five minutes after its end, with its events', async () => {
    const { one, other, database, pass } = await processes()
    const { runId, push, end } = await start(one)
    push('a')
    end()
    await one.stored()
    await pass(5 * 60_000 - 30_000)
    await other.settle()
    expect(await database.$count(runEvents)).toBe(1)
    await pass(30_001)
    await other.settle()
    expect(await other.find(runId, 'ann')).toBeUndefined()
    expect(await database.$count(runEvents)).toBe(0)
  })

  it('a caller has 250 at most: the oldest that has ended makes room', async () => {
    const { one, database } = await processes(dead)
    const times = { startedAtMs: 1, expiresAtMs: 2_000_000 }
    const row = { state: 'running' as const, ...times, last: 0, characters: 0 }
    const held = Array.from({ length: 250 }, (_, at) => {
      return { ...row, runId: `ann-${at}`, countedFor: 'ann' }
    })
    for (const some of chunks(held)) await database.insert(runs).values(some)
    expect((await start(one)).run).toBeUndefined()
    expect((await start(one, { countedFor: 'bob' })).run).toBeDefined()
    await database.update(runs).set({ endedAtMs: 1 }).where(eq(runs.runId, 'ann-7'))
    expect((await start(one)).run).toBeDefined()
    expect(await one.find('ann-7', undefined)).toBeUndefined()
    expect(await database.$count(runs)).toBe(251)
  })

  it('when all are full, the caller who takes most loses first', async () => {
    const { one, database } = await processes(dead)
    const times = { startedAtMs: 1, expiresAtMs: 2_000_000, endedAtMs: 2 }
    const row = { state: 'done' as const, ...times, last: 0, characters: 0 }
    const of = (countedFor: string, count: number, endedAtMs = 2) =>
      Array.from({ length: count }, (_, at) => {
        return { ...row, runId: `${countedFor}-${at}`, countedFor, endedAtMs }
      })
    const held = [of('ann', 200), of('bob', 240), of('cid', 220), of('dan', 200), of('eve', 140, 1)]
    for (const some of chunks(held.flat())) await database.insert(runs).values(some)
    const lost = async () => {
      const rows = await database.select().from(runs)
      const runIds = new Set(rows.map(({ runId }) => runId))
      return held.flat().filter(({ runId }) => !runIds.has(runId))
    }
    expect((await start(one, { countedFor: 'fay' })).run).toBeDefined()
    expect((await lost()).map(({ countedFor }) => countedFor)).toEqual(['bob'])
    await database.update(runs).set({ characters: 3_000_000 }).where(eq(runs.runId, 'eve-0'))
    expect((await start(one, { countedFor: 'fay' })).run).toBeDefined()
    expect((await lost()).map(({ countedFor }) => countedFor)).toEqual(['bob', 'bob'])
    await database.update(runs).set({ characters: 9_000_000 }).where(eq(runs.runId, 'eve-1'))
    expect((await start(one, { countedFor: 'fay' })).run).toBeDefined()
    expect((await lost()).map(({ countedFor }) => countedFor)).toEqual(['bob', 'bob', 'eve'])
  })

  it('a caller has 16 million characters: it loses what ended first, then what grows is stopped', async () => {
    const { one, database } = await processes()
    const times = { startedAtMs: 1, expiresAtMs: 1 }
    const row = { state: 'done' as const, ...times, last: 0, characters: 6 * 1024 * 1024 }
    const ofAnn = [3, 1, 2].map((at) => {
      return { ...row, runId: `ann-${at}`, countedFor: 'ann', endedAtMs: at }
    })
    const ofBob = { ...row, runId: 'bob', countedFor: 'bob', endedAtMs: 0 }
    await database.insert(runs).values([...ofAnn, ofBob])
    const kept = async () => {
      const rows = await database.select().from(runs).where(eq(runs.state, 'done'))
      return rows.map(({ runId }) => runId).sort()
    }
    const open = await Promise.all([1, 2, 3, 4, 5].map(() => start(one)))
    expect(open.map(({ run }) => run === undefined)).toEqual(Array(5).fill(false))
    open[0]?.push('x')
    await waitFor(async () => expect(await kept()).toEqual(['ann-2', 'ann-3', 'bob']))
    for (const { push } of open) {
      for (let count = 0; count < 7; count += 1) push('x'.repeat(500 * 1024))
    }
    await waitFor(() => expect(open.some(({ stop }) => stop.mock.calls.length > 0)).toBe(true))
    expect(await kept()).toEqual(['bob'])
    for (const { stop } of open) stop()
    await one.stored()
  })

  it('one with more than four million characters breaks off', async () => {
    const { one, other } = await processes()
    const { run, runId, push } = await start(one)
    const first = all(run!.read(0, signal))
    for (let count = 0; count < 5; count += 1) push('x'.repeat(1024 * 1024))
    expect((await first).map(({ event }) => event.length)).toEqual([
      ...Array(4).fill(1024 * 1024),
      'lost'.length,
    ])
    await one.stored()
    expect(await read(other, runId, 4)).toEqual([`${LOST} lost`])
  })

  it('while the database is away, a run cannot be resumed, and it is unknown which there are', async () => {
    const { one, database } = await processes()
    const fails = () => {
      throw new Error('SQLITE_IOERR: the disk is gone')
    }
    const { batch, select } = database
    Object.assign(database, { batch: fails, select: fails })
    try {
      expect((await start(one)).run).toBeUndefined()
      await expect(one.find('r', 'ann')).rejects.toMatchObject({ code: 'unavailable' })
      await expect(one.findActive('c1', 'ann')).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      Object.assign(database, { batch, select })
    }
  })
})
