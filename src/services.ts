import type { Tracer } from '@opentelemetry/api'
import { type Access, createAccess, createStreamLimit, type StreamLimit } from './access/access.ts'
import { type Authenticate, authenticate } from './access/authenticate.ts'
import { type ClientAddress, clientAddress } from './access/client-address.ts'
import {
  createFailedLogins,
  type FailedLogins,
  MAX_FAILURES_PER_MINUTE,
} from './access/failed-logins.ts'
import { createLeases } from './access/leases.ts'
import type { Limiter } from './access/limiter.ts'
import { type MetricsAccess, metricsAccess } from './access/metrics-access.ts'
import { type OriginGuard, originGuard } from './access/origin-guard.ts'
import { createLimiter } from './access/shared-limiter.ts'
import { hostedModel } from './agent/hosted/hosted-model.ts'
import { createModelCalls } from './agent/model-calls.ts'
import type { ModelDeps } from './agent/model-client.ts'
import type { AgentDeps } from './agent/run-agent.ts'
import { createKeys } from './chat/access/keys.ts'
import { type AgentFetch, portableAgentFetch } from './chat/delivery/agent-fetch.ts'
import { createLive } from './chat/live/live.ts'
import type { PlatformDeps } from './chat/platform.ts'
import { createBackgroundTasks } from './chat/run/background-tasks.ts'
import type { Config } from './config/config.ts'
import { ABOUT } from './core/about.ts'
import { AppError } from './core/error.ts'
import type { Log } from './core/log.ts'
import {
  type HistoryStatus,
  type ModelStatus,
  NO_UPSTREAM,
  type PartStatus,
  type Status,
} from './core/status.ts'
import type { History } from './history/history.ts'
import { noHistory } from './history/no-history.ts'
import { createReadRising } from './history/read-rising.ts'
import { recordedHistory } from './history/recorded-history.ts'
import { createRecorder, type RecordedSource, type Recorder } from './history/recorder.ts'
import { simulatedHistory } from './history/simulated-history.ts'
import { embeddedModel } from './language/embedded-model.ts'
import { createLiveBoards, type LiveBoards } from './routes/live.ts'
import { algoliaSearch } from './sources/algolia/algolia-search.ts'
import { type AnsweredLaunches, answeredLaunches } from './sources/answered-launches.ts'
import { cachedSearch, cachedSource } from './sources/cache/cached-source.ts'
import { redisAnswers } from './sources/cache/redis-answers.ts'
import { createSourceCache, type SharedAnswers } from './sources/cache/source-cache.ts'
import type { CallPolicyState } from './sources/call-policy/call-policy.ts'
import { sharedCallPolicy } from './sources/call-policy/shared-call-policy.ts'
import { type Catalogue, catalogueSource } from './sources/catalogue.ts'
import { embeddedSearch } from './sources/embedded-search.ts'
import { liveSearch } from './sources/live-search.ts'
import { type LiveSource, liveSource } from './sources/live-source.ts'
import { noTokenSource } from './sources/product-hunt/product-hunt-source.ts'
import { sampleCatalogue } from './sources/sample-catalogue.ts'
import type { ProductSource, SearchIndex, UpstreamSource } from './sources/source.ts'
import { catalogueUrl } from './sources/user-catalogue/catalogue-url.ts'
import { rankingWithoutTopics, searchWithoutTopics } from './sources/without-topics.ts'
import { createResumableRuns, type ResumableRuns } from './state/resumable-runs.ts'
import { sharedRuns } from './state/shared-runs.ts'
import type { SharedState } from './state/shared-state.ts'
import type { Database } from './storage/database.ts'
import { createTools, type ToolDeps } from './tools/tools.ts'

/** The parts that a service runs on. */
export interface Runtime {
  log: Log
  now(): Date
  /** Monotonic milliseconds, for durations; `now` is for instants that are shown. */
  clock(): number
  /** The chat platform's data. Without a database there is no chat platform. */
  database?: Database | undefined
  node?: NodeRuntime
  worker?: WorkerRuntime
}

/** The parts that Node brings. */
export interface NodeRuntime {
  /** Whether only this machine can reach the service. */
  isLoopback: boolean
  /** The user's own launches, if there are any. */
  catalogue?: Catalogue | undefined
  /** Calls an agent, and checks the address that its host name has. */
  agentFetch?: ((guard: { allowLocal: boolean }) => AgentFetch) | undefined
  tracer?: Tracer | undefined
  /** State that this process shares with others. */
  shared?: SharedState | undefined
  /** Aborts when the process shuts down and its runs must end. */
  stopping?: AbortSignal | undefined
}

