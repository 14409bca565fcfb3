// The responses of the service's routes, derived from their schemas: types only, no code.
import type * as z from 'zod'
import type { Action as ActionShape } from '../../chat/action/action.ts'
import type { Agent as AgentShape } from '../../chat/agent/agent.ts'
import type { AgentTest as TrialShape } from '../../chat/agent/agent-test.ts'
import type { Product as ProductShape } from '../../ranking/product.ts'
import type { SearchProductsAnswer } from '../../tools/search-products.ts'
import type { TopProductsAnswer } from '../../tools/top-products.ts'
import type { TopProductsByTimeframeAnswer } from '../../tools/top-products-by-timeframe.ts'

export type Product = ProductShape
export type SearchResponse = SearchProductsAnswer
export type RankingResponse = TopProductsAnswer | TopProductsByTimeframeAnswer
export type Agent = z.output<typeof AgentShape>
export type Trial = z.output<typeof TrialShape>
export type Action = z.output<typeof ActionShape>
export type { Status } from '../../core/status.ts'
