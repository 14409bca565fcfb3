import type { Log } from '../../core/log.ts'
import type { HeaderCipher } from '../agent/header-cipher.ts'
import type { AgentFetch } from '../delivery/agent-fetch.ts'
import type { DeliveryLimits } from '../delivery/delivery-limits.ts'
import type { Live } from '../live/live.ts'
import type { Database } from '../storage/database.ts'
import type { BackgroundTasks } from './background-tasks.ts'

export interface ChatDeps {
  database: Database
  now(): Date
  log: Log
  agentFetch: AgentFetch
  headerCipher: HeaderCipher
  deliveryLimits?: Partial<DeliveryLimits>
  chatLimits?: Partial<ChatLimits>
  backgroundTasks: BackgroundTasks
  live: Live
}

export interface ChatLimits {
  /** How long a run stays leased after its process last renewed it. */
  leaseMs: number
  /** Messages of one conversation that wait while another is answered. */
  maxWaiting: number
  /** How long one waits. */
  maxWaitMs: number
  /** How long an answer may go on once nobody reads it as it comes. */
  unreadMs: number
  /** Between two checks of whether the reader of an answer in a group is still a member. */
  accessCheckMs: number
  /** Between two writes of how an answer grows, for those who listen. */
  recordMs: number
  /** Between two heartbeats on a silent stream. */
  keepAliveMs: number
  /** How long a reader may take nothing, while something waits for it, before it counts as gone. */
  stalledMs: number
  /** How far a reader may be behind before the agent waits for it, and how much it gets at a time. */
  aheadBytes: number
}

export const CHAT_LIMITS: ChatLimits = {
  leaseMs: 15_000,
  maxWaiting: 5,
  maxWaitMs: 300_000,
  unreadMs: 300_000,
  accessCheckMs: 1_000,
  recordMs: 100,
  keepAliveMs: 15_000,
  stalledMs: 30_000,
  aheadBytes: 16 * 1024,
}
