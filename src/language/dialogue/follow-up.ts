import { COUNT } from '../../ranking/limits.ts'
import { textBetween } from '../normalise/tokens.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { isBoundless, RELATIVE, shifted, type Timeframe } from '../slots/timeframe.ts'
import { impliedCount, rankingsOf } from './rankings.ts'
import type { Reading } from './reading.ts'
import {
  isList,
  isToolRequest,
  isTopic,
  type ListRequest,
  type RankingRequest,
  type Request,
  type ToolRequest,
  talk,
} from './request.ts'

/** The requests that later messages may refer to. */
export interface State {
  ranking?: RankingRequest | undefined
  last?: ToolRequest | undefined
  hasHistory?: boolean
}

export function remember(requests: readonly Request[], state: State): State {
  const served = requests.filter(isToolRequest)
  return {
    ranking: served.findLast((request) => request.kind === 'ranking') ?? state.ranking,
    last: served.findLast(({ kind }) => kind !== 'confetti') ?? served.at(-1) ?? state.last,
    hasHistory: true,
  }
}

/** "Two more": the count comes on top of those listed. */
const ADDED = /\b\d+ (?:more|others?)\b|\b(?:next|another|other) \d+\b/

/** The lengths of a list whose count was not said. */
const LISTED = { ranking: 3, search: 10 }

/** The products that follow those of the last list, up to the longest list. */
export function moreOf(last: ListRequest, { tokens, slots }: Reading): ListRequest {
  const after = last.count ?? LISTED[last.kind]
  const added = ADDED.test(textBetween(tokens)) ? slots.counts.at(-1)?.value : undefined
  if (after >= COUNT.max) return { ...last, isTooLong: true }
  return { ...last, count: Math.min(COUNT.max, after + (added ?? COUNT.max)), after }
}

/** The last request with what a message changes of it. */
export function changed({ last, ranking }: State, reading: Reading): Request[] {
  const { tokens, slots, topic } = reading
  const text = textBetween(tokens)
  const count = slots.counts.at(-1)?.value ?? impliedCount(text)
  if (last && isList(last) && ADDED.test(text)) return [moreOf(last, reading)]
  if (last?.kind === 'confetti' && slots.times.length === 0) {
    const pieces = count === undefined ? {} : { particleCount: count }
    return [{ ...last, args: { ...last.args, ...pieces, ...confettiArguments(tokens) } }]
  }
  const isOfRanking = slots.times.length + slots.zones.length > 0 || topic !== undefined
  if (last?.kind === 'search' && !isOfRanking) return [{ ...last, count: count ?? last.count }]
  if (last?.kind === 'history' && !isOfRanking) return [last]
  if (!ranking && !isOfRanking && count === undefined) return [talk('unclear')]
  const counts = slots.counts.map(({ value }) => value)
  return rankingsOf(reading, counts).map((request) => ({
    kind: 'ranking',
    count: request.count ?? ranking?.count,
    time: request.time ?? ranking?.time,
    zone: request.zone ?? ranking?.zone,
    topic: topic ?? ranking?.topic,
    isRecent: ranking?.isRecent ?? false,
    isRising: request.isRising || (ranking?.isRising ?? false),
  }))
}

/** A ranking whose time is completed from the one before: "the week before". */
export function inContext(request: Request, { ranking }: State): Request {
  if (request.kind !== 'ranking') return request
  const time = timeInContext(request.time, ranking?.time)
  // A time without a ranking, such as one in the future, is a topic by its own name.
  return time && isTopic(time.text) ? talk(time.text) : { ...request, time }
}

function timeInContext(time?: Timeframe, before?: Timeframe): Timeframe | undefined {
  if (!time?.shift) return time
  if (before && !isBoundless(before)) return shifted(time.shift, before)
  return time.text === RELATIVE ? undefined : time
}
