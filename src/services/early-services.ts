import type { Config } from '../config/config.ts'
import { createLog, type Log, observedLog } from '../core/log.ts'
import type { PartStatus } from '../core/status.ts'
import { createResponseCache, type ResponseCache } from '../http/response-cache.ts'
import type { Catalogue } from '../sources/catalogue.ts'
import type { ProductSource } from '../sources/source.ts'
import { type AccessParts, pickAccess } from './pick-access.ts'
import { pickCatalogue } from './pick-catalogue.ts'
import { pickRanking } from './pick-ranking.ts'
import type { Runtime } from './picking.ts'

/** What the rankings need: little to load, so that they can be asked for first. */
export interface EarlyServices extends AccessParts {
  log: Log
  now(): Date
  /** Milliseconds that nobody turns back or forward. */
  clock(): number
  defaultTimezone: string
  corsOrigins: readonly string[]
  isOverloaded?: (() => boolean) | undefined
  /** Of the lists that were answered just now. */
  responses: ResponseCache
  catalogue: Catalogue
  ranking: ProductSource
  rankingStatus(): Promise<PartStatus>
}

export function createEarlyServices(config: Config, runtime: Runtime): EarlyServices {
  const { now, clock = () => performance.now(), write, observe, isOverloaded } = runtime
  const { DEFAULT_TIMEZONE: defaultTimezone, CORS_ORIGINS: corsOrigins } = config
  const ownLog = createLog({ level: config.LOG_LEVEL, write, now })
  const log = observe ? observedLog(ownLog, observe) : ownLog
  const catalogue = pickCatalogue(config, { ...runtime, clock, log })
  const deps = { ...runtime, clock, catalogue, log }
  const { source, status } = pickRanking(config, deps)
  return {
    log,
    now,
    clock,
    defaultTimezone,
    corsOrigins,
    isOverloaded,
    responses: createResponseCache({ clock }),
    catalogue,
    ranking: source,
    rankingStatus: status,
    ...pickAccess(config, deps),
  }
}
