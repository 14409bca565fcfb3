import { createLeaderboard } from '../../src/ranking/leaderboard.ts'
import type { Product } from '../../src/ranking/product.ts'
import type { Catalogue } from '../../src/sources/catalogue.ts'

/** Launches that never change. */
export function fixedCatalogue({ products }: { products: readonly Product[] }): Catalogue {
  const snapshot = { leaderboard: createLeaderboard(products), version: 'fixed' }
  return { current: () => snapshot }
}
