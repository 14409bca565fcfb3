import { eq } from 'drizzle-orm'
import { PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { groups } from '../storage/schema.ts'
import type { GroupRow } from './group.ts'

/** @throws PlatformFailure `ERR_GUID_NOT_FOUND`. */
export async function findGroup(database: Database, guid: string): Promise<GroupRow> {
  const [group] = await database.select().from(groups).where(eq(groups.guid, guid)).limit(1)
  if (group) return group
  throw new PlatformFailure('ERR_GUID_NOT_FOUND', `There is no group with the guid ${guid}.`)
}
