import { type Access, createAccess } from './access/access.ts'
import { authenticate } from './access/authenticate.ts'
import { type ClientAddress, clientAddress } from './access/client-address.ts'
import type { Limiter } from './access/limiter.ts'
import { memoryLimiter } from './access/memory-limiter.ts'
import { embeddedModel } from './agent/embedded/embedded-model.ts'
import { observedModel } from './agent/observed-model.ts'
import { openaiModel } from './agent/openai-model.ts'
import type { AgentNeeds } from './agent/run-agent.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { type Observe, observedLog } from './observed-log.ts'
import { createUnderWay } from './platform/chat/under-way.ts'
import { type AgentFetch, portableAgentFetch } from './platform/delivery/agent-fetch.ts'
import { createKeys } from './platform/key/keys.ts'
import type { PlatformNeeds } from './platform/platform.ts'
import type { Database } from './platform/storage/database.ts'
import { algoliaSearch } from './source/algolia/algolia-search.ts'
import { type Catalogue, catalogueSource } from './source/catalogue.ts'
import { embeddedSearch } from './source/embedded-search.ts'
import { freshSearch } from './source/freshness/fresh-search.ts'
import { freshSource } from './source/freshness/fresh-source.ts'
import { createFreshness } from './source/freshness/freshness.ts'
import { memoryStore } from './source/freshness/memory-store.ts'
import type { Store } from './source/freshness/store.ts'
import { createGuard, type GuardState } from './source/guard/guard.ts'
import { guardedProductHunt } from './source/guarded-product-hunt.ts'
import { noTokenSource } from './source/product-hunt/no-token-source.ts'
import { sampleCatalogue } from './source/sample-catalogue.ts'
import type { ProductSource, Reading, SearchIndex } from './source/source.ts'
import { type PartStatus, QUIET, type Status } from './status.ts'
import { createTools, type ToolNeeds } from './tool/tools.ts'

/** What the platform we run on gives us. */
export interface Runtime {
  now(): Date
  /** Takes one line of the log, line break included. */
  write(line: string): void
  /** One's own launches instead of the sample. */
  catalogue?: Catalogue
  /** Keeps answers of live sources, where others than this process fill it too. */
  store?: Store<Reading>
  /** Keeps a request alive until what it began behind its answer is done. */
  waitUntil?(work: Promise<unknown>): void
  /** Hears every record of the log, whatever its level. */
  observe?: Observe
  tracer?: AgentNeeds['tracer']
  /** Aborts when the process goes down and its runs must end. */
  stopping?: AbortSignal
  /** Product Hunt, where the whole deployment asks it through one guard. */
  sharedProductHunt?: { source: ProductSource; state(): Promise<GuardState> }
  /** Counts callers where others than this process count them too, by a number of its own. */
  limiter?: Limiter
  /** Tells where a request comes from, where no proxy has to be believed for it. */
  clientAddress?: ClientAddress
  /** What the chat platform keeps its things in; without one there is no chat platform. */
  database?: Database
  /** Whether nobody but this machine can reach us. */
  isLoopback?: boolean
  /** How an agent is called past the address guard, where the runtime has a better way. */
  agentFetch?(guard: { allowLocal: boolean }): AgentFetch
  /** How long work may go on behind a response, where there is an end to it. */
  longestBehindMs?: number
}

export interface Services extends AgentNeeds, ToolNeeds {
  corsOrigins: readonly string[]
  /** Absent where everybody may call, as often as they like. */
  access: Access | undefined
  status(): Promise<Status>
  platform?: PlatformNeeds
}

