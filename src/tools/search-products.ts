import * as z from 'zod'
import { MAX_SEARCH_CHARACTERS } from '../ranking/limits.ts'
import { Product } from '../ranking/product.ts'
import { Provenance } from '../sources/source.ts'
import { limitField, topicField, topicOfAnswer } from './field.ts'
import { defineTool, type ToolDeps } from './tool.ts'

export const SearchProductsInput = z.object({
  query: z
    .string()
    .max(MAX_SEARCH_CHARACTERS, `must have at most ${MAX_SEARCH_CHARACTERS} characters`)
    .regex(/\S/, 'must not be blank')
    .describe('What to search for: words of a name, a tagline or a topic.'),
  limit: limitField(10),
  topic: topicField,
})

export const SearchProductsAnswer = z
  .object({
    hits: z.array(Product).describe('Best match first.'),
    q: z.string(),
    limit: z.number().int(),
    topic: topicOfAnswer,
    ...Provenance.shape,
  })
  .meta({ id: 'SearchProducts' })

export type SearchProductsAnswer = z.infer<typeof SearchProductsAnswer>

export type SearchDeps = Pick<ToolDeps, 'search'>

export function searchProductsTool({ search }: SearchDeps) {
  return defineTool({
    name: 'searchProducts',
    title: 'Search products',
    executionText: 'Searching launches…',
    description:
      'Searches product launches by words of their name, tagline or topics, best match first, ' +
      'whatever their dates: a tool for invoices, note taking. For all that is known of one ' +
      'product use getProduct, for the best of a topic a ranking tool with `topic`.',
    input: SearchProductsInput,
    output: SearchProductsAnswer,
    async run({ query, limit, topic }, caller) {
      const request = { query, limit, topic, signal: caller?.signal }
      const { products, ...provenance } = await search.search(request)
      return { hits: products, q: query, limit, topic, ...provenance }
    },
  })
}
