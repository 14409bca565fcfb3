import type * as z from 'zod'
import { FoundLaunches, launchesInOrder, Order } from '../../tools/find-launches.ts'
import type { Outcome } from '../dialogue/conversation.ts'
import { type Request, rankingsIn } from '../dialogue/request.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import { sumOf } from './rows.ts'

/** One outcome for each time of a request, also for one whose days were read each by itself. */
export function outcomesOfTimes(request: Request, outcomes: readonly Outcome[]): Outcome[] {
  const left = [...outcomes]
  const whole = request.kind === 'ask' && !request.than ? request.whole?.time : undefined
  const last = whole?.days ? together(left.splice(-whole.days.length), whole) : []
  const found = timesOf(request).flatMap((time) => {
    const own = left.splice(0, time?.days?.length ?? 1)
    return time?.days ? together(own, time) : own
  })
  return [...found, ...left, ...last]
}

/** The times that a request reads in their order, and those of the lists whose places it is about. */
function timesOf(request: Request): (Timeframe | undefined)[] {
  const { set } = request.kind === 'ask' ? request : {}
  if (set?.kind === 'listed' && set.list) return timesOf(set.list)
  if (set?.kind !== 'products') return rankingsIn(request).map(({ time }) => time)
  return set.references.flatMap((one) =>
    one !== 'it' && 'of' in one && one.of ? timesOf(one.of) : [undefined],
  )
}

/** What a ranking tool and a counting one return. */
const Result = FoundLaunches.partial().extend({ order: Order.catch('most_votes') })
type Result = z.infer<typeof Result>

function together(outcomes: readonly Outcome[], { label = '' }: Timeframe): Outcome[] {
  const failed = outcomes.find(({ failure }) => failure !== undefined)
  const [first] = outcomes
  // The products of a list may have been read instead.
  if (first?.toolName === 'getProduct') return [...outcomes]
  const results = outcomes.flatMap(({ result }) => Result.safeParse(result).data ?? [])
  const [one] = results
  if (failed || !first || !one) return failed ? [failed] : [...outcomes]
  const { window, limit, order } = one
  const end = results.at(-1)?.window ?? window
  const posts = launchesInOrder(
    results.flatMap(({ posts = [] }) => posts),
    order,
  ).slice(0, limit)
  const result = {
    ...one,
    posts,
    total: sumOf(results, 'total'),
    votes: sumOf(results, 'votes'),
    comments: sumOf(results, 'comments'),
    topics: groupsOf(results, 'topics').toSorted((a, b) => b.count - a.count),
    days: results.flatMap(({ days = [] }) => days),
    weekdays: groupsOf(results, 'weekdays'),
    window: window && end && { ...end, postedAfter: window.postedAfter, from: window.from, label },
  }
  return [{ ...first, result }]
}

/** The groups of all results, those of the same name as one. */
function groupsOf(results: readonly Result[], by: 'topics' | 'weekdays') {
  const all = results.flatMap(({ [by]: groups = [] }) => groups)
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const own = all.filter((group) => group.name === name)
    const sum = (field: 'count' | 'votes' | 'comments') => sumOf(own, field) ?? 0
    return { name, count: sum('count'), votes: sum('votes'), comments: sum('comments') }
  })
}
