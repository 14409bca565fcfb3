import { confettiTool } from './confetti.ts'
import { type HistoryDeps, productHistoryTool } from './product-history.ts'
import { type SearchDeps, searchProductsTool } from './search-products.ts'
import type { Tool } from './tool.ts'
import { topProductsTool } from './top-products.ts'
import { type TimeframeDeps, topProductsByTimeframeTool } from './top-products-by-timeframe.ts'
import { topProductsThisWeekTool } from './top-products-this-week.ts'
import { type TrendingDeps, trendingProductsTool } from './trending-products.ts'

export type ToolDeps = TimeframeDeps & SearchDeps & TrendingDeps & Omit<HistoryDeps, 'now'>

/** The tools, in the order in which they are listed; those that need a history where there is one. */
export function createTools(deps: ToolDeps): readonly Tool[] {
  return [
    topProductsTool(deps),
    topProductsThisWeekTool(deps),
    topProductsByTimeframeTool(deps),
    searchProductsTool(deps),
    ...(deps.history.isAbsent ? [] : [trendingProductsTool(deps), productHistoryTool(deps)]),
    confettiTool(),
  ]
}
