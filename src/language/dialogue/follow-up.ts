import { COUNT } from '../../ranking/limits.ts'
import { isOf } from '../normalise/lexicon.ts'
import { FUTURE, oneBefore, type Timeframe } from '../slots/timeframe.ts'
import {
  type ChangeRequest,
  type ConfettiRequest,
  type Details,
  type RankingRequest,
  type Request,
  type SearchRequest,
  talk,
} from './request.ts'

type Served = RankingRequest | SearchRequest | ConfettiRequest

/** What was asked for before, for what refers back to it. */
export interface Asked {
  ranking?: RankingRequest | undefined
  search?: SearchRequest | undefined
  last?: Served | undefined
  hasTalked?: boolean
  /** Whether the assistant had to ask what to search for. */
  isOpen?: boolean
  /** The place of the product that was talked about last. */
  place?: number | undefined
}

/** Puts what a message changes onto what was asked for before. */
export function followUp(requests: readonly Request[], asked: Asked): Request[] {
  let light = asked
  return requests.map((request) => {
    const meant = inTheLightOf(light, request)
    light = remember([meant], light)
    return meant
  })
}

export function remember(requests: readonly Request[], asked: Asked): Asked {
  const served = requests.filter(isServed)
  const item = requests.find(({ kind }) => kind === 'item')
  return {
    ranking: served.findLast((request) => request.kind === 'ranking') ?? asked.ranking,
    search: served.findLast((request) => request.kind === 'search') ?? asked.search,
    last: served.at(-1) ?? asked.last,
    hasTalked: true,
    isOpen: requests.some((request) => request.kind === 'talk' && request.topic === 'what-for'),
    place:
      item?.kind === 'item'
        ? (item.place ?? asked.place)
        : served.length > 0
          ? undefined
          : asked.place,
  }
}

function isServed(request: Request): request is Served {
  return request.kind === 'ranking' || request.kind === 'search' || request.kind === 'confetti'
}

function inTheLightOf(asked: Asked, request: Request): Request {
  switch (request.kind) {
    case 'ranking':
      return onto({ ...request, ...shifted(request, asked.ranking) }, asked)
    case 'change':
      return changed(request, asked)
    case 'item':
      return asked.last ? { ...request, place: request.place ?? asked.place } : talk('unclear')
    default:
      return request
  }
}

function onto(request: RankingRequest, { ranking, last }: Asked): Request {
  if (!request.isBrief || !last) return request
  if (last.kind === 'search' && !request.time && !request.zone && request.count !== undefined) {
    return { ...last, count: request.count }
  }
  return last.kind === 'ranking' && ranking
    ? { ...ranking, ...given(request), kind: 'ranking' }
    : request
}

function changed(change: ChangeRequest, asked: Asked): Request {
  const { words, isMore, kind: _, ...details } = change
  const { last, ranking } = asked
  if (details.time?.text === FUTURE) return talk('future')
  if (words !== undefined) return searchInstead(words, details.count, asked)
  const isTimed = details.time !== undefined || details.zone !== undefined
  if (!isTimed && last) {
    return {
      ...last,
      ...(last.kind !== 'confetti' && given(details)),
      ...(isMore && { count: COUNT.max }),
    }
  }
  if (!isTimed && details.count === undefined) return talk('unclear')
  return { kind: 'ranking', ...ranking, ...given(details), ...shifted(details, ranking) }
}

/** "The week before", seen from the timeframe that was talked about. */
function shifted({ time }: Details, from: Details | undefined): { time?: Timeframe } {
  return time?.before && from?.time ? { time: oneBefore(time.before, from.time) } : {}
}

function given<Fields extends Details>(fields: Fields): Partial<Fields> {
  const { count, time, zone } = fields
  const kept: Partial<Fields> = { ...fields }
  if (count === undefined) delete kept.count
  if (time === undefined) delete kept.time
  if (zone === undefined) delete kept.zone
  return kept
}

function searchInstead(words: string, count: number | undefined, { search, last }: Asked): Request {
  const isSearch =
    last?.kind === 'search' || words.split(' ').some((word) => isOf(word, 'subject', 'kind'))
  if (!isSearch && last === undefined) return talk('unclear')
  return { kind: 'search', words, count: count ?? search?.count }
}
