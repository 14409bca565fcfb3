import { sql } from 'drizzle-orm'
import { chunks } from '../storage/chunks.ts'
import type { Database } from '../storage/database.ts'
import { groups } from '../storage/schema.ts'
import type { GroupRow } from './group.ts'

/** Creates groups, or changes those there are: what is told anew replaces what was told before. */
export function saveGroups(database: Database, rows: readonly GroupRow[]) {
  const set = {
    name: sql`excluded.name`,
    type: sql`excluded.type`,
    icon: sql`coalesce(excluded.icon, ${groups.icon})`,
    description: sql`coalesce(excluded.description, ${groups.description})`,
    owner: sql`coalesce(excluded.owner, ${groups.owner})`,
    metadata: sql`coalesce(excluded.metadata, ${groups.metadata})`,
    tags: sql`coalesce(excluded.tags, ${groups.tags})`,
    createdAt: sql`coalesce(excluded.created_at, ${groups.createdAt})`,
    updatedAt: sql`excluded.updated_at`,
  }
  return chunks(rows).map((some) =>
    database.insert(groups).values(some).onConflictDoUpdate({ target: groups.guid, set }),
  )
}
