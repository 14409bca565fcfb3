import { describe, expect, it } from 'vitest'
import { createCallerId } from '../../src/access/caller-id.ts'
import { AppError } from '../../src/core/error.ts'
import { createLog } from '../../src/core/log.ts'
import type { Database } from '../../src/storage/database.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { testApp } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'

async function callerIn(database: Database | undefined, tokens = TOKEN) {
  const runtime = database && { database }
  const { app, lines, records } = testApp({
    env: { AGENT_TOKENS: tokens },
    ...(runtime && { runtime }),
  })
  const response = await app.request('/api/top', { headers: { 'x-api-key': TOKEN } })
  expect(response.status).toBe(200)
  expect(lines.join('')).not.toContain(TOKEN)
  return records().at(-1).caller
}

describe('the id of a caller', () => {
  it('is the same wherever its token is in the list, in all services of one database', async () => {
    const database = await emptyDatabase()
    const caller = await callerIn(database)
    expect(caller).toMatch(/^token-[0-9a-f]{10}$/)
    expect(await callerIn(database, `another-token,${TOKEN}`)).toBe(caller)
  })

  it('says nothing about the token to those who do not have the database', async () => {
    const callers = [
      await callerIn(await emptyDatabase()),
      await callerIn(await emptyDatabase()),
      await callerIn(undefined),
    ]
    expect(new Set(callers).size).toBe(3)
  })

  it('is keyed with a secret of the process while the database is unavailable', async () => {
    const warned: string[] = []
    const write = (line: string) => warned.push(JSON.parse(line).event)
    const log = createLog({ level: 'warn', write, now: () => new Date(0) })
    const stored = createCallerId({ read: async () => 'stored', log, clock: () => 0 })
    let [ms, reads, isAvailable] = [0, 0, false]
    const callerId = createCallerId({
      async read() {
        reads += 1
        if (isAvailable) return 'stored'
        throw new AppError('unavailable', 'The database has no tables.')
      },
      log,
      clock: () => ms,
    })

    const own = await callerId('a')
    expect(await callerId('a')).toBe(own)
    ms = 5_000
    expect(await callerId('a')).toBe(own)
    expect(reads).toBe(2)
    expect(warned).toEqual(['caller-secret-not-read'])

    isAvailable = true
    expect(await callerId('a')).toBe(own)
    ms = 10_000
    expect(await callerId('a')).toBe(await stored('a'))
    expect(reads).toBe(3)
  })
})
