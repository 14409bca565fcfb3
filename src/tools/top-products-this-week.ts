import * as z from 'zod'
import { DAYS } from '../ranking/limits.ts'
import { Product } from '../ranking/product.ts'
import { rollingWindow } from '../ranking/timeframe.ts'
import { boundFields, clampedNumber, limitField, topicField } from './field.ts'
import { defineTool } from './tool.ts'
import { rankWindow, WindowAnswer, type WindowDeps } from './window-ranking.ts'

const TopProductsThisWeekInput = z.object({
  days: clampedNumber({
    ...DAYS,
    defaultValue: 7,
    description: 'How many days to look back from now, 24 hours each.',
  }),
  limit: limitField(3),
  topic: topicField,
  ...boundFields,
})

const TopProductsThisWeekAnswer = z
  .object({
    posts: z.array(Product).describe('Best first.'),
    days: z.number().int(),
    ...WindowAnswer.shape,
  })
  .meta({ id: 'TopProductsThisWeek' })

export function topProductsThisWeekTool(deps: WindowDeps) {
  return defineTool({
    name: 'getTopProductsThisWeek',
    title: 'Top products of the last days',
    executionText: 'Looking up the best launches of the last days…',
    description:
      'The product launches with the most votes in the last 7 days, or in the last `days` days, ' +
      'counted back from now. For calendar days, weeks, months and ranges use ' +
      'getTopProductsByTimeframe.',
    input: TopProductsThisWeekInput,
    output: TopProductsThisWeekAnswer,
    async run({ days, ...rest }, caller) {
      const window = rollingWindow(days, deps.now())
      const { products, answer } = await rankWindow({ window, ...rest }, deps, caller)
      return { posts: products, days, ...answer }
    },
  })
}
