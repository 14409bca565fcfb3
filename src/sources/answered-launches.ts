import { LRUCache } from 'lru-cache'
import { createLeaderboard, type Leaderboard } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import type { Catalogue } from './catalogue.ts'
import type { SourceResult } from './source.ts'

/** The launches that a live source has answered, in their newest form, and no others. */
export interface AnsweredLaunches extends Pick<Catalogue, 'current'> {
  readonly count: number
  add(result: SourceResult): void
  /** The instant at which the oldest of these products was read. */
  asOf(products: readonly Product[]): string | undefined
}

/** An index of so many is made in about 50 ms. */
const MAX_LAUNCHES = 2_000

export function answeredLaunches(): AnsweredLaunches {
  const launches = new LRUCache<string, { product: Product; asOf: string }>({ max: MAX_LAUNCHES })
  let leaderboard: Leaderboard | undefined

  return {
    get count() {
      return launches.size
    },

    add({ products, asOf }) {
      for (const product of products) {
        const known = launches.peek(product.id)
        if (known && known.asOf >= asOf) continue
        launches.set(product.id, { product, asOf })
        leaderboard = undefined
      }
    },

    asOf: (products) => products.map(({ id }) => launches.peek(id)?.asOf ?? '').sort()[0],

    current() {
      leaderboard ??= createLeaderboard(Array.from(launches.values(), ({ product }) => product))
      return { leaderboard, reading: '' }
    },
  }
}
