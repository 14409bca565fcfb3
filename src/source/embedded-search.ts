import type { Catalogue } from './catalogue.ts'
import { catalogueClock } from './catalogue-clock.ts'
import { createProductIndex, type ProductIndex } from './product-index.ts'
import type { SearchIndex } from './source.ts'

export function embeddedSearch(catalogue: Catalogue, { now }: { now(): Date }): SearchIndex {
  const clock = catalogueClock(catalogue.today, now)
  // Made by the first search, so that a start does not wait for it.
  let index: ProductIndex | undefined

  return {
    name: 'catalogue',

    async search({ query, limit }) {
      index ??= createProductIndex(catalogue.products)
      const { untilMs, reading } = clock()
      const launched = index
        .search(query)
        .filter(({ launchedAt }) => launchedAt === null || Date.parse(launchedAt) < untilMs)
      return reading(launched.slice(0, limit))
    },
  }
}
