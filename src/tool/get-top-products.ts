import {
  type RankingNeeds,
  TopProductsAnswer,
  TopProductsInput,
  topProducts,
} from '../query/top-products.ts'
import { defineTool } from './tool.ts'

export function getTopProducts(needs: RankingNeeds) {
  return defineTool({
    name: 'getTopProducts',
    title: 'Top products of all time',
    executionText: 'Looking up the best launches of all time…',
    description:
      'The product launches with the most votes of all time. For a day, a week or any other ' +
      'stretch of time use one of the other ranking tools.',
    input: TopProductsInput,
    output: TopProductsAnswer,
    run: (input, caller) => topProducts(input, needs, caller),
  })
}
