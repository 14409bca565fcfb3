import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import SqliteFile from 'libsql'
import { afterEach, describe, expect, it } from 'vitest'
import { errorMessage } from '../../src/core/error.ts'
import { members, users } from '../../src/storage/schema.ts'
import { libsqlServer } from '../helper/libsql-server.ts'
import { openLibsql } from '../helper/open-libsql.ts'
import { testPlatform } from '../helper/test-platform.ts'
import {
  type Answer,
  hang,
  refusingUrl,
  reply,
  reset,
  startUpstream,
  truncate,
} from '../helper/upstream-server.ts'

const SINCE = { recordedAt: 1, updatedAt: 1 }
const ORPHAN = { guid: 'none', uid: 'none', scope: 'admin' as const, isBanned: false, joinedAt: 1 }

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function start(maxMs = 10_000) {
  const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'server.db')
  const good = libsqlServer(path)
  const server = await startUpstream(good)
  const { database } = await openLibsql(server.url, { maxMs })
  const file = new SqliteFile(path)
  ending.push(server.stop, () => file.close())
  const { call, records } = await testPlatform({ database })
  const uids = () => file.prepare('select uid from users order by uid').pluck().all([])
  const createUser = (uid: string) => call('POST', '/v3/users', { body: { uid, name: uid } })
  return { ...server, path, good, database, file, call, createUser, uids, records }
}

describe('a database on a libSQL server', () => {
  it('services that start together migrate a libSQL server once', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'server.db')
    const server = await startUpstream(libsqlServer(path))
    ending.push(server.stop)
    const opened = await Promise.all([1, 2, 3].map(() => openLibsql(server.url)))
    for (const { database } of opened) expect(await database.$count(users)).toBe(0)
    const [first] = opened
    const counts = sql`select count(*) as done, count(distinct hash) as migrations from __drizzle_migrations`
    const done = await first?.database.get<{ done: number; migrations: number }>(counts)
    expect(done?.done).toBeGreaterThan(0)
    expect(done?.done).toBe(done?.migrations)
  })

  it('a libSQL server keeps what was answered, and a batch as a whole or not at all', async () => {
    const { database, createUser, uids } = await start()
    expect((await createUser('ann')).status).toBe(200)
    const writes = database.batch([
      database.insert(users).values({ uid: 'bob', name: 'Bob', ...SINCE }),
      database.insert(members).values({ ...ORPHAN, ...SINCE }),
    ])
    await expect(writes).rejects.toThrow()
    expect((await createUser('cas')).status).toBe(200)
    expect(uids()).toEqual(['ann', 'cas'])
  })

  it('a locked libSQL server is reported, and takes writes again afterwards', async () => {
    const { createUser, file, uids } = await start()
    file.exec('BEGIN IMMEDIATE')
    const { status, headers } = await createUser('ann')
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '1',
    })
    file.exec('ROLLBACK')
    expect((await createUser('bob')).status).toBe(200)
    expect(uids()).toEqual(['bob'])
  })

  const failures: [string, Answer][] = [
    ['has an error', reply('{"message":"secret words"}', 500)],
    ['is overloaded', reply('no', 429)],
    ['refuses the token', reply('no', 401)],
    ['cuts the connection', reset],
    ['cuts its answer', truncate('{"results":')],
  ]
  for (const [name, answer] of failures) {
    it(`that ${name} is a 503, and is asked once`, async () => {
      const { answerWith, questions, good, createUser, records } = await start()
      // The secret of caller ids is known from then on.
      expect((await createUser('first')).status).toBe(200)
      answerWith(answer)
      questions.length = 0
      const { status, body, headers } = await createUser('ann')
      expect(status).toBe(503)
      expect(body.error).toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' })
      expect(JSON.stringify(body)).not.toContain('secret')
      expect(headers.get('retry-after')).toBe('5')
      expect(questions).toHaveLength(1)
      expect(records().some(({ event }) => event === 'request-failed')).toBe(true)
      answerWith(good)
      expect((await createUser('bob')).status).toBe(200)
    })
  }

  it('a libSQL server that does not answer is a 504', async () => {
    const { answerWith, createUser } = await start(500)
    answerWith(hang)
    const { status, body } = await createUser('ann')
    expect(status).toBe(504)
    expect(body.error.code).toBe('ERR_TIMEOUT')
  })

  it.each([
    ['a user name and a password', 'http://hunter:two@127.0.0.1:1'],
    ['a token that no header can hold', 'http://127.0.0.1:1?authToken=hunter%0Atwo'],
    ['what the client does not know', 'http://127.0.0.1:1?hunter=two'],
  ])('a URL with %s prevents the start, and is not repeated', async (_what, url) => {
    const message = await openLibsql(url).catch(errorMessage)
    expect(message).toMatch(/^The database of DATABASE_URL cannot be used: \w+$/)
    expect(message).not.toMatch(/hunter|two/)
  })

  it('a migration that fails prevents the start with what the server says of it', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'server.db')
    const file = new SqliteFile(path)
    ending.push(() => file.close())
    file.exec('create table users (uid text)')
    const server = await startUpstream(libsqlServer(path))
    ending.push(server.stop)
    await expect(openLibsql(server.url)).rejects.toThrow(/cannot be used: .*users.* already exists/)
  })

  it('an unreachable libSQL server prevents the start and is named', async () => {
    await expect(openLibsql(await refusingUrl())).rejects.toThrow(/DATABASE_URL.*server/)
  })
})
