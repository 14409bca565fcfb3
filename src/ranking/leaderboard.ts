import { firstIndex } from './binary-search.ts'
import { runToEnd, sortInSlices, type Work } from './in-slices.ts'
import { type Launches, launchTable, memoryStore } from './launches.ts'
import type { Product } from './product.ts'
import { topicKey } from './topic.ts'

export interface Leaderboard {
  readonly length: number
  /** The product of a rank; 0 is the best. */
  product(rank: number): Product
  /** The instant at which the product of a rank launched, infinity if unknown. */
  launched(rank: number): number
  /**
   * The best products launched in a half-open interval, best first, at most `limit`; of one topic, in
   * any case, if there is one. `from` and `until` are milliseconds since the epoch; all time by default.
   */
  top(limit: number, from?: number, until?: number, topic?: string): Product[]
  /** The ranks of all products launched in a half-open interval, ascending; of one topic if given. */
  ranksIn(from: number, until: number, topic?: string): Int32Array
  /** The rank of the product with an id. */
  rankOf(id: string): number | undefined
  /** The ranks of the products of a topic, ascending. */
  ranksOfTopic(topic: string): Int32Array
  /** The names of all topics, those with the most products first. */
  topics(): string[]
}

/** An index that ranks any window about as fast among a million products as among a few. */
export function createLeaderboard(products: readonly Product[]): Leaderboard {
  const table = launchTable(memoryStore())
  for (const product of products) table.add(product)
  return runToEnd(buildLeaderboard(table.launches()))
}

/** The same in steps, for catalogues so large that requests must be served in between. */
export function* buildLeaderboard(launches: Launches): Work<Leaderboard> {
  const { length } = launches
  const placeOf = yield* rankingOrder(launches)
  const ranks = numbersBelow(length)
  const rankOf = new Int32Array(length)
  for (const [rank, place] of placeOf.entries()) rankOf[place] = rank
  yield
  const launched = Float64Array.from(placeOf, (place) => launches.launched[place] ?? Infinity)
  yield
  const byTime = yield* timeOrder(launched)
  const byId = yield* idOrder(launches, placeOf)
  const topics = yield* ranksOfTopics(launches, rankOf)
  const names = Array.from(launches.topics.values())
    .sort((left, right) => right.places.length - left.places.length)
    .map(({ name }) => name)
  // The columns of the launches can be freed once they are ranked.
  const productAt = launches.product
  const product = (rank: number) => productAt(placeOf[rank] ?? -1)
  const launchedAt = (rank: number) => launched[rank] ?? Infinity
  const ranksOfTopic = (topic: string) => topics.get(topicKey(topic)) ?? NONE

  /** Ranks in ascending order, among which are all of the interval. */
  const candidates = (from: number, until: number, topic: string | undefined) => {
    if (topic !== undefined) return ranksOfTopic(topic)
    const timeOf = (index: number) => launchedAt(byTime[index] ?? -1)
    const start = firstIndex(byTime.length, (index) => timeOf(index) >= from)
    const end = firstIndex(byTime.length, (index) => timeOf(index) >= until)
    return end - start > MAX_SORTED ? ranks : byTime.slice(start, end).sort()
  }

  return {
    length,
    product,
    launched: launchedAt,
    ranksOfTopic,
    topics: () => names,

    ranksIn(from, until, topic) {
      const isIn = (rank: number) => from <= launchedAt(rank) && launchedAt(rank) < until
      return candidates(from, until, topic).filter(isIn)
    },

    rankOf(id) {
      const rank = byId[firstIndex(length, (index) => product(byId[index] ?? -1).id >= id)]
      return rank !== undefined && product(rank).id === id ? rank : undefined
    },

    top(limit, from = -Infinity, until = Infinity, topic) {
      if (from === -Infinity && until === Infinity) {
        return Array.from(
          (topic === undefined ? ranks : ranksOfTopic(topic)).subarray(0, limit),
          product,
        )
      }
      const found: Product[] = []
      for (const rank of candidates(from, until, topic)) {
        if (found.length >= limit) break
        if (from <= launchedAt(rank) && launchedAt(rank) < until) found.push(product(rank))
      }
      return found
    },
  }
}

/** Launches of an interval are sorted by rank if they are few. Many are soon found among all ranks. */
const MAX_SORTED = 4_096

const NONE = new Int32Array()

function numbersBelow(length: number) {
  return new Int32Array(length).map((_, index) => index)
}

/** The places of launches, best first: by votes, comments, earlier launch, then id. */
function rankingOrder({ length, votes, comments, launched, ids }: Launches) {
  return sortInSlices(
    numbersBelow(length),
    (left, right) =>
      ascending(votes[right] ?? 0, votes[left] ?? 0) ||
      ascending(comments[right] ?? 0, comments[left] ?? 0) ||
      ascending(launched[left] ?? 0, launched[right] ?? 0) ||
      ascending(ids[left] ?? '', ids[right] ?? ''),
  )
}

/** The ranks with a known launch, in order of time. */
function timeOrder(launched: Float64Array) {
  const known = numbersBelow(launched.length).filter((rank) => launched[rank] !== Infinity)
  return sortInSlices(known, (left, right) => (launched[left] ?? 0) - (launched[right] ?? 0))
}

/** The ranks in the order of their ids. */
function idOrder({ ids }: Launches, placeOf: Int32Array) {
  const idOf = (rank: number) => ids[placeOf[rank] ?? -1] ?? ''
  return sortInSlices(numbersBelow(placeOf.length), (left, right) =>
    ascending(idOf(left), idOf(right)),
  )
}

function* ranksOfTopics({ topics }: Launches, rankOf: Int32Array): Work<Map<string, Int32Array>> {
  const ranks = new Map<string, Int32Array>()
  for (const [key, { places }] of topics) {
    ranks.set(key, Int32Array.from(places, (place) => rankOf[place] ?? 0).sort())
    yield
  }
  return ranks
}

/** The difference of two infinities is NaN, and `localeCompare` depends on the locale. */
function ascending<T extends number | string>(left: T, right: T): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}
