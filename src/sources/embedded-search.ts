import { type Catalogue, type CatalogueSnapshot, resultOf } from './catalogue.ts'
import { createProductIndex, MAX_INDEXED, type ProductIndex } from './product-index.ts'
import type { SearchIndex } from './source.ts'
import { unknownTopicNote } from './unknown-topic-note.ts'

/** An index and the launches in it. */
interface Indexed {
  snapshot: CatalogueSnapshot
  index: ProductIndex
}

export function embeddedSearch(
  catalogue: Pick<Catalogue, 'current'>,
  { now }: { now(): Date },
): SearchIndex {
  const indexed = latestIndex(catalogue)

  return {
    name: 'catalogue',

    async search({ query, limit, topic }) {
      const { snapshot, index } = await indexed()
      const { leaderboard } = snapshot
      const ofTopic = topic === undefined ? undefined : new Set(leaderboard.ranksOfTopic(topic))
      const found = index.search(query, limit, (rank) => !ofTopic || ofTopic.has(rank))
      const note = topic === undefined ? {} : unknownTopicNote(leaderboard, topic)
      const partial = leaderboard.products.length > MAX_INDEXED ? { note: PARTIAL } : {}
      return { ...resultOf(snapshot, found, now), ...partial, ...note }
    },
  }
}

const PARTIAL = `Only the ${MAX_INDEXED.toLocaleString('en-US')} launches with the most votes were searched.`

/** An index of this size is built in about 50 ms, and worth the wait. */
const MAX_AWAITED = 2_000

/**
 * The index is built on the first search, so that a start does not wait for it. After a refresh of
 * many launches, searches use the previous index until the new one is built.
 */
function latestIndex(catalogue: Pick<Catalogue, 'current'>) {
  let ready: Indexed | undefined
  let pending: { snapshot: CatalogueSnapshot; done: Promise<Indexed> } | undefined

  const build = (snapshot: CatalogueSnapshot) => {
    const done = createProductIndex(snapshot.leaderboard).then((index) => {
      ready = { snapshot, index }
      pending = undefined
      return ready
    })
    pending = { snapshot, done }
    return done
  }

  return async (): Promise<Indexed> => {
    const snapshot = await catalogue.current()
    if (ready && ready.snapshot.leaderboard === snapshot.leaderboard) {
      return { snapshot, index: ready.index }
    }
    const done = pending ? pending.done : build(snapshot)
    return ready && snapshot.leaderboard.products.length > MAX_AWAITED ? ready : done
  }
}
