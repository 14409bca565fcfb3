import type { Config } from '../config.ts'
import { AppError } from '../error.ts'
import { algoliaSearch } from '../source/algolia/algolia-search.ts'
import { embeddedSearch } from '../source/embedded-search.ts'
import { freshSearch } from '../source/freshness/fresh-search.ts'
import { createGuard } from '../source/guard/guard.ts'
import type { Reading, SearchIndex } from '../source/source.ts'
import { type PartStatus, QUIET } from '../status.ts'
import { freshnessOf } from './freshness-of.ts'
import type { Picking } from './picking.ts'

export function pickSearch({ search: choice }: Config, needs: Picking): SearchPart {
  const { catalogue, now, clock, log } = needs
  if (choice.kind === 'embedded') {
    const index = embeddedSearch(catalogue, { now })
    return { index, status: async () => ({ serves: 'embedded', ...QUIET }) }
  }
  const guard = createGuard<Reading>({ upstream: 'Algolia', log, now, clock })
  const algolia = algoliaSearch({ ...choice, now })
  const fresh = freshSearch(algolia, { guard, freshness: freshnessOf(needs) })
  const index = withoutTopics(fresh, 'Algolia')
  return { index, status: async () => ({ serves: 'algolia', ...guard.state() }) }
}

/** Stands before the guard: what the caller got wrong is no failure of the upstream. */
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
