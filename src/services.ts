import { createTokenBudget, type TokenBudget } from './access/token-budget.ts'
import { hostedModel } from './agent/hosted/hosted-model.ts'
import { createModelCalls } from './agent/model-calls.ts'
import type { AgentModel, ModelDeps } from './agent/model-client.ts'
import type { AgentDeps } from './agent/run-agent.ts'
import type { Config } from './config/config.ts'
import { ABOUT } from './core/about.ts'
import { type ModelStatus, NO_UPSTREAM, type Status } from './core/status.ts'
import { portableFetch } from './core/upstream/guarded-fetch.ts'
import type { History } from './history/history.ts'
import { createReadRising } from './history/read-rising.ts'
import type { Recorder } from './history/recorder.ts'
import { createKeys } from './platform/access/keys.ts'
import { createBackgroundTasks } from './platform/answers/background-tasks.ts'
import { settleAnswers } from './platform/answers/run.ts'
import { createLive } from './platform/events/live.ts'
import type { PlatformParts } from './platform/platform.ts'
import { timeZoneStatus } from './ranking/time-zones.ts'
import { createResumableRuns, type ResumableRuns } from './runs/resumable-runs.ts'
import { createRunLeases, type RunLeases } from './runs/run-leases.ts'
import { createStoredTurns, type StoredTurns } from './runs/stored-turns.ts'
import { type AccessServices, pickAccess } from './services/access.ts'
import { pickHistory } from './services/history.ts'
import { pickCatalogue, pickRanking, pickSearch } from './services/products.ts'
import { createReadiness } from './services/readiness.ts'
import type { Runtime } from './services/runtime.ts'
import type { ProductSource } from './sources/source.ts'
import { storedTokenUse } from './storage/token-use.ts'
import type { ToolDeps } from './tools/tool.ts'
import { createTools } from './tools/tools.ts'
import { createWatches, type Watches } from './watches/watches.ts'

export interface Services extends AgentDeps, ToolDeps, AccessServices {
  ranking: ProductSource
  history: History
  /** Absent if nothing is recorded. */
  recorder?: Recorder | undefined
  /** Monotonic milliseconds. */
  clock(): number
  corsOrigins: readonly string[]
  publicUrl: string | undefined
  /** Absent without a database: a run then ends with its request. */
  resumableRuns?: ResumableRuns | undefined
  storedTurns?: StoredTurns | undefined
  tokenBudget?: TokenBudget | undefined
  /** Ends the runs that processes which are gone have left. */
  settleRuns(): Promise<unknown>
  /** Absent if there is no database. */
  platform?: PlatformParts
  watches?: Watches | undefined
  /** Whether anybody may call, without a name. */
  isOpenToAll: boolean
  status(): Promise<Status>
  /** Throws an error that names what is missing. */
  ready(): Promise<void>
}

/** Creates all services: every implementation is chosen here and in `services/`. */
export function createServices(config: Config, runtime: Runtime): Services {
  const { log, now, clock, node } = runtime
  const { DEFAULT_TIMEZONE: defaultTimezone, CORS_ORIGINS: corsOrigins } = config
  for (const warning of config.warnings) log.warn('configuration', { warning })
  const { warning } = timeZoneStatus(now())
  if (warning) log.warn('time-zones-old', { warning })

  const access = pickAccess(config, runtime)
  const catalogue = node?.catalogue ?? pickCatalogue(config, runtime)
  const ranking = pickRanking(config, runtime, catalogue)
  const search = pickSearch(config, runtime, { catalogue, ranking })
  const history = pickHistory(config, runtime, ranking.recorded)
  const model = pickModel(config, runtime)
  const tokenBudget = pickTokenBudget(config, runtime)
  const runs = pickRuns(runtime)
  const platform = pickPlatform(config, runtime, access, runs?.leases)
  const readRising = createReadRising({ history: history.history, now, clock })
  const watches = pickWatches(config, runtime, {
    ranking: ranking.source,
    history: history.history,
    readRising,
  })
  const tools = createTools({
    ranking: ranking.source,
    search: search.index,
    history: history.history,
    readRising,
    now,
    defaultTimezone,
    launchTimezone: ranking.timezone,
  })

  return {
    log,
    now,
    clock,
    corsOrigins,
    publicUrl: config.publicUrl,
    defaultTimezone,
    ...access,
    ranking: ranking.source,
    launchTimezone: ranking.timezone,
    search: search.index,
    history: history.history,
    readRising,
    recorder: history.recorder,
    tools,
    model: model.model,
    modelCalls: model.modelCalls,
    fallback: model.fallback,
    tracer: node?.tracer,
    stopping: node?.stopping,
    resumableRuns: runs?.resumable,
    storedTurns: runs?.turns,
    tokenBudget,
    settleRuns: () =>
      Promise.all([
        platform && settleAnswers(platform),
        runs?.resumable.settle(),
        runs?.turns.settle(),
      ]),
    ...(platform && { platform }),
    watches,
    isOpenToAll: config.access.callers === 'anybody',
    ready: createReadiness({
      database: runtime.database,
      checksWrites: node !== undefined,
      ranking: ranking.source,
      clock,
      log,
    }),
    status: async () => ({
      version: ABOUT.version,
      build: ABOUT.build,
      timeZones: timeZoneStatus(now()),
      model: model.status(),
      ranking: await ranking.status(),
      search: await search.status(),
      ...(node?.shared && { shared: node.shared.status() }),
      history: await history.status(),
      ...(tokenBudget && { tokens: await tokenBudget.status() }),
    }),
  }
}

