import { COUNT } from '../../../ranking/limits.ts'
import { FUTURE } from '../time/timeframe.ts'
import { hasProductWord, isSubject } from './nouns.ts'
import { shifted } from './shift.ts'
import {
  type ChangeWish,
  type ConfettiWish,
  type RankingWish,
  type SearchWish,
  talk,
  type Wish,
} from './wish.ts'

type Request = RankingWish | SearchWish | ConfettiWish

/** What was asked for before, for what refers back to it. */
export interface Asked {
  ranking?: RankingWish
  search?: SearchWish
  last?: Request
  /** Whether the assistant had to ask what to search for. */
  isOpen?: boolean
}

/** Puts what a message changes onto what was asked for before. */
export function followUp(wishes: readonly Wish[], asked: Asked): Wish[] {
  return wishes.map((wish) => {
    const meant = inTheLightOf(asked, wish)
    const isFuture = meant.kind === 'ranking' && meant.timeframe?.text === FUTURE
    return isFuture ? talk('future') : meant
  })
}

export function remember(wishes: readonly Wish[], asked: Asked): Asked {
  const requests = wishes.filter(isRequest)
  const ranking = requests.findLast((wish) => wish.kind === 'ranking') ?? asked.ranking
  const search = requests.findLast((wish) => wish.kind === 'search') ?? asked.search
  const last = requests.at(-1) ?? asked.last
  return {
    ...(ranking && { ranking }),
    ...(search && { search }),
    ...(last && { last }),
    isOpen: wishes.some((wish) => wish.kind === 'talk' && wish.topic === 'what-for'),
  }
}

function isRequest(wish: Wish): wish is Request {
  return wish.kind === 'ranking' || wish.kind === 'search' || wish.kind === 'confetti'
}

function inTheLightOf(asked: Asked, wish: Wish): Wish {
  switch (wish.kind) {
    case 'ranking':
      return onto({ ...wish, ...shifted(wish, asked.ranking) }, asked)
    case 'change':
      return changed(wish, asked)
    case 'item':
      return asked.last ? wish : talk('unclear')
    default:
      return wish
  }
}

function onto(wish: RankingWish, { ranking, last }: Asked): Wish {
  const { count, brief } = wish
  if (!brief) return wish
  if (last?.kind === 'search' && !wish.timeframe && !wish.zone && count !== undefined) {
    return { ...last, count }
  }
  return last?.kind === 'ranking' && ranking ? { ...ranking, ...wish } : wish
}

function changed(change: ChangeWish, asked: Asked): Wish {
  const { kind: _, words, more, ...details } = change
  const { last } = asked
  if (words !== undefined) return searchInstead(words, details.count, asked)
  const isTimed = details.timeframe !== undefined || details.zone !== undefined
  if (!isTimed && last?.kind === 'confetti') return last
  if (!isTimed && last) return { ...last, ...details, ...(more && { count: COUNT.max }) }
  if (!isTimed && details.count === undefined) return talk('unclear')

  const base: RankingWish = asked.ranking ?? { kind: 'ranking', brief: true }
  return { ...base, ...details, ...shifted(details, asked.ranking) }
}

function searchInstead(words: string, count: number | undefined, { search, last }: Asked): Wish {
  const list = words.split(' ')
  const isSearch = last?.kind === 'search' || list.some(isSubject) || hasProductWord(list)
  if (!isSearch) return talk('unclear')
  const number = count ?? search?.count
  return { kind: 'search', words, timeless: false, ...(number !== undefined && { count: number }) }
}
