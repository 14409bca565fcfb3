import { sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { apiKeys } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { hashKey, randomKey } from './api-key.ts'
import type { Keys } from './keys.ts'

interface FirstKeyDeps {
  keys: Keys
  database: Database
  now(): Date
}

/**
 * A key with full access, made and stored where one is good and none is stored yet. It is told this
 * once: what is stored is its hash. Of processes that start together one makes it.
 */
export async function firstKey(deps: FirstKeyDeps): Promise<string | undefined> {
  const { keys, database, now } = deps
  if (!keys.acceptsStored) return undefined
  const stored = await database.select({ hash: apiKeys.hash }).from(apiKeys).limit(1)
  if (stored.length > 0) return undefined

  const key = randomKey()
  const hash = await hashKey(key)
  const isFirst = sql`not exists (select 1 from ${apiKeys})`
  const made = await database
    .insert(apiKeys)
    .select(sql`select ${hash}, ${'fullAccess'}, ${toSeconds(now())} where ${isFirst}`)
    .returning({ hash: apiKeys.hash })
  return made.length > 0 ? key : undefined
}
