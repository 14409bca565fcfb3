import * as z from 'zod'
import type { History, LaunchHistory } from '../history/history.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { DAY_MS } from '../ranking/calendar.ts'
import { limitField } from '../tools/field.ts'
import {
  type TimeframeDeps,
  topProductsByTimeframeTool,
} from '../tools/top-products-by-timeframe.ts'

/** As many as a small picture shows. */
const MAX_POINTS = 24

/** Hardly any votes come later. */
const SHOWN_MS = 2 * DAY_MS

export const VoteHistory = z.object({
  id: z.string(),
  points: z
    .array(z.object({ at: z.iso.datetime(), votes: z.number().int() }))
    .describe(`At most ${MAX_POINTS}, of the first two days; none where none are recorded.`),
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
  history: Pick<History, 'launch' | 'isSimulated'>
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
      const found = await Promise.all(posts.map(({ id }) => history.launch(id)))
      const histories = posts.map(({ id }, index) => ({ id, points: votesOf(found[index]) }))
      return { histories, timeframe, tz, isSimulated: history.isSimulated }
    },
  })
  return routeGroup([list])
}

/** Evenly many of the first days, with the first and the last one. */
export function votesOf(launch: LaunchHistory | undefined) {
  if (!launch) return []
  const until = launch.launchedAt + SHOWN_MS
  const shown = launch.snapshots.filter(({ at }) => at <= until)
  const step = Math.max(1, (shown.length - 1) / (MAX_POINTS - 1))
  const count = Math.min(MAX_POINTS, shown.length)
  return Array.from({ length: count }, (_, index) => shown[Math.round(index * step)]).flatMap(
    (snapshot) =>
      snapshot ? [{ at: new Date(snapshot.at).toISOString(), votes: snapshot.votes }] : [],
  )
}
