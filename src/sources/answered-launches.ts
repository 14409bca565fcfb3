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
  // The order is that of their reading, the oldest first.
  const launches = new Map<string, { product: Product; asOf: string }>()
  let leaderboard: Leaderboard | undefined

  const add = (product: Product, asOf: string) => {
    const known = launches.get(product.id)
    if (known && known.asOf >= asOf) return
    launches.delete(product.id)
    launches.set(product.id, { product, asOf })
    leaderboard = undefined
  }

  return {
    get count() {
      return launches.size
    },

    add({ products, asOf }) {
      for (const product of products) add(product, asOf)
      for (const id of launches.keys()) {
        if (launches.size <= MAX_LAUNCHES) return
        launches.delete(id)
      }
    },

    asOf: (products) => products.map(({ id }) => launches.get(id)?.asOf ?? '').sort()[0],

    current() {
      leaderboard ??= createLeaderboard(Array.from(launches.values(), ({ product }) => product))
      return { leaderboard, reading: '' }
    },
  }
}
