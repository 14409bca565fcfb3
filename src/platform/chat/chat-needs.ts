import type { Log } from '../../log.ts'
import type { HeaderCipher } from '../agent/header-cipher.ts'
import type { AgentFetch } from '../delivery/agent-fetch.ts'
import type { DeliveryLimits } from '../delivery/delivery-limits.ts'
import type { Live } from '../live/live.ts'
import type { Database } from '../storage/database.ts'
import type { ChatLimits } from './chat-limits.ts'
import type { UnderWay } from './under-way.ts'

export interface ChatNeeds {
  database: Database
  now(): Date
  log: Log
  agentFetch: AgentFetch
  headerCipher: HeaderCipher
  deliveryLimits?: Partial<DeliveryLimits>
  chatLimits?: Partial<ChatLimits>
  underWay: UnderWay
  live: Live
}
