import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import SqliteFile from 'libsql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { members, users } from '../../src/storage/schema.ts'
import { openLibsql } from '../helper/open-libsql.ts'
import { testPlatform } from '../helper/test-platform.ts'

const MAX_TEST_MS = 30_000
/** The start of a thread counts too. */
const MAX_LOCKED_MS = 2_000
const SINCE = { recordedAt: 1, updatedAt: 1 }
const ORPHAN = { guid: 'none', uid: 'none', scope: 'admin' as const, isBanned: false, joinedAt: 1 }

vi.setConfig({ testTimeout: MAX_TEST_MS })

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

interface Starting {
  thread?: URL | undefined
  maxLockedMs?: number | undefined
  maxMs?: number | undefined
}

/** The app on a file, and another connection to it that sees what is on disk. */
async function start({ thread, maxLockedMs = MAX_LOCKED_MS, maxMs = 10_000 }: Starting = {}) {
  const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'platform.db')
  const { database, close } = await openLibsql(`file:${path}`, {
    maxLockedMs,
    maxMs,
    ...(thread && { thread }),
  })
  const other = new SqliteFile(path)
  ending.push(close, () => other.close())
  const { call, records } = await testPlatform({ database })
  const onDisk = () => {
    const rows = other.prepare('select uid from users').pluck().all([])
    return new Set(rows)
  }
  const answered: string[] = []

  /** Large, so that it needs room in the file. What is answered must be there at once. */
  async function write(uid: string) {
    const body = { uid, name: uid, metadata: { filler: 'x'.repeat(4_000) } }
    const { status, body: answer, headers } = await call('POST', '/v3/users', { body })
    if (status === 200) {
      answered.push(uid)
      expect(onDisk()).toContain(uid)
    }
    return { status, code: answer.error?.code, retryAfter: headers.get('retry-after') }
  }

  const statusOf = async (uid: string) => (await write(uid)).status
  const inTurn = async (uids: readonly string[]) => {
    const statuses: number[] = []
    for (const uid of uids) statuses.push(await statusOf(uid))
    return statuses
  }
  const atOnce = (uids: readonly string[]) => Promise.all(uids.map(statusOf))
  return { path, database, other, call, records, onDisk, answered, write, inTurn, atOnce }
}

type Started = Awaited<ReturnType<typeof start>>

interface Fault extends Starting {
  name: string
  /** Begins it, and resolves with what ends it. */
  begin(started: Started): Promise<() => unknown>
  /** What writes are answered meanwhile. */
  answers: number[]
}

const rejected = async (work: Promise<unknown>) => {
  await expect(work).rejects.toThrow()
  return () => {}
}

const good = (database: Database) =>
  database.insert(users).values({ uid: 'x', name: 'X', ...SINCE })

const FAULTS: Fault[] = [
  {
    name: 'a lock that another connection holds',
    answers: [503],
    async begin({ other }) {
      other.exec('BEGIN IMMEDIATE')
      return () => other.exec('ROLLBACK')
    },
  },
  {
    name: 'a lock that another connection takes again and again',
    maxLockedMs: 8_000,
    answers: [200],
    async begin({ path }) {
      const busy = new SqliteFile(path, { timeout: 5_000 })
      const takeAndGive = () => {
        if (busy.inTransaction) return
        busy.exec('BEGIN IMMEDIATE')
        setTimeout(() => busy.exec('ROLLBACK'), 10)
      }
      const timer = setInterval(takeAndGive, 40)
      return () => clearInterval(timer)
    },
  },
  {
    name: 'a full disk',
    answers: [503],
    async begin({ database, other }) {
      // Gives back the pages that migrations have left free.
      other.exec('VACUUM')
      const [pages] = await database.get<[number]>(sql`pragma page_count`)
      await database.run(sql.raw(`pragma max_page_count = ${pages}`))
      return () => database.run(sql`pragma max_page_count = 1000000`)
    },
  },
  {
    name: 'a constraint, in the middle of a batch',
    answers: [200],
    begin: ({ database }) =>
      rejected(
        database.batch([
          good(database),
          database.insert(members).values({ ...ORPHAN, ...SINCE }),
          good(database),
        ]),
      ),
  },
  {
    name: 'a commit that fails',
    answers: [200],
    begin: ({ database }) =>
      rejected(
        database.batch([
          database.run(sql`pragma defer_foreign_keys = on`),
          database.insert(members).values({ ...ORPHAN, ...SINCE }),
          good(database),
        ]),
      ),
  },
  {
    name: 'a statement that ends the transaction itself',
    answers: [200],
    begin: ({ database }) =>
      rejected(
        database.batch([
          database.run(sql`insert or rollback into users select * from users`),
          good(database),
        ]),
      ),
  },
  {
    name: 'a statement that SQLite cannot read',
    answers: [200],
    begin: ({ database }) =>
      rejected(database.batch([good(database), database.run(sql`insert nowhere`)])),
  },
  {
    name: 'a thread that dies',
    thread: new URL('../helper/failing-thread.mjs', import.meta.url),
    answers: [200],
    begin: ({ database }) => rejected(database.run(sql`select 'die'`)),
  },
  {
    name: 'a thread that does not answer',
    thread: new URL('../helper/failing-thread.mjs', import.meta.url),
    maxMs: 3_000,
    answers: [503],
    async begin({ database, path }) {
      await rejected(database.run(sql`insert into users select 'hang'`))
      return async () => {
        await writeFile(`${path}.go-on`, '')
        const answers = () => database.$count(users).then(Boolean, () => false)
        await vi.waitUntil(answers, { timeout: 10_000, interval: 20 })
      }
    },
  },
]

