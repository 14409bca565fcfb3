import type { AgentDeps } from './agent/run-agent.ts'
import type { PlatformDeps } from './chat/platform.ts'
import type { Config } from './config/config.ts'
import { ABOUT } from './core/about.ts'
import type { Status } from './core/status.ts'
import { createEarlyServices, type EarlyServices } from './services/early-services.ts'
import { pickModel } from './services/pick-model.ts'
import { pickPlatform } from './services/pick-platform.ts'
import { pickSearch } from './services/pick-search.ts'
import type { Runtime } from './services/runtime.ts'
import { createTools, type ToolDeps } from './tools/tools.ts'

export interface Services extends EarlyServices, AgentDeps, ToolDeps {
  status(): Promise<Status>
  platform?: PlatformDeps
}

/**
 * Creates all services. Implementations are picked here and in services/ only. `early` are those that
 * a start has created already.
 */
export function createServices(
  config: Config,
  runtime: Runtime,
  early: EarlyServices = createEarlyServices(config, runtime),
): Services {
  const { tracer, stopping } = runtime
  const { log, now, clock, catalogue, defaultTimezone, ranking, answered } = early
  const deps = { ...runtime, clock, catalogue, log }

  const search = pickSearch(config, { ...deps, ranking, answered })
  const model = pickModel(config, deps)
  const platform = pickPlatform(config, { ...deps, attempts: early.attempts })
  const tools = createTools({ ranking, search: search.index, now, defaultTimezone })

  return {
    ...early,
    tracer,
    stopping,
    tools,
    search: search.index,
    model: model.model,
    modelCalls: model.modelCalls,
    fallback: model.fallback,
    ...(platform && { platform }),
    status: async () => ({
      version: ABOUT.version,
      model: model.status(),
      ranking: await early.rankingStatus(),
      search: await search.status(),
    }),
  }
}
