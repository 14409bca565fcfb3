import { eq, sql } from 'drizzle-orm'
import { isSameDigest } from '../../access/digest.ts'
import type { Database } from '../storage/database.ts'
import { apiKeys } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { type ApiKey, hashKey, randomKey, type Scope } from './api-key.ts'

export interface Keys {
  /** What the key with this hash may do; nothing where there is no such key. */
  scopeOf(hash: string): Promise<Scope | undefined>
  /** Whether a key that was made here, and stored, is good. */
  readonly acceptsStored: boolean
}

interface KeysDeps {
  /** The keys of the environment. Where there are any, no other is good. */
  configured: readonly ApiKey[]
  /** Whether a key of our own making will do where none is configured. */
  acceptsStored: boolean
  database: Database
}

/** The keys that open the platform. */
export function createKeys({ configured, acceptsStored, database }: KeysDeps): Keys {
  let hashed: Promise<{ hash: string; scope: Scope }[]> | undefined

  async function configuredScope(hash: string) {
    hashed ??= Promise.all(
      configured.map(async ({ key, scope }) => ({ hash: await hashKey(key), scope })),
    )
    // All are compared, so that the time does not reveal which of them matched.
    const keys = await hashed
    const matches = await Promise.all(keys.map((known) => isSameDigest(known.hash, hash)))
    return keys[matches.indexOf(true)]?.scope
  }

  async function storedScope(hash: string) {
    // The index is asked for a hash: how long that takes says nothing of the key behind it.
    const stored = database.select().from(apiKeys).where(eq(apiKeys.hash, hash)).limit(1)
    return (await stored).at(0)?.scope
  }

  if (configured.length > 0) return { scopeOf: configuredScope, acceptsStored: false }
  return { scopeOf: acceptsStored ? storedScope : async () => undefined, acceptsStored }
}

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