describe('what was answered is on disk, before, during and after', () => {
  for (const { name, begin, answers, ...rest } of FAULTS) {
    it(name, async () => {
      const started = await start(rest)
      const { inTurn, atOnce, answered, onDisk } = started
      expect(await inTurn(['a1', 'a2'])).toEqual([200, 200])
      const end = await begin(started)
      const during = [...(await atOnce(['b1', 'b2', 'b3'])), ...(await inTurn(['b4']))]
      await end()
      const after = [...(await inTurn(['c1', 'c2'])), ...(await atOnce(['c3', 'c4', 'c5']))]

      expect(new Set(during)).toEqual(new Set(answers))
      expect(after).toEqual([200, 200, 200, 200, 200])
      expect([...onDisk()].toSorted()).toEqual(answered.toSorted())
    })
  }
})

describe('while another connection holds the lock', () => {
  it('while the file is locked reads continue, and a waiting write is done after the lock', async () => {
    const { other, call, write, inTurn, onDisk } = await start()
    await inTurn(['ann'])
    other.exec('BEGIN IMMEDIATE')
    const waiting = write('bob')
    expect((await call('GET', '/v3/users/ann')).status).toBe(200)
    expect((await call('GET', '/v3/users')).body.data).toHaveLength(1)
    other.exec('ROLLBACK')
    expect(await waiting).toMatchObject({ status: 200 })
    expect(onDisk()).toContain('bob')
  })

  it('a write that waits too long for the lock is a 503 with Retry-After in the envelope', async () => {
    const { other, write, records } = await start()
    other.exec('BEGIN IMMEDIATE')
    const { status, code, retryAfter } = await write('bob')
    expect({ status, code, retryAfter }).toEqual({
      status: 503,
      code: 'ERR_SERVICE_UNAVAILABLE',
      retryAfter: '1',
    })
    const failed = records().find(({ event }) => event === 'request-failed')
    expect(failed).toMatchObject({
      level: 'error',
      error: { message: expect.stringContaining('SQLITE_BUSY') },
    })
  })

  it('waiting writes keep their order', async () => {
    const { other, database } = await start()
    await database.run(sql`create table log (at integer primary key autoincrement, n integer)`)
    other.exec('BEGIN IMMEDIATE')
    const numbers = Array.from({ length: 20 }, (_, at) => at)
    const writes = numbers.map(async (n) => database.run(sql`insert into log (n) values (${n})`))
    await database.$count(users)
    other.exec('ROLLBACK')
    await Promise.all(writes)
    expect(other.prepare('select n from log order by at').pluck().all([])).toEqual(numbers)
  })

  it('the number of waiting writes is limited', async () => {
    const { other, database } = await start()
    other.exec('BEGIN IMMEDIATE')
    const writes = Array.from({ length: 1_100 }, async (_, at) =>
      database.insert(users).values({ uid: `u${at}`, name: 'U', ...SINCE }),
    )
    const outcomes = await Promise.allSettled(writes)
    const reasons = outcomes.map((outcome) =>
      outcome.status === 'rejected'
        ? String(outcome.reason.cause.cause ?? outcome.reason.cause)
        : '',
    )
    const { length: refused } = reasons.filter((reason) => reason.includes('queue is at limit'))
    expect(refused).toBeGreaterThan(90)
    const isLocked = /SQLITE_BUSY|DATABASE_LATE/
    expect(reasons.filter((reason) => isLocked.test(reason))).toHaveLength(1_100 - refused)
  })
})
