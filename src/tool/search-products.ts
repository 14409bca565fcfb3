import {
  type SearchNeeds,
  SearchProductsAnswer,
  SearchProductsInput,
  searchProducts as search,
} from '../query/search-products.ts'
import { defineTool } from './tool.ts'

export function searchProducts(needs: SearchNeeds) {
  return defineTool({
    name: 'searchProducts',
    title: 'Search products',
    executionText: 'Searching launches…',
    description: 'Product launches whose name, tagline or topics match some words.',
    input: SearchProductsInput,
    output: SearchProductsAnswer,
    run: (input, caller) => search(input, needs, caller),
  })
}
