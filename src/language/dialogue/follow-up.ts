import { COUNT } from '../../ranking/limits.ts'
import { FUTURE, isBoundless, RELATIVE, shifted, type Timeframe } from '../slots/timeframe.ts'
import {
  type ChangeRequest,
  type ConfettiRequest,
  type Details,
  type ItemRequest,
  isToolRequest,
  isTopic,
  type ListRequest,
  type RankingRequest,
  type Request,
  type SearchRequest,
  type ToolRequest,
  talk,
} from './request.ts'

/** Earlier requests that later messages may refer to. */
export interface DialogueState {
  ranking?: RankingRequest | undefined
  /** The latest ones, oldest first. */
  searches?: readonly SearchRequest[]
  last?: ToolRequest | undefined
  hasHistory?: boolean
  /** Whether the last reply was a question about what to search for. */
  isTopicPending?: boolean
  /** How many answers ago a list of products was given: 1 is the last answer. */
  listAge?: number | undefined
  /** What that list answered, unless the answer had several. */
  list?: ListRequest | undefined
}

/** Completes the requests of a message from the ones before it. */
export function followUp(requests: readonly Request[], state: DialogueState): Request[] {
  let current = state
  return requests.map((request) => {
    const resolved = resolve(current, request)
    current = { ...remember([resolved], current), listAge: state.listAge }
    return resolved
  })
}

export function remember(requests: readonly Request[], state: DialogueState): DialogueState {
  const toolRequests = requests.filter(isToolRequest)
  const lists = toolRequests.filter((request) => request.kind !== 'confetti')
  const searches = lists.filter((request) => request.kind === 'search')
  const list = lists.at(-1)
  return {
    ranking: toolRequests.findLast((request) => request.kind === 'ranking') ?? state.ranking,
    searches: [...(state.searches ?? []), ...searches],
    last: list ?? toolRequests.at(-1) ?? state.last,
    hasHistory: true,
    isTopicPending: requests.some(
      (request) => request.kind === 'talk' && request.topic === 'what-for',
    ),
    listAge: list ? 1 : state.listAge && state.listAge + 1,
    list: lists.length > 1 ? undefined : (list ?? state.list),
  }
}

function resolve(state: DialogueState, request: Request): Request {
  switch (request.kind) {
    case 'ranking':
    case 'change': {
      const time = resolveShift(request, state.ranking)
      // A time without a ranking, such as one in the future, is a topic by its own name.
      if (time && isTopic(time.text)) return talk(time.text)
      const resolved = { ...request, time }
      return resolved.kind === 'change' ? resolveChange(resolved, state) : resolved
    }
    case 'item':
      return resolveItem(request, state)
    default:
      return request
  }
}

function resolveItem(item: ItemRequest, { last, listAge, list }: DialogueState): Request {
  if (last) return { ...item, answersBack: listAge, list }
  const [words] = item.names
  return words ? { kind: 'search', words } : talk('unclear')
}

function resolveChange(change: ChangeRequest, state: DialogueState): Request {
  const { words, isMore, refersTo, count, time, zone } = change
  const { ranking, searches } = state
  const last = refersTo ?? state.last
  if (words !== undefined) return { kind: 'search', words, count: count ?? searches?.at(-1)?.count }
  const isTimed = time !== undefined || zone !== undefined
  if (isTimed || (!last && count !== undefined)) return rerank(ranking, change)
  if (!last) return talk('unclear')
  if (last.kind === 'confetti') return changedConfetti(last, change)
  const isLongest = (last.count ?? (last.kind === 'search' ? COUNT.max : 0)) >= COUNT.max
  const isTooLong = isMore === true && isLongest
  return { ...last, count: (isMore ? sum(last.count, count) : count) ?? last.count, isTooLong }
}

/** A number by itself is the number of pieces. */
function changedConfetti(last: ConfettiRequest, { count, args }: ChangeRequest): ConfettiRequest {
  const pieces = count === undefined ? {} : { particleCount: count }
  return { ...last, args: { ...last.args, ...pieces, ...args } }
}

/** The previous ranking with the details that a change names. */
function rerank(
  ranking: Details | undefined,
  { count, time, zone, topic }: Details,
): RankingRequest {
  return {
    ...ranking,
    kind: 'ranking',
    count: count ?? ranking?.count,
    time: time ?? ranking?.time,
    zone: zone ?? ranking?.zone,
    topic,
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