/** The parts that Workers bring. */
export interface WorkerRuntime {
  /** Keeps the request alive until background work has finished. */
  waitUntil(work: Promise<unknown>): void
  /** The time for which work may continue after a response. */
  maxBackgroundMs: number
  clientAddress: ClientAddress
  /** Counts callers across isolates, with its own limit. */
  limiter?: Limiter | undefined
  /** Answers of live sources that isolates share. */
  sharedAnswers: SharedAnswers
  /** The live source, which one object calls for the whole deployment. */
  liveSource: { source: UpstreamSource; state(): Promise<CallPolicyState> }
}

export interface Services extends AgentDeps, ToolDeps, AccessServices {
  ranking: ProductSource
  history: History
  /** Absent if nothing is recorded. */
  recorder?: Recorder | undefined
  /** Monotonic milliseconds. */
  clock(): number
  corsOrigins: readonly string[]
  /** Absent on Workers, where a run ends with its request. */
  resumableRuns?: ResumableRuns | undefined
  liveBoards: LiveBoards
  /** Absent if there is no database. */
  platform?: PlatformDeps
  status(): Promise<Status>
}

/** Creates all services: every implementation is chosen in this file. */
export function createServices(config: Config, runtime: Runtime): Services {
  const { log, now, clock, node } = runtime
  const { DEFAULT_TIMEZONE: defaultTimezone, CORS_ORIGINS: corsOrigins } = config

  const access = pickAccess(config, runtime)
  const catalogue = node?.catalogue ?? pickCatalogue(config, runtime)
  const ranking = pickRanking(config, runtime, catalogue)
  const search = pickSearch(config, runtime, { catalogue, ranking })
  const history = pickHistory(config, runtime, ranking.recorded)
  const model = pickModel(config, runtime)
  const platform = pickPlatform(config, runtime, access)
  const readRising = createReadRising({ history: history.history, now, clock })
  const tools = createTools({
    ranking: ranking.source,
    search: search.index,
    history: history.history,
    readRising,
    now,
    defaultTimezone,
  })

  return {
    log,
    now,
    clock,
    corsOrigins,
    defaultTimezone,
    ...access,
    ranking: ranking.source,
    search: search.index,
    liveBoards: createLiveBoards({
      ranking: ranking.source,
      now,
      defaultTimezone,
      log,
      isolatesRequests: runtime.worker !== undefined,
    }),
    history: history.history,
    readRising,
    recorder: history.recorder,
    tools,
    model: model.model,
    modelCalls: model.modelCalls,
    fallback: model.fallback,
    tracer: node?.tracer,
    stopping: node?.stopping,
    resumableRuns: pickResumableRuns(runtime),
    ...(platform && { platform }),
    status: async () => ({
      version: ABOUT.version,
      model: model.status(),
      ranking: await ranking.status(),
      search: await search.status(),
      ...(node?.shared && { shared: node.shared.status() }),
      history: await history.status(),
    }),
  }
}

function pickResumableRuns({ log, node, worker }: Runtime): ResumableRuns | undefined {
  if (worker) return undefined
  return node?.shared ? sharedRuns(node.shared, { log }) : createResumableRuns({ log })
}

interface AccessServices {
  clientAddress: ClientAddress
  /** Absent if anybody may call without a limit. */
  access?: Access | undefined
  /** Absent unless only callers on this machine may call. */
  originGuard?: OriginGuard | undefined
  /** Absent if the open streams of an address are not limited. */
  streamLimit?: StreamLimit | undefined
  failedLogins: FailedLogins
  metricsAccess: MetricsAccess
}

/** An address may have as many streams as the limit of calls lets it begin in ten seconds. */
const MIN_STREAMS = 50
const STREAM_SHARE = 1 / 6

