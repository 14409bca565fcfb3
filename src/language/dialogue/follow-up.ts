import { COUNT } from '../../ranking/limits.ts'
import {
  FUTURE,
  isBoundless,
  RELATIVE,
  shifted,
  type Timeframe,
  TOO_EARLY,
} from '../slots/timeframe.ts'
import {
  type ChangeRequest,
  type Details,
  isToolRequest,
  type RankingRequest,
  type Request,
  type SearchRequest,
  type ToolRequest,
  talk,
} from './request.ts'

/** Earlier requests that later messages may refer to. */
export interface DialogueState {
  ranking?: RankingRequest | undefined
  search?: SearchRequest | undefined
  last?: ToolRequest | undefined
  hasHistory?: boolean
  /** Whether the last reply was a question about what to search for. */
  isTopicPending?: boolean
  /** Index in the last answer of the product discussed last; -1 is the last one. */
  itemIndex?: number | undefined
}

/** Completes the requests of a message from the ones before it. */
export function followUp(requests: readonly Request[], state: DialogueState): Request[] {
  let current = state
  return requests.map((request) => {
    const resolved = resolve(current, request)
    current = remember([resolved], current)
    return resolved
  })
}

export function remember(requests: readonly Request[], state: DialogueState): DialogueState {
  const toolRequests = requests.filter(isToolRequest)
  const item = requests.find((request) => request.kind === 'item')
  const itemIndex = toolRequests.length > 0 ? undefined : state.itemIndex
  return {
    ranking: toolRequests.findLast((request) => request.kind === 'ranking') ?? state.ranking,
    search: toolRequests.findLast((request) => request.kind === 'search') ?? state.search,
    last: toolRequests.at(-1) ?? state.last,
    hasHistory: true,
    isTopicPending: requests.some(
      (request) => request.kind === 'talk' && request.topic === 'what-for',
    ),
    itemIndex: item ? item.index : itemIndex,
  }
}

function resolve(state: DialogueState, request: Request): Request {
  switch (request.kind) {
    case 'ranking':
    case 'change': {
      const time = resolveShift(request, state.ranking)
      if (time?.text === FUTURE) return talk('future')
      if (time?.text === TOO_EARLY) return talk('too-early')
      const resolved = { ...request, time }
      return resolved.kind === 'change' ? resolveChange(resolved, state) : resolved
    }
    case 'item':
      return state.last ? { ...request, index: request.index ?? state.itemIndex } : talk('unclear')
    default:
      return request
  }
}

function resolveChange(change: ChangeRequest, state: DialogueState): Request {
  const { words, isMore, args, refersTo, count, time, zone } = change
  const { ranking, search } = state
  const last = (refersTo && state[refersTo]) ?? state.last
  if (last?.kind === 'confetti') return { ...last, args: { ...last.args, ...args } }
  if (words !== undefined) return { kind: 'search', words, count: count ?? search?.count }
  const isTimed = time !== undefined || zone !== undefined
  if (!last && !isTimed && count === undefined) return talk('unclear')
  if (!last || isTimed) return rerank(ranking, change)
  return { ...last, count: (isMore ? sum(last.count, count) : count) ?? last.count }
}

/** The previous ranking with the details that a change names. */
function rerank(ranking: Details | undefined, { count, time, zone }: Details): RankingRequest {
  return {
    ...ranking,
    kind: 'ranking',
    count: count ?? ranking?.count,
    time: time ?? ranking?.time,
    zone: zone ?? ranking?.zone,
  }
}

/** The count of a longer list: as long as possible unless it is said how much longer. */
function sum(count: number | undefined, added: number | undefined): number {
  return count === undefined || added === undefined ? COUNT.max : Math.min(COUNT.max, count + added)
}

/** Resolves a relative time such as "the week before" against the previous timeframe. */
function resolveShift({ time }: Details, from: Details | undefined): Timeframe | undefined {
  if (!time?.shift) return time
  const { by } = time.shift
  if (from?.time && !isBoundless(from.time)) {
    const moved = shifted(time.shift, from.time)
    return by > 0 && +moved.first > +time.first ? { ...moved, text: FUTURE } : moved
  }
  if (time.text !== RELATIVE) return time
  return by > 0 ? { ...time, text: FUTURE } : undefined
}
