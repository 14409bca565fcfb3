import { benchmarkTool } from './benchmark.ts'
import { confettiTool } from './confetti.ts'
import { findLaunchesTool } from './find-launches.ts'
import { productTool } from './product.ts'
import { productHistoryTool } from './product-history.ts'
import { searchProductsTool } from './search-products.ts'
import type { Tool, ToolDeps } from './tool.ts'
import { topProductsTool } from './top-products.ts'
import { topProductsByTimeframeTool } from './top-products-by-timeframe.ts'
import { topProductsThisWeekTool } from './top-products-this-week.ts'
import { trendingProductsTool } from './trending-products.ts'

/** The tools, in the order of lists. Tools that need a history are left out without one. */
export function createTools(deps: ToolDeps): readonly Tool[] {
  return [
    topProductsTool(deps),
    topProductsThisWeekTool(deps),
    topProductsByTimeframeTool(deps),
    searchProductsTool(deps),
    productTool(deps),
    findLaunchesTool(deps),
    ...(deps.history.isAbsent
      ? []
      : [trendingProductsTool(deps), productHistoryTool(deps), benchmarkTool(deps)]),
    confettiTool(),
  ]
}
