import type { Log } from '../core/log.ts'
import type { DataKey } from '../core/sealed.ts'
import type { GuardedFetch } from '../core/upstream/guarded-fetch.ts'
import type { History } from '../history/history.ts'
import type { ReadRising } from '../history/read-rising.ts'
import type { ProductSource } from '../sources/source.ts'
import type { Database } from '../storage/database.ts'

export interface WatchDeps {
  database: Database
  log: Log
  now(): Date
  history: History
  readRising: ReadRising
  ranking: Pick<ProductSource, 'launches' | 'product' | 'top'>
  defaultTimezone: string
  /** Calls the addresses of receivers, after a check of each. */
  fetch: GuardedFetch
  /** Whether receivers on this machine or in its network may be called. */
  allowLocal: boolean
  dataKey: DataKey
  /** Absent where the runtime sends no e-mail. */
  sendEmail?:
    | ((email: { to: string; subject: string; text: string }) => Promise<unknown>)
    | undefined
  /** Replaces the address of Telegram's API. */
  telegramUrl?: string | undefined
}
