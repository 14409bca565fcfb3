import * as z from 'zod'
import { Product } from '../ranking/product.ts'
import { isTimezone, resolveTimeframe, TIMEFRAME_FORMS } from '../ranking/timeframe.ts'
import type { Caller } from '../sources/source.ts'
import { limitField, topicField } from './field.ts'
import { defineTool } from './tool.ts'
import { rankWindow, WindowAnswer, type WindowDeps } from './window-ranking.ts'

/** The schema for a default time zone, so that an answer always names the zone it used. */
export function topProductsByTimeframeInput(defaultTimezone: string) {
  return z.object({
    timeframe: z.string().default('today').describe(`The timeframe: ${TIMEFRAME_FORMS}.`),
    tz: z
      .string()
      .refine(isTimezone, 'must be an IANA time zone, such as America/New_York')
      .default(defaultTimezone)
      .describe('The IANA time zone that days refer to.'),
    limit: limitField(3),
    topic: topicField,
  })
}

export const TopProductsByTimeframeAnswer = z
  .object({
    posts: z.array(Product).describe('Best first.'),
    timeframe: z.string(),
    tz: z.string(),
    ...WindowAnswer.shape,
  })
  .meta({ id: 'TopProductsByTimeframe' })

export type TopProductsByTimeframeAnswer = z.infer<typeof TopProductsByTimeframeAnswer>

/** The best launches of a calendar timeframe: a day, a week, a month, a year or a range. */
export async function topProductsByTimeframe(
  input: z.infer<ReturnType<typeof topProductsByTimeframeInput>>,
  deps: WindowDeps,
  caller?: Caller,
): Promise<TopProductsByTimeframeAnswer> {
  const { tz, limit, topic } = input
  const { timeframe, window } = resolveTimeframe(input.timeframe, { tz, now: deps.now() })
  const { products, answer } = await rankWindow({ window, limit, topic }, deps, caller)
  return { posts: products, timeframe, tz, ...answer }
}

export interface TimeframeDeps extends WindowDeps {
  defaultTimezone: string
}

export function topProductsByTimeframeTool(deps: TimeframeDeps) {
  return defineTool({
    name: 'getTopProductsByTimeframe',
    title: 'Top products of a timeframe',
    executionText: 'Looking up the best launches of that time…',
    description:
      'The best product launches of a calendar timeframe in a time zone: today, yesterday, this ' +
      'or last week, month or year, one day, one month, or a range of days.',
    input: topProductsByTimeframeInput(deps.defaultTimezone),
    output: TopProductsByTimeframeAnswer,
    run: (input, caller) => topProductsByTimeframe(input, deps, caller),
  })
}
