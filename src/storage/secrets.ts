import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { databaseError } from './database-error.ts'
import { secrets } from './schema.ts'

/**
 * The secret of this name. If there is none, the one that is offered is stored: of several processes
 * that ask at once, all get the same.
 *
 * @throws AppError `unavailable`
 */
export async function storedSecret(database: Database, name: string, offered: string) {
  const stored = () => database.select().from(secrets).where(eq(secrets.name, name))
  try {
    const [known] = await stored()
    if (known) return known.value
    const insert = database.insert(secrets).values({ name, value: offered }).onConflictDoNothing()
    const [, [row]] = await database.batch([insert, stored()])
    if (!row) throw new Error('a secret was not stored')
    return row.value
  } catch (error) {
    throw databaseError(error)
  }
}

/** As much as a large message: on a full disk, SQLite stores less in what its log already holds. */
const CHECK_CHARACTERS = 16 * 1024

/** Stores something, to see whether the database does. */
export function storeCheck(database: Database) {
  const value = crypto.randomUUID().padEnd(CHECK_CHARACTERS, '.')
  const row = database.insert(secrets).values({ name: 'check', value })
  return row.onConflictDoUpdate({ target: secrets.name, set: { value } })
}
