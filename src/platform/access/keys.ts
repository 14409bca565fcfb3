import { eq, sql } from 'drizzle-orm'
import { digest, randomHex } from '../../access/digest.ts'
import { toSeconds } from '../../core/instant.ts'
import type { Database } from '../../storage/database.ts'
import { apiKeys } from '../../storage/schema.ts'
import type { Store } from '../store.ts'

export const KEY_SCOPES = ['fullAccess', 'authOnly'] as const

type Scope = (typeof KEY_SCOPES)[number]

interface ApiKey {
  key: string
  scope: Scope
}

const KEY_BYTES = 20

/** The API keys of the platform. */
export interface Keys {
  /** The scope of the key with this hash; undefined if it is unknown. */
  scopeOf(hash: string): Promise<Scope | undefined>
  /** Whether generated keys, which are stored in the database, are accepted. */
  readonly acceptsStored: boolean
}

interface KeysDeps {
  /** The keys of the environment. If there are any, no others are accepted. */
  configured: readonly ApiKey[]
  /** Whether generated keys are accepted when none is configured. */
  acceptsStored: boolean
  database: Database
}

export function createKeys({ configured, acceptsStored, database }: KeysDeps): Keys {
  let scopes: Promise<ReadonlyMap<string, Scope>> | undefined

  // Looked up by hash: the duration reveals nothing about the key itself.
  async function configuredScope(hash: string) {
    scopes ??= scopesByHash(configured)
    return (await scopes).get(hash)
  }

  async function storedScope(hash: string) {
    const stored = database.select().from(apiKeys).where(eq(apiKeys.hash, hash)).limit(1)
    return (await stored).at(0)?.scope
  }

  if (configured.length > 0) return { scopeOf: configuredScope, acceptsStored: false }
  return { scopeOf: acceptsStored ? storedScope : async () => undefined, acceptsStored }
}

async function scopesByHash(keys: readonly ApiKey[]) {
  return new Map(
    await Promise.all(keys.map(async ({ key, scope }) => [await digest(key), scope] as const)),
  )
}

/**
 * Generates a key with full access, if generated keys are accepted and none is stored yet. It is
 * returned only once: only its hash is stored. Of several processes that start at once, one does
 * this.
 */
export async function firstKey(deps: Store & { keys: Keys }): Promise<string | undefined> {
  const { keys, database, now } = deps
  if (!keys.acceptsStored || (await database.$count(apiKeys)) > 0) return undefined
  const key = randomHex(KEY_BYTES)
  const hash = await digest(key)
  const made = await database
    .insert(apiKeys)
    .select(
      sql`select ${hash}, ${'fullAccess'}, ${toSeconds(now())}
        where not exists (select 1 from ${apiKeys})`,
    )
    .returning({ hash: apiKeys.hash })
  return made.length > 0 ? key : undefined
}
