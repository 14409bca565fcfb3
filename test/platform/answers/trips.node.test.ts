import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/storage/database.ts'
import { text } from '../people.fixture.ts'
import { chatPlatform, says } from './chat.fixture.ts'

/** Notes the first statement of each trip to the database, until it is restored. */
function observed(database: Database) {
  const session: Record<string, (...args: never[]) => unknown> = Reflect.get(database, 'session')
  const original = { ...session }
  const trips: string[] = []
  for (const name of ['client', 'batchCLient']) {
    session[name] = (...args: never[]) => {
      trips.push(JSON.stringify(args))
      return original[name]!(...args)
    }
  }
  return { trips, restore: () => Object.assign(session, original) }
}

/** What a slow machine has more of, because an answer takes longer. */
const isRenewal = (trip: string) => trip.includes('update \\"runs\\" set \\"expires_at_ms\\"')

describe('a chat message to its stored answer', () => {
  it('takes six trips to the database at most', async () => {
    const { call, services, database } = await chatPlatform(says('Hello'))
    const { trips, restore } = observed(database)
    try {
      await call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'Hi') })
      await services.platform?.backgroundTasks.stop(60_000)
    } finally {
      restore()
    }
    expect(trips.at(-1)).toContain('insert into \\"messages\\"')
    expect(trips.filter((trip) => !isRenewal(trip)).length).toBeLessThanOrEqual(6)
    expect(trips.length).toBeGreaterThan(4)
  })
})
