import { ABOUT } from './about.ts'
import type { AgentNeeds } from './agent/run-agent.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { observedLog } from './observed-log.ts'
import type { PlatformNeeds } from './platform/platform.ts'
import { type AccessParts, pickAccess } from './services/pick-access.ts'
import { pickCatalogue } from './services/pick-catalogue.ts'
import { pickModel } from './services/pick-model.ts'
import { pickPlatform } from './services/pick-platform.ts'
import { pickRanking } from './services/pick-ranking.ts'
import { pickSearch } from './services/pick-search.ts'
import type { Runtime } from './services/picking.ts'
import type { Status } from './status.ts'
import { createTools, type ToolNeeds } from './tool/tools.ts'

export interface Services extends AgentNeeds, ToolNeeds, AccessParts {
  /** Milliseconds that nobody turns back or forward. */
  clock(): number
  corsOrigins: readonly string[]
  isOverloaded?: (() => boolean) | undefined
  status(): Promise<Status>
  platform?: PlatformNeeds
}

/** Puts the service together; implementations are picked here and in services/, nowhere else. */
export function createServices(config: Config, runtime: Runtime): Services {
  const {
    now,
    clock = () => performance.now(),
    write,
    observe,
    tracer,
    stopping,
    isOverloaded,
  } = runtime
  const { DEFAULT_TIMEZONE: defaultTimezone, CORS_ORIGINS: corsOrigins } = config
  const ownLog = createLog({ level: config.LOG_LEVEL, write, now })
  const log = observe ? observedLog(ownLog, observe) : ownLog
  const catalogue = pickCatalogue(config, { ...runtime, clock, log })
  const needs = { ...runtime, clock, catalogue, log }

  const ranking = pickRanking(config, needs)
  const search = pickSearch(config, needs)
  const model = pickModel(config, needs)
  const access = pickAccess(config, needs)
  const platform = pickPlatform(config, { ...needs, attempts: access.attempts })
  const tools = createTools({
    ...{ ranking: ranking.source, search: search.index, now, defaultTimezone },
  })

  return {
    ...{ log, tracer, now, clock, defaultTimezone, corsOrigins, tools, stopping, isOverloaded },
    ranking: ranking.source,
    search: search.index,
    model: model.model,
    ...access,
    ...(platform && { platform }),
    status: async () => ({
      version: ABOUT.version,
      model: await model.status(),
      ranking: await ranking.status(),
      search: await search.status(),
    }),
  }
}
