// What the routes that the page asks answer, as their own schemas have it: types alone, no code.
import type { Product as ProductShape } from '../../product/product.ts'
import type { SearchProductsAnswer } from '../../query/search-products.ts'
import type { TopProductsAnswer } from '../../query/top-products.ts'
import type { TopProductsByTimeframeAnswer } from '../../query/top-products-by-timeframe.ts'

export type Product = ProductShape
export type SearchAnswer = SearchProductsAnswer
export type RankingAnswer = TopProductsAnswer | TopProductsByTimeframeAnswer