/** What keeps runs that outlive their request: rows of the database. */
function pickRuns({ database, log, now, node, worker }: Runtime) {
  if (!database) return undefined
  const isolatesRequests = worker !== undefined
  const leases = createRunLeases({ database, log, isolatesRequests })
  const { waitUntil, maxBackgroundMs: unreadMs } = worker ?? {}
  const deps = { database, now, log, leases, state: node?.shared, unreadMs, waitUntil }
  const turns = createStoredTurns({ database, now, log })
  return { leases, resumable: createResumableRuns(deps), turns }
}

interface PickedModel extends ModelDeps {
  status(): ModelStatus
}

function pickModel(
  { model: choice, DEFAULT_TIMEZONE: defaultTimezone }: Config,
  { now, modelData }: Runtime,
): PickedModel {
  const embedded = () => embeddedModel({ now, defaultTimezone }, modelData)
  if (choice.kind === 'embedded') {
    return { model: embedded(), status: () => ({ ...NO_UPSTREAM, serves: 'embedded' }) }
  }
  const modelCalls = createModelCalls({ now })
  return {
    model: hostedModel(choice),
    modelCalls,
    fallback: choice.fallback ? embedded() : undefined,
    status: () => ({ ...NO_UPSTREAM, serves: choice.model, ...modelCalls.state() }),
  }
}

/** The embedded model, which is loaded for its first answer, with what it has learned. */
function embeddedModel(
  deps: { now(): Date; defaultTimezone: string },
  modelData: Runtime['modelData'],
): AgentModel {
  let model: AgentModel | undefined
  return {
    provider: 'launchboard',
    modelId: 'embedded',
    async doStream(options) {
      if (!model) {
        const { embeddedModel } = await import('./language/embedded-model.ts')
        model = embeddedModel({ ...deps, data: await modelData() })
      }
      return model.doStream(options)
    },
  }
}

/** The embedded model costs nothing, so that nothing limits it. */
function pickTokenBudget(
  { access: { tokensPerDay: perDay, tokensPerCaller: perCaller }, model }: Config,
  { database, log, now, clock, worker }: Runtime,
): TokenBudget | undefined {
  if (model.kind === 'embedded' || (perDay ?? perCaller) === undefined) return undefined
  const counts = database && storedTokenUse(database)
  const { waitUntil } = worker ?? {}
  return createTokenBudget({ perDay, perCaller, counts, log, now, clock, waitUntil })
}

function pickPlatform(
  { platform: config }: Config,
  { database, log, now, clock, node, worker }: Runtime,
  { failedLogins, callerId }: AccessServices,
  leases: RunLeases | undefined,
): PlatformParts | undefined {
  if (!database || !leases) return undefined
  const { isLoopback = false, guardedFetch = portableFetch } = node ?? {}
  const { apiKeys, authTokenDays, dataKey, allowLocalAgents = isLoopback } = config
  const { waitUntil, maxBackgroundMs, checkDatabase } = worker ?? {}
  return {
    database,
    checkDatabase,
    log,
    now,
    clock,
    failedLogins,
    callerId,
    leases,
    shared: node?.shared,
    authTokenDays,
    allowLocalAgents,
    keys: createKeys({ configured: apiKeys, acceptsStored: isLoopback, database }),
    agentFetch: guardedFetch({ allowLocal: allowLocalAgents }),
    dataKey,
    backgroundTasks: createBackgroundTasks({ log, waitUntil }),
    isolatesRequests: worker !== undefined,
    live: createLive({
      database,
      log,
      isolatesRequests: worker !== undefined,
      state: node?.shared,
    }),
    ...(maxBackgroundMs !== undefined && {
      chatLimits: { unreadMs: maxBackgroundMs, maxWaitMs: maxBackgroundMs },
    }),
  }
}

function pickWatches(
  { platform: { allowLocalAgents, dataKey }, DEFAULT_TIMEZONE: defaultTimezone }: Config,
  { database, log, now, node, worker }: Runtime,
  read: Pick<Services, 'ranking' | 'history' | 'readRising'>,
): Watches | undefined {
  if (!database) return undefined
  const { isLoopback = false, guardedFetch = portableFetch } = node ?? {}
  const allowLocal = allowLocalAgents ?? isLoopback
  const fetch = guardedFetch({ allowLocal })
  const deps = { database, log, now, defaultTimezone, allowLocal, dataKey, fetch, ...read }
  return createWatches({ ...deps, sendEmail: worker?.sendEmail })
}
