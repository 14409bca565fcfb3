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
      return ranked(request, asked)
    case 'change':
      return changed(request, asked)
    case 'item':
      return asked.last ? { ...request, place: request.place ?? asked.place } : talk('unclear')
    default:
      return request
  }
}

function ranked(request: RankingRequest, asked: Asked): Request {
  const { ranking, last } = asked
  const meant = { ...request, time: related(request, ranking) }
  const topic = topicOf(meant.time)
  if (topic) return talk(topic)
  if (!request.isBrief || !last) return meant
  if (last.kind === 'search' && !meant.time && !meant.zone && meant.count !== undefined) {
    return { ...last, count: meant.count }
  }
  return last.kind === 'ranking' && ranking
    ? { ...ranking, ...given(meant), kind: 'ranking' }
    : meant
}

function changed(change: ChangeRequest, asked: Asked): Request {
  const { words, isMore, isRefinement, args, kind: _, ...details } = change
  const { last, ranking } = asked
  const meant = { ...details, time: related(details, ranking) }
  const topic = topicOf(meant.time)
  if (topic) return talk(topic)
  if (last?.kind === 'confetti' && args) return { ...last, args: { ...last.args, ...args } }
  if (words !== undefined) return searchInstead(words, details.count, isRefinement, asked)
  const isTimed = meant.time !== undefined || meant.zone !== undefined
  if (!isTimed && last) {
    return {
      ...last,
      ...(last.kind !== 'confetti' && given(meant)),
      ...(isMore && { count: COUNT.max }),
    }
  }
  if (!isTimed && details.count === undefined) return talk('unclear')
  return { kind: 'ranking', ...ranking, ...given(meant) }
}

/** "The week before", seen from the timeframe that was talked about. */
function related({ time }: Details, from: Details | undefined): Timeframe | undefined {
  if (!time?.shift) return time
  const { by } = time.shift
  if (from?.time && !isBoundless(from.time)) {
    const moved = shifted(time.shift, from.time)
    return by > 0 && +moved.first > +time.first ? { ...moved, text: FUTURE } : moved
  }
  if (time.text !== RELATIVE) return time
  return by > 0 ? { ...time, text: FUTURE } : undefined
}

/** What is said of a time that has no launches to rank. */
function topicOf(time: Timeframe | undefined): Topic | undefined {
  if (time?.text === FUTURE) return 'future'
  return time?.text === TOO_EARLY ? 'too-early' : undefined
}

function given<Fields extends Details>(fields: Fields): Partial<Fields> {
  const { count, time, zone } = fields
  const kept: Partial<Fields> = { ...fields }
  if (count === undefined) delete kept.count
  if (time === undefined) delete kept.time
  if (zone === undefined) delete kept.zone
  return kept
}

function searchInstead(
  words: string,
  count: number | undefined,
  isRefinement: boolean | undefined,
  { search, last }: Asked,
): Request {
  if (isRefinement && last?.kind === 'search')
    return { ...last, words: `${last.words} ${words}`, count }
  const isSearch =
    last?.kind === 'search' || words.split(' ').some((word) => isOf(word, 'subject', 'kind'))
  if (!isSearch && last === undefined) return talk('unclear')
  return { kind: 'search', words, count: count ?? search?.count }
}