function pickAccess(config: Config, { log, now, clock, node, worker }: Runtime): AccessServices {
  const { callers, perMinute, isUnlimited, trustedProxies, metricsToken } = config.access
  const deps = { log, now, clock }
  const shared = node?.shared
  const count = (name: string, perMinute: number) =>
    createLimiter({ name, perMinute, clock, shared })
  const counted = perMinute > 0 ? count('calls', perMinute) : undefined
  const limiter = isUnlimited ? undefined : (worker?.limiter ?? counted)
  const failures = count('failed-logins', MAX_FAILURES_PER_MINUTE)
  const failedLogins = createFailedLogins({ failures, limiter })
  const thisMachine = originGuard({ corsOrigins: config.CORS_ORIGINS, host: config.HOST })
  const byToken = callers === 'nobody' ? nobody : authenticate(config.access, deps)
  const maxStreams = Math.max(MIN_STREAMS, Math.ceil(perMinute * STREAM_SHARE))

  return {
    clientAddress: worker?.clientAddress ?? clientAddress(trustedProxies),
    access:
      byToken || limiter
        ? createAccess({ authenticate: byToken, limiter, failedLogins })
        : undefined,
    originGuard: callers === 'this-machine' ? thisMachine : undefined,
    streamLimit: limiter && createStreamLimit(maxStreams, createLeases('streams', shared)),
    failedLogins,
    metricsAccess: metricsAccess({
      authenticate: metricsToken ? authenticate({ tokens: [metricsToken] }, deps) : undefined,
      originGuard: thisMachine,
      failedLogins,
    }),
  }
}

/** The check of a Worker that is not configured: it rejects all calls where Node would refuse to start. */
const nobody: Authenticate = async () => {
  const message = 'The service rejects all calls until its access is configured.'
  const cause = new Error(
    'Set AGENT_TOKENS, AGENT_JWT_SECRET or AGENT_JWKS_URL, or ALLOW_PUBLIC=true',
  )
  throw new AppError('not-configured', message, { cause })
}

/** A refresh briefly holds two catalogues, and a Worker has memory for two of this size. */
const MAX_CATALOGUE_BYTES = 32 * 1024 * 1024

function pickCatalogue(config: Config, { log, now, clock, worker }: Runtime): Catalogue {
  const { url, columns } = config.catalogue
  if (!url) return sampleCatalogue({ now })
  const timezone = config.DEFAULT_TIMEZONE
  const waitUntil = worker?.waitUntil
  const maxBytes = MAX_CATALOGUE_BYTES
  return catalogueUrl({ url, columns, timezone, maxBytes, log, now, clock, waitUntil })
}

type UpstreamState = Omit<PartStatus, 'serves'>

interface PickedRanking {
  source: ProductSource
  /** The answers of a live source without a search of its own. */
  live?: { upstream: string; answered: AnsweredLaunches }
  /** The search of the source itself. */
  search?: PickedSearch
  /** Absent if its launches never change. */
  recorded?: RecordedSource
  status(): Promise<PartStatus>
}

function pickRanking(
  { source: choice, catalogue: own }: Config,
  runtime: Runtime,
  catalogue: Catalogue,
): PickedRanking {
  const isSample = own.file === undefined && own.url === undefined
  const picked = (
    source: ProductSource,
    state: () => UpstreamState | Promise<UpstreamState> = () => NO_UPSTREAM,
  ): PickedRanking => ({
    source,
    status: async () => ({ serves: choice.kind, ...(await state()) }),
  })
  if (choice.kind === 'catalogue') {
    const source = catalogueSource(catalogue, runtime)
    if (isSample) return picked(source)
    const recorded = { ...source, timezone: 'UTC', pageSize: MAX_CATALOGUE_PAGE }
    return { ...picked(source), recorded }
  }
  const { node, ...deps } = runtime
  const live = liveSource(choice, { ...deps, shared: node?.shared })
  if (!live) return picked(noTokenSource(runtime))

  const { upstream, callPolicy, search } = live
  const cache = sourceCache(runtime)
  const answered = answeredLaunches()
  const cached = { cache, onAnswer: answered.add }
  const shared = runtime.worker?.liveSource
  const source = shared
    ? cachedSource(shared.source, cached)
    : cachedSource(live.source, { callPolicy, ...cached })
  const { state } = shared ?? callPolicy
  const recorded = recordedLive(live, shared)
  if (!search) return { ...picked(source, state), recorded, live: { upstream, answered } }
  const index = searchWithoutTopics(cachedSearch(search, { callPolicy, cache }), upstream)
  const status = async () => ({ serves: index.name, ...callPolicy.state() })
  return {
    ...picked(rankingWithoutTopics(source, upstream), state),
    recorded,
    search: { index, status },
  }
}

/** More than a day has of launches of one's own. */
const MAX_CATALOGUE_PAGE = 2_000

/** The source without the cache, whose answers are too old to be recorded. */
function recordedLive(live: LiveSource, shared: WorkerRuntime['liveSource'] | undefined) {
  const { source, callPolicy, timezone, pageSize, budget } = live
  const { state } = shared ?? callPolicy
  const recorded: RecordedSource = {
    name: source.name,
    timezone,
    pageSize,
    budget: { ...budget, left: async () => (await state()).budgetLeft },
    launches: ({ signal, ...request }) =>
      shared
        ? shared.source.launches({ ...request, signal })
        : callPolicy.run((signal) => source.launches({ ...request, signal }), signal),
  }
  return recorded
}

