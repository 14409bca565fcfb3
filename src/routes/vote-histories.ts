import * as z from 'zod'
import { CURVE_STEPS, datedCount, type History } from '../history/history.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import type { Product } from '../ranking/product.ts'
import { limitField } from '../tools/field.ts'
import {
  type TimeframeDeps,
  topProductsByTimeframeTool,
} from '../tools/top-products-by-timeframe.ts'

export const VoteHistory = z.object({
  id: z.string(),
  points: z
    .array(z.object({ at: z.iso.datetime(), votes: z.number().int() }))
    .describe(`At most ${CURVE_STEPS}, of the first two days; none where none are recorded.`),
})

const VoteHistories = z
  .object({
    histories: z.array(VoteHistory),
    timeframe: z.string(),
    tz: z.string(),
    isSimulated: z
      .boolean()
      .describe('True if the votes over time are computed, as of the sample.'),
  })
  .meta({ id: 'VoteHistories' })

interface VoteHistoriesDeps extends TimeframeDeps {
  history: Pick<History, 'curves' | 'isSimulated'>
}

/** The votes over time of the best launches of a timeframe, in one answer. */
export function voteHistories(deps: VoteHistoriesDeps): RouteGroup {
  const { history } = deps
  const tool = topProductsByTimeframeTool(deps)
  const list = operation({
    method: 'get',
    path: '/api/history',
    operationId: 'getVoteHistories',
    tags: ['Rankings'],
    summary: 'The votes over time of the best launches of a timeframe',
    query: tool.input.extend({ limit: limitField(10) }),
    data: VoteHistories,
    async handle({ query }, c) {
      const { posts, timeframe, tz } = await tool.run(query, c.req.raw)
      const histories = await historiesOf(posts, history)
      return { histories, timeframe, tz, isSimulated: history.isSimulated }
    },
  })
  return routeGroup([list])
}

/** The votes over time of each, in the order of the launches. */
export async function historiesOf(posts: readonly Product[], history: Pick<History, 'curves'>) {
  const curves = await history.curves(posts.map(({ id }) => id))
  return posts.map(({ id }) => ({ id, points: (curves.get(id) ?? []).map(datedCount) }))
}
