import { describe, expect, it } from 'vitest'
import { d1Database } from '../../src/storage/d1-database.ts'
import { testPlatform } from '../helper/test-platform.ts'

/** A binding of D1 whose every call fails so. */
function failingBinding(message: string) {
  const fail = async () => {
    throw new Error(message)
  }
  const statement = { bind: () => statement, run: fail, all: fail, raw: fail, first: fail }
  return { prepare: () => statement, batch: fail, exec: fail } as never
}

async function failing(message: string) {
  const { call, records } = await testPlatform({ database: d1Database(failingBinding(message)) })
  const one = await call('POST', '/v3/users', { body: { uid: 'ann', name: 'A private name' } })
  const details = { guid: 'pier', name: 'A private name', type: 'public' }
  const batch = await call('POST', '/v3/groups', { body: details })
  expect(JSON.stringify(records())).not.toContain('private')
  const answers = [one, batch].map(({ status, body, headers }) => {
    return { status, code: body.error.code, retryAfter: headers.get('retry-after') }
  })
  return { answers, records: records() }
}

const OUTAGES: [string, string][] = [
  ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', '1'],
  ['D1_ERROR: D1 DB is overloaded. Too many requests queued.', '1'],
  ['D1_ERROR: database is locked: SQLITE_BUSY', '1'],
  ['D1_ERROR: Network connection lost.', '1'],
  ['D1_ERROR: D1 DB reset because its code was updated.', '1'],
  ['D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.', '1'],
  ['D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.', '1'],
  ['D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.', '1'],
  ['D1_ERROR: Exceeded maximum DB size.', '60'],
  ['D1_ERROR: no such table: users: SQLITE_ERROR', '60'],
  ['D1_ERROR: table users has no column: no such column: role: SQLITE_ERROR', '60'],
]

describe('a database that cannot be used right now', () => {
  for (const [message, retryAfter] of OUTAGES) {
    it(`is a 503 with Retry-After: ${message}`, async () => {
      const { answers, records } = await failing(message)
      const answer = { status: 503, code: 'ERR_SERVICE_UNAVAILABLE', retryAfter }
      expect(answers).toEqual([answer, answer])
      const failed = records.filter(({ event }) => event === 'request-failed')
      expect(failed).toMatchObject([{ error: { message } }, { error: { message } }])
    })
  }

  it('a Worker without tables names the command that makes them', async () => {
    const message = 'D1_ERROR: no such table: users: SQLITE_ERROR'
    const { call } = await testPlatform({ database: d1Database(failingBinding(message)) })
    const { body } = await call('GET', '/v3/users')
    expect(body.error.message).toContain('npx wrangler d1 migrations apply DB')
  })

  it('other database errors are internal', async () => {
    const { answers } = await failing('D1_ERROR: near "selec": syntax error: SQLITE_ERROR')
    const answer = { status: 500, code: 'ERR_MISSION_FAILED', retryAfter: null }
    expect(answers).toEqual([answer, answer])
  })
})
