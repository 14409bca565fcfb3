import { bestOfWindow, type TimeOrder } from './best-of-window.ts'
import { runToEnd, sortInSlices, type Work } from './in-slices.ts'
import { type Launches, launchesOf } from './launches.ts'
import type { Product } from './product.ts'
import { topicBoards } from './topic-boards.ts'

export interface Leaderboard {
  readonly length: number
  /** The product of a rank; 0 is the best. */
  product(rank: number): Product
  /** When the product of a rank launched, infinity if unknown. */
  launched(rank: number): number
  /**
   * The best products launched in a half-open interval, best first, at most `limit`.
   * `from` and `until` are milliseconds since the epoch; all time by default.
   */
  top(limit: number, from?: number, until?: number): Product[]
  /** The same for one topic, in any case. */
  topOfTopic(topic: string, limit: number, from?: number, until?: number): Product[]
  /** The ranks of the products of a topic, ascending. */
  ranksOfTopic(topic: string): Int32Array
  /** The names of all topics, those with the most products first. */
  topics(): string[]
}

/** An index that ranks any window about as fast among a million products as among a few. */
export function createLeaderboard(products: readonly Product[]): Leaderboard {
  return runToEnd(buildLeaderboard(launchesOf(products)))
}

/** The same in steps, for catalogues so large that requests must be served in between. */
export function* buildLeaderboard(launches: Launches): Work<Leaderboard> {
  const { length, topics } = launches
  const order = yield* rankingOrder(launches)
  const launched = new Float64Array(length)
  for (let rank = 0; rank < length; rank += 1) {
    launched[rank] = launches.launched[order[rank] ?? -1] ?? Infinity
  }
  yield
  const timeOrder = yield* inTimeOrder(launched)
  const best = yield* bestOfWindow(timeOrder)
  yield
  const boards = yield* topicBoards({ order, timeOrder, topics })
  // The columns of the launches can be freed once they are ranked.
  const productAt = launches.product
  const product = (rank: number) => productAt(order[rank] ?? -1)
  const names = Array.from(topics.known.values(), ({ name, count }) => ({ name, count }))
  names.sort((left, right) => right.count - left.count)

  return {
    length,
    product,
    launched: (rank) => launched[rank] ?? Infinity,

    top(limit, from = -Infinity, until = Infinity) {
      if (isAllTime(from, until)) return firstRanks(Math.min(limit, length)).map(product)
      return best(limit, from, until).map(product)
    },

    topOfTopic(topic, limit, from = -Infinity, until = Infinity) {
      const found = isAllTime(from, until)
        ? Array.from(boards.ranks(topic).subarray(0, limit))
        : boards.bestOfWindow(topic)(limit, from, until)
      return found.map(product)
    },

    ranksOfTopic: boards.ranks,
    topics: () => names.map(({ name }) => name),
  }
}

/** The ranks with a known launch, in time order. */
function* inTimeOrder(launched: Float64Array): Work<TimeOrder> {
  const known = new Int32Array(launched.length)
  let count = 0
  for (let rank = 0; rank < launched.length; rank += 1) {
    if ((launched[rank] ?? Infinity) === Infinity) continue
    known[count] = rank
    count += 1
  }
  yield
  const ranks = yield* sortInSlices(
    known.subarray(0, count),
    (left, right) => (launched[left] ?? 0) - (launched[right] ?? 0),
  )
  const instants = new Float64Array(count)
  for (let at = 0; at < count; at += 1) instants[at] = launched[ranks[at] ?? -1] ?? 0
  return { instants, ranks }
}

function isAllTime(from: number, until: number) {
  return from === -Infinity && until === Infinity
}

function firstRanks(count: number) {
  return Array.from({ length: count }, (_, rank) => rank)
}

/** The positions of launches, best first: by votes, comments, earlier launch, then id. */
function* rankingOrder({ length, votes, comments, launched, id }: Launches): Work<Int32Array> {
  const places = new Int32Array(length)
  for (let place = 0; place < length; place += 1) places[place] = place
  yield
  return yield* sortInSlices(
    places,
    (left, right) =>
      ascending(votes[right] ?? 0, votes[left] ?? 0) ||
      ascending(comments[right] ?? 0, comments[left] ?? 0) ||
      ascending(launched[left] ?? 0, launched[right] ?? 0) ||
      ascending(id(left), id(right)),
  )
}

/** The difference of two infinities is NaN, and `localeCompare` depends on the locale. */
function ascending<T extends number | string>(left: T, right: T): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}
