import type { Config } from '../config.ts'
import { AppError } from '../error.ts'
import { algoliaSearch } from '../source/algolia/algolia-search.ts'
import { cachedSearch } from '../source/cache/cached-source.ts'
import { createCallPolicy } from '../source/call-policy/call-policy.ts'
import { embeddedSearch } from '../source/embedded-search.ts'
import type { SearchIndex, SourceResult } from '../source/source.ts'
import { type PartStatus, QUIET } from '../status.ts'
import { freshnessOf } from './freshness-of.ts'
import type { Picking } from './picking.ts'

export function pickSearch({ search: choice }: Config, deps: Picking): SearchPart {
  const { catalogue, now, clock, log } = deps
  if (choice.kind === 'embedded') {
    const index = embeddedSearch(catalogue, { now })
    return { index, status: async () => ({ serves: 'embedded', ...QUIET }) }
  }
  const callPolicy = createCallPolicy<SourceResult>({ upstream: 'Algolia', log, now, clock })
  const algolia = algoliaSearch({ ...choice, now })
  const fresh = cachedSearch(algolia, { callPolicy, cache: freshnessOf(deps) })
  const index = withoutTopics(fresh, 'Algolia')
  return { index, status: async () => ({ serves: 'algolia', ...callPolicy.state() }) }
}

/** Stands before the call policy: what the caller got wrong is no failure of the upstream. */
function withoutTopics(index: SearchIndex, name: string): SearchIndex {
  return {
    name: index.name,
    async search(request) {
      if (request.topic === undefined) return index.search(request)
      const message = `topic: ${name}, which serves this search, cannot filter by topic.`
      throw new AppError('invalid-request', message)
    },
  }
}

interface SearchPart {
  index: SearchIndex
  status(): Promise<PartStatus>
}
