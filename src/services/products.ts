import { digest } from '../access/digest.ts'
import type { Config } from '../config/config.ts'
import { NO_UPSTREAM, type PartStatus } from '../core/status.ts'
import type { RecordedSource } from '../history/read-day.ts'
import { ALGOLIA, algoliaSearch } from '../sources/algolia/algolia-search.ts'
import { type Catalogue, catalogueSource } from '../sources/catalogue.ts'
import { embeddedSearch } from '../sources/embedded-search.ts'
import { fresh } from '../sources/fresh.ts'
import { freshSearch } from '../sources/fresh-source.ts'
import { type AnsweredLaunches, answeredLaunches, liveSearch } from '../sources/live-search.ts'
import { type LiveSource, liveSource } from '../sources/live-source.ts'
import { noTokenSource } from '../sources/product-hunt/product-hunt-source.ts'
import { sampleCatalogue } from '../sources/sample-catalogue.ts'
import type { ProductSource, SearchIndex } from '../sources/source.ts'
import { catalogueUrl } from '../sources/user-catalogue/catalogue-url.ts'
import type { SharedAnswers } from '../state/shared-answers.ts'
import type { Runtime } from './runtime.ts'

/** A refresh briefly holds two catalogues, and a Worker has memory for two of this size. */
const MAX_CATALOGUE_BYTES = 32 * 1024 * 1024

export function pickCatalogue(config: Config, { log, now, clock, worker }: Runtime): Catalogue {
  const { file: _, url, ...format } = config.catalogue
  if (!url) return sampleCatalogue({ now })
  const timezone = config.DEFAULT_TIMEZONE
  const waitUntil = worker?.waitUntil
  const maxBytes = MAX_CATALOGUE_BYTES
  return catalogueUrl({ url, ...format, timezone, maxBytes, log, now, clock, waitUntil })
}

interface PickedRanking {
  source: ProductSource
  /** The zone of launch days. */
  timezone: string
  /** The answers of a live source, which can be searched. */
  live?: LiveSource & { answered: AnsweredLaunches }
  /** Absent if its launches never change. */
  recorded?: RecordedSource
  status(): PartStatus
}

export function pickRanking(
  { source: choice, catalogue: own, DEFAULT_TIMEZONE: timezone }: Config,
  runtime: Runtime,
  catalogue: Catalogue,
): PickedRanking {
  const serves = choice.kind
  if (choice.kind === 'catalogue') {
    const source = catalogueSource(catalogue, runtime)
    const picked = { source, timezone, status: () => ({ serves, ...NO_UPSTREAM }) }
    const isSample = own.file === undefined && own.url === undefined
    return isSample ? picked : { ...picked, recorded: { ...wholeDays(source), timezone } }
  }
  const answered = answeredLaunches()
  const live = liveSource(choice, {
    ...upstreamDeps(runtime),
    answersOf: (address, account) => sharedAnswers(runtime, address, account),
    onAnswer: answered.add,
    timezone,
  })
  if (!live) {
    const source = noTokenSource(runtime)
    return { source, timezone, status: () => ({ serves, ...NO_UPSTREAM }) }
  }
  return {
    source: live.ranking,
    timezone: live.timezone,
    live: { ...live, answered },
    recorded: recordedLive(live, runtime),
    status: () => ({ serves, ...live.calls.state() }),
  }
}

/** A catalogue as it is recorded: all launches of a day at once. */
function wholeDays({ name, launches }: ProductSource) {
  const pageSize = Number.MAX_SAFE_INTEGER
  return {
    name,
    pageSize,
    launches: ({ window }: Parameters<RecordedSource['launches']>[0]) =>
      launches({ window, limit: pageSize }),
  }
}

/** More than an upstream returns at once. */
const MAX_PAGE = 1_000

/** The source itself: answers of a minute ago are too old to be recorded. */
function recordedLive(
  { source, calls, timezone, budget }: LiveSource,
  { now }: Runtime,
): RecordedSource {
  return {
    name: source.name,
    timezone,
    pageSize: MAX_PAGE,
    budget: {
      total: budget.total,
      async left() {
        const known = calls.budget()
        return known ? { left: known.remaining, resetsAt: now().getTime() + known.resetMs } : null
      },
    },
    launches: ({ signal, ...request }) =>
      calls.run((signal) => source.launches({ ...request, signal }), signal),
  }
}

interface PickedSearch {
  index: SearchIndex
  status(): PartStatus
}

export function pickSearch(
  { search: choice, DEFAULT_TIMEZONE: timezone }: Config,
  runtime: Runtime,
  { catalogue, ranking: { live } }: { catalogue: Catalogue; ranking: PickedRanking },
): PickedSearch {
  const { now, clock } = runtime
  if (choice.kind === 'algolia') {
    const address = choice.url ?? `https://${choice.applicationId}-dsn.algolia.net`
    const account = `${choice.applicationId} ${choice.index} ${choice.apiKey}`
    const answers = sharedAnswers(runtime, address, account)
    const cache = fresh({ ...upstreamDeps(runtime), upstream: ALGOLIA, answers })
    const index = freshSearch(algoliaSearch({ ...choice, now }), ALGOLIA, cache)
    return { index, status: () => ({ serves: 'algolia', ...cache.calls.state() }) }
  }
  if (live?.search) {
    const { search: index, calls } = live
    return { index, status: () => ({ serves: index.name, ...calls.state() }) }
  }
  if (live) {
    const { upstream, answered: launches, ranking } = live
    const index = liveSearch({ upstream, ranking, launches, timezone, now, clock })
    const status = () => ({ serves: 'embedded', ...NO_UPSTREAM, covers: index.covers() })
    return { index, status }
  }
  const index = embeddedSearch(catalogue, { now })
  return { index, status: () => ({ serves: 'embedded', ...NO_UPSTREAM }) }
}

function upstreamDeps({ log, now, clock, worker }: Runtime) {
  return { log, now, clock, waitUntil: worker?.waitUntil }
}

/** The answers of an account that processes share, under a name that does not tell its key. */
function sharedAnswers({ node, worker }: Runtime, address: string, account: string) {
  const answersOf = node?.shared?.answers ?? worker?.answers
  if (!answersOf) return undefined
  const opening = digest(account).then((hash) => answersOf(`${address} ${hash.slice(0, 16)}`))
  const answers: SharedAnswers = {
    read: async (key) => (await opening).read(key),
    write: (key, answer, lifetimeMs) =>
      void opening.then(({ write }) => write(key, answer, lifetimeMs)),
    pause: (untilMs) => void opening.then(({ pause }) => pause(untilMs)),
  }
  return answers
}
