import * as z from 'zod'
import { Product } from '../product/product.ts'
import { type Caller, type ProductSource, Provenance } from '../source/source.ts'
import { answeredTopic, limitField, topicField } from './field.ts'

export const TopProductsInput = z.object({ limit: limitField(3), topic: topicField })

export const TopProductsAnswer = z
  .object({
    posts: z.array(Product).describe('Best first.'),
    limit: z.number().int(),
    topic: answeredTopic,
    order: z.literal('VOTES'),
    ...Provenance.shape,
  })
  .meta({ id: 'TopProducts' })

export type TopProductsAnswer = z.infer<typeof TopProductsAnswer>

export interface RankingNeeds {
  ranking: ProductSource
}

/** The products with the most votes of all time. */
export async function topProducts(
  { limit, topic }: z.infer<typeof TopProductsInput>,
  { ranking }: RankingNeeds,
  caller?: Caller,
): Promise<TopProductsAnswer> {
  const { products, ...provenance } = await ranking.top({
    order: 'VOTES',
    limit,
    topic,
    get signal() {
      return caller?.signal
    },
  })
  return { posts: products, limit, topic, order: 'VOTES', ...provenance }
}
