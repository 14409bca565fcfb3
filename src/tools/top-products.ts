import * as z from 'zod'
import { placesIn } from '../ranking/place.ts'
import { Product } from '../ranking/product.ts'
import { Provenance } from '../sources/source.ts'
import { boundFields, boundsOfAnswer, limitField, topicField, topicOfAnswer } from './field.ts'
import { defineTool, type ToolDeps } from './tool.ts'

const TopProductsAnswer = z
  .object({
    posts: z.array(Product).describe('Best first.'),
    limit: z.number().int(),
    topic: topicOfAnswer,
    ...boundsOfAnswer,
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
      'The product launches with the most votes of all time, best first. For today, yesterday, a ' +
      'week, a month or other dates use getTopProductsByTimeframe.',
    input: z.object({ limit: limitField(3), topic: topicField, ...boundFields }),
    output: TopProductsAnswer,
    async run({ limit, topic, minVotes, maxRank }, caller) {
      const request = { order: 'VOTES' as const, limit, topic, signal: caller?.signal }
      const { products, ...provenance } = await ranking.top(request)
      const posts = placesIn(products, { minVotes, maxRank }).map(({ product }) => product)
      return { posts, limit, topic, minVotes, maxRank, order: 'VOTES' as const, ...provenance }
    },
  })
}
