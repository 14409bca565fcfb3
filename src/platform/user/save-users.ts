import { sql } from 'drizzle-orm'
import { chunks } from '../storage/chunks.ts'
import type { Database } from '../storage/database.ts'
import { users } from '../storage/schema.ts'
import type { UserRow } from './user.ts'

/** Creates users, or changes those there are: what is told anew replaces what was told before. */
export function saveUsers(database: Database, rows: readonly UserRow[]) {
  const set = {
    name: sql`excluded.name`,
    avatar: sql`coalesce(excluded.avatar, ${users.avatar})`,
    link: sql`coalesce(excluded.link, ${users.link})`,
    role: sql`coalesce(excluded.role, ${users.role})`,
    lastActiveAt: sql`coalesce(excluded.last_active_at, ${users.lastActiveAt})`,
    metadata: sql`coalesce(excluded.metadata, ${users.metadata})`,
    tags: sql`coalesce(excluded.tags, ${users.tags})`,
    createdAt: sql`coalesce(excluded.created_at, ${users.createdAt})`,
    updatedAt: sql`excluded.updated_at`,
  }
  return chunks(rows).map((some) =>
    database.insert(users).values(some).onConflictDoUpdate({ target: users.uid, set }),
  )
}
