import * as z from 'zod'
import { Product } from '../ranking/product.ts'
import { resolveTimeframe, TIMEFRAME_FORMS } from '../ranking/timeframe.ts'
import { boundFields, limitField, timezoneField, topicField } from './field.ts'
import { defineTool, type ToolDeps } from './tool.ts'
import { rankWindow, WindowAnswer } from './window-ranking.ts'

/** The timeframe of a request, its time zone and its topic. */
export function timeframeFields(defaultTimezone: string) {
  return {
    timeframe: z.string().default('today').describe(`The timeframe: ${TIMEFRAME_FORMS}.`),
    tz: timezoneField(defaultTimezone),
    topic: topicField,
  }
}

/** The timeframe of all launches. */
export const ALL = 'all'

/** The same where all launches can be asked for. */
export function timeframeOrAllFields(defaultTimezone: string) {
  const { timeframe, ...others } = timeframeFields(defaultTimezone)
  const described = timeframe.describe(`${timeframe.description} Or ${ALL}: every launch.`)
  return { timeframe: described, ...others }
}

export function resolveTimeframeOrAll(text: string, tz: string, { now }: Pick<ToolDeps, 'now'>) {
  return text.trim().toLowerCase() === ALL
    ? { timeframe: ALL, window: undefined }
    : resolveTimeframe(text, { tz, now: now() })
}

const TopProductsByTimeframeAnswer = z
  .object({
    posts: z.array(Product).describe('Best first.'),
    timeframe: z.string(),
    tz: z.string(),
    ...WindowAnswer.shape,
  })
  .meta({ id: 'TopProductsByTimeframe' })

export type TimeframeDeps = Pick<ToolDeps, 'ranking' | 'now' | 'defaultTimezone'>

export function topProductsByTimeframeTool(deps: TimeframeDeps) {
  return defineTool({
    name: 'getTopProductsByTimeframe',
    title: 'Top products of a timeframe',
    executionText: 'Looking up the best launches of that time…',
    description:
      'The product launches with the most votes in a calendar timeframe, best first: who won ' +
      'yesterday, the top 5 of last week, the best AI launches in October. `topic` limits it to ' +
      'one topic, `tz` says where days begin.',
    input: z.object({
      ...timeframeFields(deps.defaultTimezone),
      limit: limitField(3),
      ...boundFields,
    }),
    output: TopProductsByTimeframeAnswer,
    async run({ timeframe: text, tz, ...rest }, caller) {
      const { timeframe, window } = resolveTimeframe(text, { tz, now: deps.now() })
      const { products, answer } = await rankWindow({ window, ...rest }, deps, caller)
      return { posts: products, timeframe, tz, ...answer }
    },
  })
}
