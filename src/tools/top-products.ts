import * as z from 'zod'
import { Product } from '../ranking/product.ts'
import { Provenance } from '../sources/source.ts'
import { limitField, topicField, topicOfAnswer } from './field.ts'
import { defineTool, type ToolDeps } from './tool.ts'

const TopProductsAnswer = z
  .object({
    posts: z.array(Product).describe('Best first.'),
    limit: z.number().int(),
    topic: topicOfAnswer,
    order: z.literal('VOTES'),
    ...Provenance.shape,
  })
  .meta({ id: 'TopProducts' })

export type TopProductsAnswer = z.infer<typeof TopProductsAnswer>

export function topProductsTool({ ranking }: Pick<ToolDeps, 'ranking'>) {
  return defineTool({
    name: 'getTopProducts',
    title: 'Top products of all time',
    executionText: 'Looking up the best launches of all time…',
    description:
      'The product launches with the most votes of all time. For a day, a week or any other ' +
      'timeframe use one of the other ranking tools.',
    input: z.object({ limit: limitField(3), topic: topicField }),
    output: TopProductsAnswer,
    async run({ limit, topic }, caller) {
      const request = { order: 'VOTES' as const, limit, topic, signal: caller?.signal }
      const { products, ...provenance } = await ranking.top(request)
      return { posts: products, limit, topic, order: 'VOTES' as const, ...provenance }
    },
  })
}
