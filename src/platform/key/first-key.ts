import type { Database } from '../storage/database.ts'
import { apiKeys } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { hashKey, randomKey } from './api-key.ts'
import type { Keys } from './keys.ts'

interface FirstKeyNeeds {
  keys: Keys
  database: Database
  now(): Date
}

/**
 * A key with full access, made and stored where one is good and none is stored yet. It is told this
 * once: what is stored is its hash.
 */
export async function firstKey(needs: FirstKeyNeeds): Promise<string | undefined> {
  const { keys, database, now } = needs
  if (!keys.acceptsStored) return undefined
  const stored = await database.select({ hash: apiKeys.hash }).from(apiKeys).limit(1)
  if (stored.length > 0) return undefined

  const key = randomKey()
  const row = {
    hash: await hashKey(key),
    scope: 'fullAccess' as const,
    createdAt: toSeconds(now()),
  }
  await database.insert(apiKeys).values(row)
  return key
}
