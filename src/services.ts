import type { Access } from './access/access.ts'
import type { AgentNeeds } from './agent/run-agent.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { observedLog } from './observed-log.ts'
import type { PlatformNeeds } from './platform/platform.ts'
import { pickAccess } from './services/pick-access.ts'
import { pickCatalogue } from './services/pick-catalogue.ts'
import { pickModel } from './services/pick-model.ts'
import { pickPlatform } from './services/pick-platform.ts'
import { pickRanking } from './services/pick-ranking.ts'
import { pickSearch } from './services/pick-search.ts'
import type { Runtime } from './services/picking.ts'
import type { Status } from './status.ts'
import { createTools, type ToolNeeds } from './tool/tools.ts'

export interface Services extends AgentNeeds, ToolNeeds {
  corsOrigins: readonly string[]
  /** Absent where everybody may call, as often as they like. */
  access: Access | undefined
  status(): Promise<Status>
  platform?: PlatformNeeds
}

/** Puts the service together; implementations are picked here and in services/, nowhere else. */
export function createServices(config: Config, runtime: Runtime): Services {
  const { now, write, observe, tracer, stopping } = runtime
  const { DEFAULT_TIMEZONE: defaultTimezone, CORS_ORIGINS: corsOrigins } = config
  const ownLog = createLog({ level: config.LOG_LEVEL, write, now })
  const log = observe ? observedLog(ownLog, observe) : ownLog
  const needs = { ...runtime, catalogue: pickCatalogue(config, { ...runtime, log }), log }

  const ranking = pickRanking(config, needs)
  const search = pickSearch(config, needs)
  const model = pickModel(config, needs)
  const platform = pickPlatform(config, needs)
  const tools = createTools({
    ...{ ranking: ranking.source, search: search.index, now, defaultTimezone },
  })

  return {
    ...{ log, tracer, now, defaultTimezone, corsOrigins, tools, stopping },
    ranking: ranking.source,
    search: search.index,
    model: model.model,
    access: pickAccess(config, needs),
    ...(platform && { platform }),
    status: async () => ({
      model: await model.status(),
      ranking: await ranking.status(),
      search: await search.status(),
    }),
  }
}
