import { embeddedModel } from './agent/embedded/embedded-model.ts'
import type { AgentNeeds } from './agent/run-agent.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { type Catalogue, catalogueSource } from './source/catalogue.ts'
import { embeddedSearch } from './source/embedded-search.ts'
import { sampleCatalogue } from './source/sample-catalogue.ts'
import { createTools, type ToolNeeds } from './tool/tools.ts'

/** What the platform we run on gives us. */
export interface Runtime {
  now(): Date
  /** Takes one line of the log, line break included. */
  write(line: string): void
  /** One's own launches instead of the sample. */
  catalogue?: Catalogue
}

export interface Services extends AgentNeeds, ToolNeeds {
  corsOrigins: readonly string[]
}

/** The only place that picks implementations. */
export function createServices(config: Config, runtime: Runtime): Services {
  const { now, write, catalogue = sampleCatalogue() } = runtime
  const defaultTimezone = config.DEFAULT_TIMEZONE
  const log = createLog({ level: config.LOG_LEVEL, write, now })
  const ranking = catalogueSource(catalogue, { now })
  const search = embeddedSearch(catalogue, { now })
  const model = embeddedModel({ now, defaultTimezone })
  const tools = createTools({ ranking, search, now, defaultTimezone })

  return {
    log,
    now,
    defaultTimezone,
    ranking,
    search,
    model,
    tools,
    corsOrigins: config.CORS_ORIGINS,
  }
}
