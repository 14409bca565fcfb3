import { describe, expect, it } from 'vitest'
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
})
