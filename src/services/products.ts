import type { Config } from '../config/config.ts'
import { NO_UPSTREAM, type PartStatus } from '../core/status.ts'
import type { RecordedSource } from '../history/recorder.ts'
import { algoliaSearch } from '../sources/algolia/algolia-search.ts'
import { type AnsweredLaunches, answeredLaunches } from '../sources/answered-launches.ts'
import { cachedSearch, cachedSource } from '../sources/cache/cached-source.ts'
import { redisAnswers } from '../sources/cache/redis-answers.ts'
import { createSourceCache } from '../sources/cache/source-cache.ts'
import { sharedCallPolicy } from '../sources/call-policy/shared-call-policy.ts'
import { type Catalogue, catalogueSource } from '../sources/catalogue.ts'
import { embeddedSearch } from '../sources/embedded-search.ts'
import { liveSearch } from '../sources/live-search.ts'
import { type LiveSource, liveSource } from '../sources/live-source.ts'
import { noTokenSource } from '../sources/product-hunt/product-hunt-source.ts'
import { sampleCatalogue } from '../sources/sample-catalogue.ts'
import type { ProductSource, SearchIndex } from '../sources/source.ts'
import { catalogueUrl } from '../sources/user-catalogue/catalogue-url.ts'
import { rankingWithoutTopics, searchWithoutTopics } from '../sources/without-topics.ts'
import type { Runtime, WorkerRuntime } from './runtime.ts'

/** A refresh briefly holds two catalogues, and a Worker has memory for two of this size. */
const MAX_CATALOGUE_BYTES = 32 * 1024 * 1024

export function pickCatalogue(config: Config, { log, now, clock, worker }: Runtime): Catalogue {
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

export function pickRanking(
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

interface PickedSearch {
  index: SearchIndex
  status(): Promise<PartStatus>
}

export function pickSearch(
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
