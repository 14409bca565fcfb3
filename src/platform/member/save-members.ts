import { sql } from 'drizzle-orm'
import { chunks } from '../storage/chunks.ts'
import type { Database } from '../storage/database.ts'
import { members } from '../storage/schema.ts'
import type { MemberRow } from './member.ts'

/** Lets users join groups, or changes how they belong to them. */
export function saveMembers(database: Database, rows: readonly MemberRow[]) {
  const set = {
    scope: sql`excluded.scope`,
    isBanned: sql`excluded.is_banned`,
    joinedAt: sql`excluded.joined_at`,
    updatedAt: sql`excluded.updated_at`,
  }
  return chunks(rows).map((some) =>
    database
      .insert(members)
      .values(some)
      .onConflictDoUpdate({ target: [members.guid, members.uid], set }),
  )
}
