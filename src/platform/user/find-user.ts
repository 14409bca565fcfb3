import { eq } from 'drizzle-orm'
import { PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { users } from '../storage/schema.ts'
import type { UserRow } from './user.ts'

/** @throws PlatformFailure `ERR_UID_NOT_FOUND`. */
export async function findUser(database: Database, uid: string): Promise<UserRow> {
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  if (user) return user
  throw new PlatformFailure('ERR_UID_NOT_FOUND', `There is no user with the uid ${uid}.`)
}
