import type { Product } from './product.ts'
import { topicKey } from './topic.ts'

/** The facts that a ranking needs about launches: one column per field, by the launch's place. */
export interface Launches {
  readonly length: number
  /** Negative infinity if unknown. */
  readonly votes: readonly number[]
  readonly comments: readonly number[]
  /** Milliseconds since the epoch, infinity if unknown. */
  readonly launched: readonly number[]
  readonly ids: readonly string[]
  /** Every topic by its key. */
  readonly topics: ReadonlyMap<string, Topic>
  product(place: number): Product
}

interface Topic {
  /** The spelling of its first launch. */
  readonly name: string
  readonly places: number[]
}

/** The store of the products themselves. */
interface ProductStore {
  keep(product: Product): void
  product(place: number): Product
}

/** Collects launches one by one. */
export function launchTable({ keep, product }: ProductStore) {
  const ids: string[] = []
  const votes: number[] = []
  const comments: number[] = []
  const launched: number[] = []
  const topics = new Map<string, Topic>()
  const spellings = new Map<string, Topic>()

  const topicOf = (name: string) => {
    const known = spellings.get(name)
    if (known) return known
    const key = topicKey(name)
    const topic = topics.get(key) ?? { name, places: [] }
    topics.set(key, topic)
    spellings.set(name, topic)
    return topic
  }

  return {
    add(launch: Product): void {
      const place = ids.length
      ids.push(launch.id)
      votes.push(launch.votesCount ?? -Infinity)
      comments.push(launch.commentsCount ?? -Infinity)
      launched.push(launch.launchedAt === null ? Infinity : Date.parse(launch.launchedAt))
      for (const topic of new Set(launch.topics.map(topicOf))) topic.places.push(place)
      keep(launch)
    },

    launches: (): Launches => ({
      length: ids.length,
      votes,
      comments,
      launched,
      ids,
      topics,
      product,
    }),
  }
}

/** Products in memory. */
export function memoryStore(): ProductStore {
  const products: Product[] = []
  return {
    keep: (product) => products.push(product),
    product(place) {
      const product = products[place]
      if (product) return product
      throw new RangeError(`no launch ${place}`)
    },
  }
}
