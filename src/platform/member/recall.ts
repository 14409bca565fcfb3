import { and, inArray } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { groups, members, users } from '../storage/schema.ts'
import { identity, type Member, type MemberRow } from './member.ts'

/** What is stored of the groups, users and members that some records are of. */
export interface Known {
  groups: ReadonlyMap<string, { createdAt: number | null }>
  users: ReadonlySet<string>
  members: ReadonlyMap<string, MemberRow>
}

/** At most 50 records: more would be too many values for one statement. */
export async function recall(database: Database, records: readonly Member[]): Promise<Known> {
  const guids = records.map(({ guid }) => guid)
  const uids = records.map(({ uid }) => uid)
  const { guid, createdAt } = groups
  const [groupRows, userRows, memberRows] = await database.batch([
    database.select({ guid, createdAt }).from(groups).where(inArray(guid, guids)),
    database.select({ uid: users.uid }).from(users).where(inArray(users.uid, uids)),
    database
      .select()
      .from(members)
      .where(and(inArray(members.guid, guids), inArray(members.uid, uids))),
  ])
  return {
    groups: new Map(groupRows.map((row) => [row.guid, row])),
    users: new Set(userRows.map(({ uid }) => uid)),
    members: new Map(memberRows.map((row) => [identity(row), row])),
  }
}
