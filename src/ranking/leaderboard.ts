import type { Product } from './product.ts'
import { topicKey } from './topic.ts'

/** A half-open interval, in milliseconds since the epoch. */
export interface TimeSpan {
  readonly from: number
  readonly until: number
}

export interface Leaderboard {
  /** All launches, best first. The index of one is its rank. */
  readonly products: readonly Product[]
  /** The best launches of a span, at most `limit`; of one topic, in any case, if there is one. */
  top(limit: number, span?: TimeSpan, topic?: string): Product[]
  find(id: string): Product | undefined
  /** The ranks of the launches of a topic, ascending. */
  ranksOfTopic(topic: string): readonly number[]
  /** The names of all topics, those with the most launches first. */
  topics(): string[]
}

/**
 * Launches by votes, then comments, then earlier launch, then id, sorted once. The best of a span are
 * found from the best rank on, or among the launches of that time, whichever are fewer.
 */
export function createLeaderboard(launches: readonly Product[]): Leaderboard {
  const entries = launches.map(entryOf).sort(compare)
  const products = entries.map(({ product }) => product)
  const launched = Float64Array.from(entries, ({ launchedAt }) => launchedAt)
  const launchOf = (rank: number) => launched[rank] ?? Infinity
  const byTime = Int32Array.from(products.keys()).sort((a, b) => launchOf(a) - launchOf(b) || a - b)
  const byId = new Map(products.map((product) => [product.id, product]))
  let indexed: Topics | undefined
  const topics = () => {
    indexed ??= topicsOf(products)
    return indexed
  }

  const productsOf = (ranks: Iterable<number>) =>
    Array.from(ranks, (rank) => products[rank]).flatMap((product) => product ?? [])

  const ranksOfTopic = (topic: string) => topics().get(topicKey(topic))?.ranks ?? []

  /** The first place in the order of time that is not before an instant. */
  const placeOf = (instant: number) =>
    firstIndex(byTime.length, (place) => launchOf(byTime[place] ?? -1) >= instant)

  const firstOf = (ranks: Iterable<number>, limit: number, { from, until }: TimeSpan) => {
    const found: number[] = []
    for (const rank of ranks) {
      if (found.length >= limit) break
      const launchedAt = launchOf(rank)
      if (from <= launchedAt && launchedAt < until) found.push(rank)
    }
    return found
  }

  return {
    products,
    ranksOfTopic,
    find: (id) => byId.get(id),

    top(limit, span, topic) {
      if (topic !== undefined) {
        const ranks = ranksOfTopic(topic)
        return productsOf(span ? firstOf(ranks, limit, span) : ranks.slice(0, limit))
      }
      if (!span) return products.slice(0, limit)
      const start = placeOf(span.from)
      const count = Math.max(0, placeOf(span.until) - start)
      // How many ranks are walked, on average, to find `limit` launches of the span.
      const walked = (limit * products.length) / count
      if (count > walked) return productsOf(firstOf(products.keys(), limit, span))
      return productsOf(
        byTime
          .slice(start, start + count)
          .sort()
          .subarray(0, limit),
      )
    },

    topics: () =>
      [...topics().values()]
        .sort((left, right) => right.ranks.length - left.ranks.length)
        .map(({ name }) => name),
  }
}

interface Entry {
  readonly product: Product
  readonly votes: number
  readonly comments: number
  readonly launchedAt: number
}

/** What is unknown comes last. */
function entryOf(product: Product): Entry {
  const { votesCount, commentsCount, launchedAt } = product
  return {
    product,
    votes: votesCount ?? -Infinity,
    comments: commentsCount ?? -Infinity,
    launchedAt: launchedAt === null ? Infinity : Date.parse(launchedAt),
  }
}

function compare(left: Entry, right: Entry): number {
  return (
    ascending(right.votes, left.votes) ||
    ascending(right.comments, left.comments) ||
    ascending(left.launchedAt, right.launchedAt) ||
    ascending(left.product.id, right.product.id)
  )
}

/** The difference of two infinities is NaN, and `localeCompare` depends on the locale. */
function ascending<T extends number | string>(left: T, right: T): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}

type Topics = Map<string, { name: string; ranks: number[] }>

/** The topics by their keys, in the spelling of the best launch. */
function topicsOf(products: readonly Product[]) {
  const topics: Topics = new Map()
  const keys = new Map<string, string>()
  for (const [rank, product] of products.entries()) {
    for (const name of product.topics) {
      const key = keys.get(name) ?? topicKey(name)
      keys.set(name, key)
      const topic = topics.get(key) ?? { name, ranks: [] }
      topics.set(key, topic)
      if (topic.ranks.at(-1) !== rank) topic.ranks.push(rank)
    }
  }
  return topics
}

/** The first index from which on a condition holds; `length` if there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
