import type { Log } from '../../core/log.ts'
import type { DataKey } from '../../core/sealed.ts'
import type { GuardedFetch } from '../../core/upstream/guarded-fetch.ts'
import type { RunLeases } from '../../runs/run-leases.ts'
import type { Database } from '../../storage/database.ts'
import type { DeliveryLimits } from '../delivery/run-timeouts.ts'
import type { Live } from '../events/live.ts'
import type { BackgroundTasks } from './background-tasks.ts'

export interface ChatDeps {
  database: Database
  now(): Date
  log: Log
  agentFetch: GuardedFetch
  dataKey: DataKey
  deliveryLimits?: Partial<DeliveryLimits>
  chatLimits?: Partial<ChatLimits>
  backgroundTasks: BackgroundTasks
  /** Keeps runs under way, and writes their events. */
  leases: RunLeases
  live: Live
}

export interface ChatLimits {
  /** Messages of one conversation that may wait while another is answered. */
  maxWaiting: number
  /** How long one of them waits. */
  maxWaitMs: number
  /** How long an answer may take once no client is reading it. */
  unreadMs: number
  /** Between two checks that the reader of an answer is still a member of the group. */
  accessCheckMs: number
  /** Between two heartbeats on a silent stream. The first comes within twice this time. */
  keepAliveMs: number
  /** How long a client may read nothing while data is waiting, before it is disconnected. */
  stalledMs: number
  /** How far a client may fall behind before the agent waits; also the largest chunk it is sent. */
  aheadBytes: number
}

const CHAT_LIMITS: ChatLimits = {
  maxWaiting: 5,
  maxWaitMs: 300_000,
  unreadMs: 300_000,
  accessCheckMs: 1_000,
  keepAliveMs: 5_000,
  stalledMs: 30_000,
  aheadBytes: 16 * 1024,
}

export function limitsOf({ chatLimits }: Pick<ChatDeps, 'chatLimits'>): ChatLimits {
  return { ...CHAT_LIMITS, ...chatLimits }
}
