import { describe, expect, it } from 'vitest'
import { members, users } from '../../src/storage/schema.ts'
import { emptyDatabase } from '../helper/test-database.ts'

const since = { recordedAt: 1, updatedAt: 1 }

describe('a database of the platform', () => {
  it('a batch is written as a whole or not at all', async () => {
    const database = await emptyDatabase()
    const orphan = { guid: 'none', uid: 'ann', scope: 'admin' as const, isBanned: false }
    const writes = database.batch([
      database.insert(users).values({ uid: 'ann', name: 'Ann', ...since }),
      database.insert(members).values({ ...orphan, joinedAt: 1, ...since }),
    ])
    await expect(writes).rejects.toThrow()
    expect(await database.select().from(users)).toEqual([])
  })
})
