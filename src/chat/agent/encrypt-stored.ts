import { and, eq } from 'drizzle-orm'
import type { Log } from '../../core/log.ts'
import type { Database } from '../../storage/database.ts'
import { databaseError } from '../../storage/database-error.ts'
import { agents } from '../../storage/schema.ts'
import { type AgentRow, integrationOf } from './agent.ts'
import type { HeaderCipher } from './header-cipher.ts'
import { openHeaders, storedHeaders } from './headers.ts'

interface EncryptDeps {
  database: Database
  headerCipher: HeaderCipher
  log: Log
}

/**
 * Encrypts headers with the current key that were stored without one or with an earlier key. Those
 * that cannot be decrypted are left as they are, and the agents are logged. It never throws:
 * everything else works without them.
 */
export async function encryptStored(deps: EncryptDeps): Promise<void> {
  const { database, log } = deps
  try {
    let encrypted = 0
    const unreadable: string[] = []
    for (const row of await database.select().from(agents)) {
      const outcome = await encryptRow(row, deps)
      if (outcome === 'encrypted') encrypted += 1
      if (outcome === 'unreadable') unreadable.push(row.uid)
    }
    if (unreadable.length > 0) {
      const reason = 'DATA_KEY is missing, or is not the key they were encrypted with'
      log.error('agent-headers-not-decrypted', { agents: unreadable, reason })
    }
    if (encrypted > 0) {
      log.info('agent-headers-encrypted', { agents: encrypted })
      await compact(deps)
    }
  } catch (error) {
    log.error('agent-headers-not-encrypted', { error: databaseError(error) })
  }
}

async function encryptRow(row: AgentRow, { database, headerCipher }: EncryptDeps) {
  const { headers: kept, ...place } = integrationOf(row)
  const owner = { uid: row.uid, baseUrl: place.baseUrl }
  const opened = await openHeaders({ sent: {}, kept }, owner, headerCipher).catch(() => undefined)
  if (!opened) return 'unreadable'

  const headers = await storedHeaders({ sent: {}, kept }, owner, headerCipher)
  if (Object.keys(headers).every((name) => headers[name] === kept[name])) return 'current'
  // Only if unchanged since it was read.
  const isAsRead = and(eq(agents.uid, row.uid), eq(agents.integrationMeta, row.integrationMeta))
  const integrationMeta = { ...place, headers }
  await database.update(agents).set({ integrationMeta }).where(isAsRead)
  return 'encrypted'
}

/**
 * SQLite leaves overwritten data in free pages and in its log. This may not be allowed on a libSQL
 * server.
 */
async function compact({ database, log }: EncryptDeps) {
  try {
    await database.run('VACUUM')
    await database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    log.warn('database-not-compacted', { error: databaseError(error) })
  }
}
