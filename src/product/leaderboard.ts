import type { Product } from './product.ts'

export interface Leaderboard {
  /**
   * The best products launched in a half-open stretch of time, best first, at most `limit`.
   * `from` and `until` are milliseconds since the epoch; without them it is all time.
   */
  top(limit: number, from?: number, until?: number): Product[]
}

export declare function createLeaderboard(products: readonly Product[]): Leaderboard
