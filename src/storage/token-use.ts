import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { databaseError } from './database-error.ts'
import { tokenUse } from './run-schema.ts'
import { isOneOf } from './statements.ts'

/** The tokens that were used on a day, such as `2026-01-31`, under some keys. */
interface TokenUse {
  read(day: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Adds to each key, and returns the sums. */
  add(day: string, tokens: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
}

/** Counted in the database: a restart, a second process and another isolate know it. */
export function storedTokenUse(database: Database): TokenUse {
  const { day, key, tokens } = tokenUse
  const sums = (rows: readonly { key: string; tokens: number }[]) =>
    new Map(rows.map((row) => [row.key, row.tokens]))
  const known = <Value>(work: Promise<Value>) =>
    work.catch((error: unknown) => {
      throw databaseError(error)
    })

  return {
    async read(ofDay, keys) {
      const rows = database
        .select({ key, tokens })
        .from(tokenUse)
        .where(and(eq(day, ofDay), isOneOf(key, keys)))
      return sums(await known(rows.execute()))
    },

    async add(ofDay, added) {
      const rows = [...added].map(([key, tokens]) => ({ day: ofDay, key, tokens }))
      const upsert = database
        .insert(tokenUse)
        .values(rows)
        .onConflictDoUpdate({
          target: [day, key],
          set: { tokens: sql`${tokens} + excluded.tokens` },
        })
        .returning({ key, tokens })
      const [stored] = await known(
        database.batch([upsert, database.delete(tokenUse).where(lt(day, ofDay))]),
      )
      return sums(stored)
    },
  }
}
