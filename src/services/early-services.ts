import type { Config } from '../config/config.ts'
import { createLog, type Log, observedLog } from '../core/log.ts'
import type { PartStatus } from '../core/status.ts'
import { createResponseCache, type ResponseCache } from '../http/response-cache.ts'
import type { AnsweredLaunches } from '../sources/answered-launches.ts'
import type { Catalogue } from '../sources/catalogue.ts'
import { sampleCatalogue } from '../sources/sample-catalogue.ts'
import type { ProductSource } from '../sources/source.ts'
import { catalogueUrl } from '../sources/user-catalogue/catalogue-url.ts'
import { type AccessParts, pickAccess } from './pick-access.ts'
import { pickRanking } from './pick-ranking.ts'
import type { PickDeps, Runtime } from './runtime.ts'

/** What the rankings need. It loads fast, so a start can serve them before the rest is loaded. */
export interface EarlyServices extends AccessParts {
  log: Log
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  defaultTimezone: string
  corsOrigins: readonly string[]
  isOverloaded?: (() => boolean) | undefined
  /** Recent responses of the lists. */
  responses: ResponseCache
  catalogue: Catalogue
  ranking: ProductSource
  /** What the ranking has answered, if it is live. */
  answered: AnsweredLaunches | undefined
  rankingStatus(): Promise<PartStatus>
}

export function createEarlyServices(config: Config, runtime: Runtime): EarlyServices {
  const { now, clock = () => performance.now(), write, observe, isOverloaded } = runtime
  const { DEFAULT_TIMEZONE: defaultTimezone, CORS_ORIGINS: corsOrigins } = config
  const plainLog = createLog({ level: config.LOG_LEVEL, write, now })
  const log = observe ? observedLog(plainLog, observe) : plainLog
  const catalogue = runtime.catalogue ?? pickCatalogue(config, { ...runtime, clock, log })
  const deps = { ...runtime, clock, catalogue, log }
  const { source, answered, status } = pickRanking(config, deps)
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
    answered,
    rankingStatus: status,
    ...pickAccess(config, deps),
  }
}

/** A refresh briefly holds two catalogues, and a Worker has memory for two of this size. */
const MAX_BYTES = 32 * 1024 * 1024

type CatalogueDeps = Pick<PickDeps, 'log' | 'now' | 'clock' | 'waitUntil'>

function pickCatalogue(config: Config, { log, now, clock, waitUntil }: CatalogueDeps): Catalogue {
  const { url, columns } = config.catalogue
  if (!url) return sampleCatalogue()
  return catalogueUrl({
    url,
    columns,
    timezone: config.DEFAULT_TIMEZONE,
    maxBytes: MAX_BYTES,
    log,
    now,
    clock,
    waitUntil,
  })
}