interface PickedHistory {
  history: History
  recorder: Recorder | undefined
  status(): Promise<HistoryStatus>
}

/** Votes over time. A history that cannot be read does not make the service fail. */
function pickHistory(
  { hasHistory, source: { kind } }: Config,
  { database, log, now }: Runtime,
  recorded: RecordedSource | undefined,
): PickedHistory {
  const picked = (serves: HistoryStatus['serves'], history: History, recorder?: Recorder) => ({
    history,
    recorder,
    status: async () => ({ serves, ...(await historyState(history)) }),
  })
  if (!hasHistory) return picked('off', noHistory(kind, 'it is switched off (HISTORY).'))
  if (!recorded && kind === 'catalogue') return picked('simulated', simulatedHistory({ now }))
  if (!recorded) return picked('off', noHistory(kind, 'the source has no token.'))
  if (!database) return picked('off', noHistory(kind, 'the service has no database.'))
  const { timezone } = recorded
  return picked(
    'recorded',
    recordedHistory({ database, source: kind, timezone, now }),
    createRecorder({ database, source: recorded, now, log }),
  )
}

async function historyState(history: History) {
  const iso = (instant: number | null) =>
    instant === null ? null : new Date(instant).toISOString()
  try {
    const { since, last, ...size } = await history.state()
    return { since: iso(since), last: iso(last), ...size, failing: false }
  } catch (error) {
    const failing = AppError.from(error).code !== 'not-configured'
    return { since: null, last: null, snapshots: null, bytes: null, failing }
  }
}

interface PickedSearch {
  index: SearchIndex
  status(): Promise<PartStatus>
}

function pickSearch(
  { search: choice, DEFAULT_TIMEZONE: timezone }: Config,
  runtime: Runtime,
  { catalogue, ranking }: { catalogue: Catalogue; ranking: PickedRanking },
): PickedSearch {
  const { log, now, clock } = runtime
  const { source, live } = ranking
  if (choice.kind === 'embedded' && ranking.search) return ranking.search
  if (choice.kind === 'embedded' && live) {
    const { upstream, answered: launches } = live
    const index = liveSearch({ upstream, ranking: source, launches, timezone, now, clock })
    const status = async () => ({ serves: 'embedded', ...NO_UPSTREAM, covers: index.covers() })
    return { index, status }
  }
  if (choice.kind === 'embedded') {
    const index = embeddedSearch(catalogue, { now })
    return { index, status: async () => ({ serves: 'embedded', ...NO_UPSTREAM }) }
  }
  const shared = runtime.node?.shared
  const callPolicy = sharedCallPolicy({ upstream: 'Algolia', log, now, clock, shared })
  const algolia = algoliaSearch({ ...choice, now })
  const index = cachedSearch(algolia, { callPolicy, cache: sourceCache(runtime) })
  return {
    index: searchWithoutTopics(index, 'Algolia'),
    status: async () => ({ serves: 'algolia', ...callPolicy.state() }),
  }
}

/** The cache in front of a live source, with the answers that other isolates share. */
function sourceCache({ log, now, clock, node, worker }: Runtime) {
  const shared = worker?.sharedAnswers ?? (node?.shared && redisAnswers(node.shared))
  return createSourceCache({ shared, now, clock, log, waitUntil: worker?.waitUntil })
}

interface PickedModel extends ModelDeps {
  status(): ModelStatus
}

function pickModel(
  { model: choice, DEFAULT_TIMEZONE: defaultTimezone }: Config,
  { now }: Runtime,
): PickedModel {
  const embedded = () => embeddedModel({ now, defaultTimezone })
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

function pickPlatform(
  { platform: config }: Config,
  { database, log, now, clock, node, worker }: Runtime,
  { failedLogins }: AccessServices,
): PlatformDeps | undefined {
  if (!database) return undefined
  const { isLoopback = false, agentFetch = portableAgentFetch } = node ?? {}
  const { apiKeys, authTokenDays, dataKeys = [], allowLocalAgents = isLoopback } = config
  const { waitUntil, maxBackgroundMs } = worker ?? {}
  return {
    database,
    log,
    now,
    clock,
    failedLogins,
    shared: node?.shared,
    authTokenDays,
    allowLocalAgents,
    keys: createKeys({ configured: apiKeys, acceptsStored: isLoopback, database }),
    agentFetch: agentFetch({ allowLocal: allowLocalAgents }),
    dataKeys,
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
