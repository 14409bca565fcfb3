// The responses of the service's routes, derived from their schemas: types only, no code.
import type * as z from 'zod'
import type { AgentTestResult as TrialShape } from '../../platform/agents/agent-test.ts'
import type { PlatformStats as StatsShape } from '../../platform/stats.ts'
import type { Product } from '../../ranking/product.ts'
import type { Window } from '../../ranking/window.ts'
import type { ProductDetails } from '../../tools/product.ts'
import type { SearchProductsAnswer } from '../../tools/search-products.ts'
import type { TopProductsAnswer } from '../../tools/top-products.ts'

export type { Product } from '../../ranking/product.ts'
export type SearchResponse = SearchProductsAnswer
/** How a product stands: its place in a window, between its neighbours. */
interface Rank {
  rank: number
  of: number | null
  window: Window
  neighbours: Product[]
}

export type ProductResponse = Omit<SearchResponse, 'hits' | 'q' | 'limit'> & {
  product: Product
  tz: string
  ranks: Record<'day' | 'week' | 'month', Rank | null>
  related: Product[]
} & Pick<ProductDetails, 'leaders' | 'pace' | 'votesByHour'>
/** A page of launches. */
export type LaunchesResponse = Omit<TopProductsAnswer, 'order'> & {
  total: number | null
  nextCursor: string | null
  /** Null for all launches. */
  window: Window | null
  /** Votes over time; null where none are kept. */
  history?: { id: string; points: { at: string; votes: number }[] }[] | null
}
export type { Action, Agent } from '../../client/types.ts'
export type { ReplayAnswer as ReplayResponse } from '../../routes/replay.ts'
export type { ProductHistory as HistoryResponse } from '../../tools/product-history.ts'
export type { TrendingProductsAnswer as TrendingResponse } from '../../tools/trending-products.ts'
export type Trial = z.output<typeof TrialShape>
export type Stats = z.output<typeof StatsShape>
export type { Status } from '../../core/status.ts'
export type { StoredWatch, WatchDelivery, WatchView as Watch } from '../../routes/watches.ts'
