import * as z from 'zod'
import { DAYS } from '../ranking/limits.ts'
import { Product } from '../ranking/product.ts'
import { rollingWindow } from '../ranking/timeframe.ts'
import { Window } from '../ranking/window.ts'
import { type Caller, type ProductSource, Provenance } from '../sources/source.ts'
import { clampedNumber, limitField, topicField, topicOfAnswer } from './field.ts'
import { defineTool } from './tool.ts'

export const TopProductsThisWeekInput = z.object({
  days: clampedNumber({
    ...DAYS,
    defaultValue: 7,
    description: 'How many days to look back from now, 24 hours each.',
  }),
  limit: limitField(3),
  topic: topicField,
})

export const TopProductsThisWeekAnswer = z
  .object({
    posts: z.array(Product).describe('Best first.'),
    days: z.number().int(),
    limit: z.number().int(),
    topic: topicOfAnswer,
    order: z.literal('RANKING'),
    window: Window,
    ...Provenance.shape,
  })
  .meta({ id: 'TopProductsThisWeek' })

export type TopProductsThisWeekAnswer = z.infer<typeof TopProductsThisWeekAnswer>

export interface WindowDeps {
  ranking: ProductSource
  now(): Date
}

/** The best launches of a window that ends now and began some days ago. */
export async function topProductsThisWeek(
  { days, limit, topic }: z.infer<typeof TopProductsThisWeekInput>,
  { ranking, now }: WindowDeps,
  caller?: Caller,
): Promise<TopProductsThisWeekAnswer> {
  const window = rollingWindow(days, now())
  const { products, ...provenance } = await ranking.top({
    order: 'RANKING',
    window,
    limit,
    topic,
    get signal() {
      return caller?.signal
    },
  })
  return { posts: products, days, limit, topic, order: 'RANKING', window, ...provenance }
}

export function topProductsThisWeekTool(deps: WindowDeps) {
  return defineTool({
    name: 'getTopProductsThisWeek',
    title: 'Top products of the last days',
    executionText: 'Looking up the best launches of the last days…',
    description:
      'The best product launches of the last days, counted back from now (7 unless `days` says ' +
      'otherwise). For calendar days, weeks and months use getTopProductsByTimeframe.',
    input: TopProductsThisWeekInput,
    output: TopProductsThisWeekAnswer,
    run: (input, caller) => topProductsThisWeek(input, deps, caller),
  })
}
