import { COUNT } from '../../ranking/limits.ts'
import { isOf } from '../normalise/lexicon.ts'
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
  type ConfettiRequest,
  type Details,
  type RankingRequest,
  type Request,
  type SearchRequest,
  type Topic,
  talk,
} from './request.ts'

type ToolRequest = RankingRequest | SearchRequest | ConfettiRequest

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
  const item = requests.find(({ kind }) => kind === 'item')
  return {
    ranking: toolRequests.findLast((request) => request.kind === 'ranking') ?? state.ranking,
    search: toolRequests.findLast((request) => request.kind === 'search') ?? state.search,
    last: toolRequests.at(-1) ?? state.last,
    hasHistory: true,
    isTopicPending: requests.some(
      (request) => request.kind === 'talk' && request.topic === 'what-for',
    ),
    itemIndex:
      item?.kind === 'item'
        ? (item.index ?? state.itemIndex)
        : toolRequests.length > 0
          ? undefined
          : state.itemIndex,
  }
}

function isToolRequest(request: Request): request is ToolRequest {
  return request.kind === 'ranking' || request.kind === 'search' || request.kind === 'confetti'
}

function resolve(state: DialogueState, request: Request): Request {
  switch (request.kind) {
    case 'ranking':
      return resolveRanking(request, state)
    case 'change':
      return resolveChange(request, state)
    case 'item':
      return state.last ? { ...request, index: request.index ?? state.itemIndex } : talk('unclear')
    default:
      return request
  }
}

function resolveRanking(request: RankingRequest, { ranking }: DialogueState): Request {
  const resolved = { ...request, time: resolveShift(request, ranking) }
  const topic = unavailableTopic(resolved.time)
  return topic ? talk(topic) : resolved
}

function resolveChange(change: ChangeRequest, state: DialogueState): Request {
  const { words, isMore, args, refersTo, kind: _, ...details } = change
  const { ranking } = state
  const last = (refersTo && state[refersTo]) ?? state.last
  const resolved = { ...details, time: resolveShift(details, ranking) }
  const topic = unavailableTopic(resolved.time)
  if (topic) return talk(topic)
  if (last?.kind === 'confetti') return { ...last, args: { ...last.args, ...args } }
  if (words !== undefined) return resolveSearch(words, details.count, state)
  const isTimed = resolved.time !== undefined || resolved.zone !== undefined
  if (!isTimed && last) {
    const count = isMore ? sum(last.count, details.count) : details.count
    return { ...last, count: count ?? last.count }
  }
  if (!isTimed && details.count === undefined) return talk('unclear')
  return { kind: 'ranking', ...ranking, ...withoutUndefined(resolved) }
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

/** The topic that explains why a time has no launches to rank. */
function unavailableTopic(time: Timeframe | undefined): Topic | undefined {
  if (time?.text === FUTURE) return 'future'
  return time?.text === TOO_EARLY ? 'too-early' : undefined
}

function withoutUndefined<Fields extends Details>(fields: Fields): Partial<Fields> {
  const { count, time, zone } = fields
  const defined: Partial<Fields> = { ...fields }
  if (count === undefined) delete defined.count
  if (time === undefined) delete defined.time
  if (zone === undefined) delete defined.zone
  return defined
}

function resolveSearch(
  words: string,
  count: number | undefined,
  { search, last }: DialogueState,
): Request {
  const isSearch =
    last?.kind === 'search' || words.split(' ').some((word) => isOf(word, 'subject', 'kind'))
  if (!isSearch && last === undefined) return talk('unclear')
  return { kind: 'search', words, count: count ?? search?.count }
}
