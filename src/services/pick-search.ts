import type { Config } from '../config/config.ts'
import { AppError } from '../core/error.ts'
import { NO_UPSTREAM, type PartStatus } from '../core/status.ts'
import { algoliaSearch } from '../sources/algolia/algolia-search.ts'
import type { AnsweredLaunches } from '../sources/answered-launches.ts'
import { cachedSearch } from '../sources/cache/cached-source.ts'
import { createCallPolicy } from '../sources/call-policy/call-policy.ts'
import { embeddedSearch } from '../sources/embedded-search.ts'
import { liveSearch } from '../sources/live-search.ts'
import type { ProductSource, SearchIndex } from '../sources/source.ts'
import { pickSourceCache } from './pick-source-cache.ts'
import type { PickDeps } from './runtime.ts'

interface PickedSearch {
  index: SearchIndex
  status(): Promise<PartStatus>
}

interface SearchDeps extends PickDeps {
  ranking: ProductSource
  /** What the ranking has answered, if it is live. */
  answered: AnsweredLaunches | undefined
}

export function pickSearch(config: Config, deps: SearchDeps): PickedSearch {
  const { search: choice, DEFAULT_TIMEZONE: timezone } = config
  const { catalogue, answered, now, clock, log } = deps
  if (choice.kind === 'embedded' && answered) {
    const upstream = 'Product Hunt'
    const index = liveSearch({ ...deps, upstream, launches: answered, timezone })
    const status = async () => ({ serves: 'embedded', ...NO_UPSTREAM, covers: index.covers() })
    return { index, status }
  }
  if (choice.kind === 'embedded') {
    const index = embeddedSearch(catalogue, { now })
    return { index, status: async () => ({ serves: 'embedded', ...NO_UPSTREAM }) }
  }
  const callPolicy = createCallPolicy({ upstream: 'Algolia', log, now, clock })
  const algolia = algoliaSearch({ ...choice, now })
  const cached = cachedSearch(algolia, { callPolicy, cache: pickSourceCache(deps) })
  const index = withoutTopics(cached, 'Algolia')
  return { index, status: async () => ({ serves: 'algolia', ...callPolicy.state() }) }
}

/** Rejects topics before the call policy, so that they do not count as failures of the upstream. */
function withoutTopics(index: SearchIndex, name: string): SearchIndex {
  return {
    name: index.name,
    async search(request) {
      if (request.topic === undefined) return index.search(request)
      const message = `topic: cannot be used, because ${name} does not filter by topic. Leave it out.`
      throw new AppError('invalid-request', message)
    },
  }
}
