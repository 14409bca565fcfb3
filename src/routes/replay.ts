import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import { type History, instantsOf, type VoteCount } from '../history/history.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { isoIn, zoneNamed } from '../ranking/calendar.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { Window } from '../ranking/window.ts'
import { type Cancellable, Provenance } from '../sources/source.ts'
import { topicOfAnswer } from '../tools/field.ts'
import { type TimeframeDeps, timeframeFields } from '../tools/top-products-by-timeframe.ts'

/** The longest day has 25 hours, or half an hour more where clocks move at odd times. */
const MAX_DAY_MS = 26 * HOUR_MS
const MAX_MS = 8 * DAY_MS
const MAX_LAUNCHES = 100

export const ReplayAnswer = z
  .object({
    steps: z
      .array(z.iso.datetime({ offset: true }))
      .describe(
        'Every quarter of an hour of a day, every hour of a longer window, until it ends or now.',
      ),
    launches: z
      .array(
        z.object({
          id: z.string(),
          from: z.number().int().describe('The index of the first step at which it had votes.'),
          votes: z.array(z.number().int()).describe('From that step on, at each.'),
          ranks: z
            .array(z.number().int())
            .describe('From that step on, at each: its rank among these launches.'),
        }),
      )
      .describe(`The best of the window, at most ${MAX_LAUNCHES}, in ranking order.`),
    timeframe: z.string(),
    tz: z.string(),
    topic: topicOfAnswer,
    window: Window,
    isSimulated: z
      .boolean()
      .describe('True if the votes over time are computed, as of the sample.'),
    ...Provenance.shape,
  })
  .meta({ id: 'Replay' })

export type ReplayAnswer = z.infer<typeof ReplayAnswer>

export interface ReplayDeps extends TimeframeDeps {
  history: Pick<History, 'stepwise' | 'isSimulated'>
}

/** How the ranking of a day or a week came about. */
export function replay(deps: ReplayDeps): RouteGroup {
  const query = z.object(timeframeFields(deps.defaultTimezone))
  const get = operation({
    method: 'get',
    path: '/api/replay',
    operationId: 'getReplay',
    tags: ['Rankings'],
    summary: 'The votes and ranks of the launches of a day or a week, step by step',
    query,
    data: ReplayAnswer,
    handle: ({ query }, c) => replayOf(query, deps, c.req.raw),
  })
  return routeGroup([get])
}

interface Asked {
  timeframe: string
  tz: string
  topic?: string | undefined
}

export async function replayOf(
  { timeframe: text, tz, topic }: Asked,
  { ranking, history, now }: ReplayDeps,
  { signal }: Cancellable,
): Promise<ReplayAnswer> {
  const { timeframe, window } = resolveTimeframe(text, { tz, now: now() })
  const steps = stepsOf(window, now().getTime())
  const {
    products,
    hasMore: _,
    version: __,
    total: ___,
    ...provenance
  } = await ranking.launches({
    window,
    topic,
    limit: MAX_LAUNCHES,
    signal,
  })
  const ids = products.map(({ id }) => id)
  const counts = await history.stepwise(ids, steps)
  const instants = instantsOf(steps)
  const zone = zoneNamed(tz)
  return {
    steps: instants.map((at) => isoIn(zone, at)),
    launches: ranked(ids.flatMap((id) => startedAt(id, counts.get(id) ?? [], instants) ?? [])),
    timeframe,
    tz,
    topic,
    window,
    isSimulated: history.isSimulated,
    ...provenance,
  }
}

/** @throws AppError `invalid-request` if the window is too long. */
function stepsOf(
  { postedAfter, postedBefore }: Pick<Window, 'postedAfter' | 'postedBefore'>,
  now: number,
) {
  const from = Date.parse(postedAfter)
  const end = Date.parse(postedBefore)
  if (end - from > MAX_MS) {
    throw new AppError('invalid-request', 'timeframe: must be at most eight days for a replay.')
  }
  const until = Math.max(from, Math.min(end, now))
  return { from, until, stepMs: end - from <= MAX_DAY_MS ? HOUR_MS / 4 : HOUR_MS }
}

type Launch = Omit<ReplayAnswer['launches'][number], 'ranks'>

/** A count stands until the next one. */
function startedAt(id: string, counts: readonly VoteCount[], instants: readonly number[]) {
  const [first] = counts
  const from = first ? instants.findIndex((instant) => first.at <= instant) : -1
  if (from < 0) return undefined
  let next = 0
  const votes = instants.slice(from).map((instant) => {
    while ((counts[next + 1]?.at ?? Infinity) <= instant) next += 1
    return counts[next]?.votes ?? 0
  })
  return { id, from, votes }
}

/** Launches with equal votes stand as they do in the end. */
function ranked(launches: readonly Launch[]): ReplayAnswer['launches'] {
  const ranks = launches.map((): number[] => [])
  const last = Math.max(0, ...launches.map(({ from, votes }) => from + votes.length))
  for (let step = 0; step < last; step += 1) {
    const order = launches
      .map(({ from, votes }, index) => ({ index, votes: votes[step - from] }))
      .flatMap(({ index, votes }) => (votes === undefined ? [] : { index, votes }))
      .sort((one, other) => other.votes - one.votes || one.index - other.index)
    for (const [at, { index }] of order.entries()) ranks[index]?.push(at + 1)
  }
  return launches.map((launch, index) => ({ ...launch, ranks: ranks[index] ?? [] }))
}
