import type { Product } from './product.ts'
import { topicKey } from './topic.ts'

/** What a ranking needs to know about launches: one column per field, by the launch's position. */
export interface Launches {
  readonly length: number
  /** Negative infinity if unknown. */
  readonly votes: ArrayLike<number>
  readonly comments: ArrayLike<number>
  /** Milliseconds since the epoch, infinity if unknown. */
  readonly launched: ArrayLike<number>
  readonly topics: TopicColumn
  id(place: number): string
  product(place: number): Product
}

/** The topics of all launches, concatenated: those of a launch end where those of the next begin. */
export interface TopicColumn {
  readonly begins: ArrayLike<number>
  readonly numbers: ArrayLike<number>
  /** Every topic by its key, with its number. */
  readonly known: ReadonlyMap<string, Topic>
}

interface Topic {
  readonly number: number
  /** In the spelling of its first launch. */
  readonly name: string
  /** How many launches have it. */
  count: number
}

/** Collects launches one by one. `store` keeps the products themselves. */
export function launchTable(store: {
  keep(product: Product): void
  product(place: number): Product
}) {
  const ids: string[] = []
  const votes: number[] = []
  const comments: number[] = []
  const launched: number[] = []
  const begins = [0]
  const numbers: number[] = []
  const known = new Map<string, Topic>()
  const all: Topic[] = []
  const spellings = new Map<string, number>()

  const numberOf = (name: string) => {
    const spelled = spellings.get(name)
    if (spelled !== undefined) return spelled
    const key = topicKey(name)
    const topic = known.get(key) ?? { number: known.size, name, count: 0 }
    known.set(key, topic)
    all[topic.number] = topic
    spellings.set(name, topic.number)
    return topic.number
  }
  const count = (number: number) => {
    const topic = all[number]
    if (topic) topic.count += 1
  }

  return {
    add(product: Product): void {
      ids.push(product.id)
      votes.push(product.votesCount ?? -Infinity)
      comments.push(product.commentsCount ?? -Infinity)
      launched.push(product.launchedAt === null ? Infinity : Date.parse(product.launchedAt))
      for (const number of new Set(product.topics.map(numberOf))) {
        numbers.push(number)
        count(number)
      }
      begins.push(numbers.length)
      store.keep(product)
    },

    launches: (): Launches => ({
      length: ids.length,
      votes,
      comments,
      launched,
      topics: { begins, numbers, known },
      id: (place) => ids[place] ?? '',
      product: store.product,
    }),
  }
}

/** Launches from products in memory. */
export function launchesOf(given: readonly Product[]): Launches {
  const products = given.slice()
  const table = launchTable({
    keep() {},
    product(place) {
      const product = products[place]
      if (product) return product
      throw new RangeError(`no launch ${place}`)
    },
  })
  for (const product of products) table.add(product)
  return table.launches()
}
