import type { Attempts } from '../access/attempts.ts'
import type { Config } from '../config.ts'
import { createKeys } from '../platform/access/keys.ts'
import { createHeaderCipher } from '../platform/agent/header-cipher.ts'
import { createBackgroundTasks } from '../platform/chat/background-tasks.ts'
import { portableAgentFetch } from '../platform/delivery/agent-fetch.ts'
import { createLive } from '../platform/live/live.ts'
import type { PlatformDeps } from '../platform/platform.ts'
import type { Picking } from './picking.ts'

interface PlatformPicking extends Picking {
  attempts: Attempts
}

export function pickPlatform(config: Config, deps: PlatformPicking): PlatformDeps | undefined {
  const {
    database,
    isLoopback = false,
    log,
    now,
    clock,
    waitUntil,
    longestBehindMs: unreadMs,
    isolatesRequests,
  } = deps
  if (!database) return undefined
  const { apiKeys: configured, authTokenDays, dataKeys = [] } = config.platform
  const { allowLocalAgents: allowLocal = isLoopback } = config.platform
  const { agentFetch = portableAgentFetch, attempts } = deps
  return {
    ...{ database, log, now, clock, allowLocalAgents: allowLocal },
    attempts,
    authTokenDays,
    keys: createKeys({ configured, acceptsStored: isLoopback, database }),
    agentFetch: agentFetch({ allowLocal }),
    headerCipher: createHeaderCipher(dataKeys),
    backgroundTasks: createBackgroundTasks({ log, waitUntil }),
    live: createLive({ database, log, isolatesRequests }),
    ...(unreadMs !== undefined && { chatLimits: { unreadMs, maxWaitMs: unreadMs } }),
  }
}