/** The only place that picks implementations. */
export function createServices(config: Config, runtime: Runtime): Services {
  const { now, write, observe, tracer, stopping } = runtime
  const { DEFAULT_TIMEZONE: defaultTimezone, CORS_ORIGINS: corsOrigins } = config
  const ownLog = createLog({ level: config.LOG_LEVEL, write, now })
  const log = observe ? observedLog(ownLog, observe) : ownLog
  const needs = { ...runtime, catalogue: runtime.catalogue ?? sampleCatalogue(), log }

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

interface Picking extends Runtime {
  catalogue: Catalogue
  log: AgentNeeds['log']
}

function pickAccess({ access }: Config, { now, ...runtime }: Picking): Access | undefined {
  const { perMinute, isUnlimited, trustedProxies } = access
  const own = perMinute > 0 ? memoryLimiter({ perMinute, now }) : undefined
  const limiter = isUnlimited ? undefined : (runtime.limiter ?? own)
  const authenticated = authenticate(access, { now })
  if (!authenticated && !limiter) return undefined
  const address = runtime.clientAddress ?? clientAddress(trustedProxies)
  return createAccess({ authenticate: authenticated, limiter, clientAddress: address })
}

function pickRanking({ source: choice }: Config, needs: Picking) {
  const { catalogue, sharedProductHunt: shared } = needs
  if (choice.kind === 'catalogue') {
    return ranks(catalogueSource(catalogue, needs), async () => ({ serves: 'catalogue', ...QUIET }))
  }

  const serves = 'product-hunt'
  const { token, url } = choice
  if (!token) return ranks(noTokenSource(needs), async () => ({ serves, ...QUIET }))
  if (shared) {
    const source = freshSource(shared.source, { freshness: freshnessOf(needs) })
    return ranks(source, async () => ({ serves, ...(await shared.state()) }))
  }
  const { source, guard } = guardedProductHunt({ ...needs, token, url })
  const fresh = freshSource(source, { guard, freshness: freshnessOf(needs) })
  return ranks(fresh, async () => ({ serves, ...guard.state() }))
}

function ranks(source: ProductSource, status: () => Promise<PartStatus>) {
  return { source, status }
}

function pickSearch({ search: choice }: Config, needs: Picking): SearchPart {
  const { catalogue, now, log } = needs
  if (choice.kind === 'embedded') {
    const index = embeddedSearch(catalogue, { now })
    return { index, status: async () => ({ serves: 'embedded', ...QUIET }) }
  }
  const guard = createGuard<Reading>({ upstream: 'Algolia', log, now })
  const algolia = algoliaSearch({ ...choice, now })
  const index = freshSearch(algolia, { guard, freshness: freshnessOf(needs) })
  return { index, status: async () => ({ serves: 'algolia', ...guard.state() }) }
}

interface SearchPart {
  index: SearchIndex
  status(): Promise<PartStatus>
}

function pickModel({ model: choice, DEFAULT_TIMEZONE: defaultTimezone }: Config, needs: Picking) {
  const { now, log } = needs
  if (choice.kind === 'embedded') {
    const model = embeddedModel({ now, defaultTimezone })
    return { model, status: async () => ({ serves: 'embedded', ...QUIET }) }
  }
  const { model, lastSuccess } = observedModel(openaiModel(choice), { log, now })
  const status = async () => ({ serves: choice.model, ...QUIET, lastSuccess: lastSuccess() })
  return { model, status }
}

function pickPlatform(config: Config, needs: Picking): PlatformNeeds | undefined {
  const { database, isLoopback = false, log, now, waitUntil, longestBehindMs: unreadMs } = needs
  if (!database) return undefined
  const { apiKeys: configured, allowLocalAgents: allowLocal = isLoopback } = config.platform
  const { agentFetch = portableAgentFetch } = needs
  return {
    ...{ database, log, now, allowLocalAgents: allowLocal },
    keys: createKeys({ configured, acceptsStored: isLoopback, database }),
    agentFetch: agentFetch({ allowLocal }),
    underWay: createUnderWay({ log, waitUntil }),
    ...(unreadMs !== undefined && { chatLimits: { unreadMs, longestWaitMs: unreadMs } }),
  }
}

function freshnessOf({ store = memoryStore<Reading>(), now, log, waitUntil }: Picking) {
  return createFreshness<Reading>({ store, now, log, ...(waitUntil && { waitUntil }) })
}
