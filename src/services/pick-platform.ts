import type { Attempts } from '../access/attempts.ts'
import { createKeys } from '../chat/access/keys.ts'
import { portableAgentFetch } from '../chat/delivery/agent-fetch.ts'
import { createLive } from '../chat/live/live.ts'
import type { PlatformDeps } from '../chat/platform.ts'
import { createBackgroundTasks } from '../chat/run/background-tasks.ts'
import type { Config } from '../config/config.ts'
import type { PickDeps } from './runtime.ts'

interface PlatformPickDeps extends PickDeps {
  attempts: Attempts
}

export function pickPlatform(config: Config, deps: PlatformPickDeps): PlatformDeps | undefined {
  const {
    database,
    isLoopback = false,
    log,
    now,
    clock,
    waitUntil,
    maxBackgroundMs: unreadMs,
    isolatesRequests,
  } = deps
  if (!database) return undefined
  const { apiKeys: configured, authTokenDays, dataKeys = [] } = config.platform
  const { allowLocalAgents: allowLocal = isLoopback } = config.platform
  const { agentFetch = portableAgentFetch, attempts } = deps
  return {
    database,
    log,
    now,
    clock,
    allowLocalAgents: allowLocal,
    attempts,
    authTokenDays,
    keys: createKeys({ configured, acceptsStored: isLoopback, database }),
    agentFetch: agentFetch({ allowLocal }),
    dataKeys,
    backgroundTasks: createBackgroundTasks({ log, waitUntil }),
    isolatesRequests,
    live: createLive({ database, log, isolatesRequests }),
    ...(unreadMs !== undefined && { chatLimits: { unreadMs, maxWaitMs: unreadMs } }),
  }
}
