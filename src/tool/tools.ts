import type { SearchNeeds } from '../query/search-products.ts'
import { getTopProducts } from './get-top-products.ts'
import { getTopProductsByTimeframe, type TimeframeNeeds } from './get-top-products-by-timeframe.ts'
import { getTopProductsThisWeek } from './get-top-products-this-week.ts'
import { searchProducts } from './search-products.ts'
import type { Tool } from './tool.ts'
import { triggerConfetti } from './trigger-confetti.ts'

export type ToolNeeds = TimeframeNeeds & SearchNeeds

/** The five tools, in the order in which they are offered. */
export function createTools(needs: ToolNeeds): readonly Tool[] {
  return [
    getTopProducts(needs),
    getTopProductsThisWeek(needs),
    getTopProductsByTimeframe(needs),
    searchProducts(needs),
    triggerConfetti(),
  ]
}
