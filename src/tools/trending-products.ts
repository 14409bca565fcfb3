import * as z from 'zod'
import type { History } from '../history/history.ts'
import type { ReadRising } from '../history/read-rising.ts'
import { TRENDING_WINDOWS } from '../history/trending.ts'
import { Product } from '../ranking/product.ts'
import { Provenance } from '../sources/source.ts'
import { limitField, topicField, topicOfAnswer } from './field.ts'
import { SIMULATED } from './product-history.ts'
import { defineTool } from './tool.ts'

/** A model may send `null` for the default. */
const windowField = z
  .preprocess(
    (window) => (typeof window === 'string' ? window.trim().toLowerCase() : (window ?? '3h')),
    z.enum(TRENDING_WINDOWS, 'must be 1h, 3h or 24h'),
  )
  .prefault('3h')
  .describe('The time until now in which votes were gained.')

const RisingProduct = Product.extend({
  gained: z.number().int().describe('Votes gained in the window.'),
  expected: z.number().describe('Votes that launches of its age gain, by its votes before it.'),
  score: z.number().describe('(gained + 2) / (expected + 2): above 1 it rises.'),
  snapshots: z.number().int().describe('How many counts of its votes in the window tell so.'),
}).meta({ id: 'RisingProduct', description: 'A launch that gains more votes than expected.' })

export const TrendingProductsAnswer = z
  .object({
    posts: z.array(RisingProduct).describe('The highest score first.'),
    window: z.enum(TRENDING_WINDOWS),
    limit: z.number().int(),
    topic: topicOfAnswer,
    enough: z.boolean().describe('Whether enough earlier days are known to tell what is rising.'),
    missing: z.string().optional().describe('What there is too little of, where it is not enough.'),
    ...Provenance.shape,
  })
  .meta({ id: 'TrendingProducts' })

export type TrendingProductsAnswer = z.infer<typeof TrendingProductsAnswer>

export interface TrendingDeps {
  history: Pick<History, 'source' | 'isSimulated'>
  readRising: ReadRising
}

export function trendingProductsTool({ history, readRising }: TrendingDeps) {
  return defineTool({
    name: 'getTrendingProducts',
    title: 'Rising products',
    executionText: 'Looking up what is rising…',
    description:
      'The product launches that rise right now: those that gained more votes in the last hours ' +
      'than their age lets expect. Who leads is another question, which the ranking tools answer.',
    input: z.object({ window: windowField, limit: limitField(3), topic: topicField }),
    output: TrendingProductsAnswer,
    async run({ window, limit, topic }) {
      const { rising, missing, asOf, stale } = await readRising(window, topic)
      return {
        posts: rising.slice(0, limit),
        window,
        limit,
        topic,
        enough: missing === undefined,
        missing,
        source: history.source,
        asOf,
        stale,
        note: history.isSimulated ? SIMULATED : undefined,
      }
    },
  })
}
