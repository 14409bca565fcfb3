import { COUNT } from '../../../product/limits.ts'
import { shifted } from './shift.ts'
import { hasProductWord, isSubject } from './nouns.ts'
import type { ChangeWish, ConfettiWish, RankingWish, SearchWish, Wish } from './wish.ts'

/** What was asked for before, for what refers back to it. */
export interface Asked {
  ranking?: RankingWish
  search?: SearchWish
  last?: RankingWish | SearchWish | ConfettiWish
  /** Whether the assistant had to ask what to search for. */
  isOpen?: boolean
}

/** Puts what a message changes onto what was asked for before. */
export function followUp(wishes: readonly Wish[], asked: Asked): Wish[] {
  return wishes.map((wish) => {
    if (wish.kind === 'ranking') {
      const ranking = { ...wish, ...shifted(wish, asked.ranking) }
      return wish.brief ? onto(ranking, asked) : ranking
    }
    if (wish.kind === 'item') return asked.last ? wish : unclear()
    return wish.kind === 'change' ? changed(wish, asked) : wish
  })
}

export function remember(wishes: readonly Wish[], asked: Asked): Asked {
  return wishes.reduce<Asked>((all, wish) => {
    if (wish.kind === 'ranking') return { ...all, ranking: wish, last: wish, isOpen: false }
    if (wish.kind === 'search') return { ...all, search: wish, last: wish, isOpen: false }
    if (wish.kind === 'confetti') return { ...all, last: wish, isOpen: false }
    return { ...all, isOpen: wish.kind === 'talk' && wish.topic === 'what-for' }
  }, asked)
}

function onto(wish: RankingWish, { ranking, last }: Asked): Wish {
  const { count } = wish
  if (last?.kind === 'search' && !wish.timeframe && !wish.zone && count !== undefined) {
    return { ...last, count }
  }
  return last?.kind === 'ranking' && ranking ? { ...ranking, ...wish } : wish
}

function changed(change: ChangeWish, asked: Asked): Wish {
  const { kind: _, words, more, ...details } = change
  const { last } = asked
  if (words !== undefined) return searchInstead(words, details.count, asked)
  if (more)
    return last ? { ...last, ...(last.kind !== 'confetti' && { count: COUNT.most }) } : unclear()
  const isTimed = details.timeframe !== undefined || details.zone !== undefined
  if (!isTimed && last) return { ...last, ...details }
  if (!isTimed && details.count === undefined) return unclear()

  const base: RankingWish = asked.ranking ?? { kind: 'ranking', brief: true }
  return { ...base, ...details, ...shifted(details, asked.ranking) }
}

function searchInstead(words: string, count: number | undefined, { search, last }: Asked): Wish {
  const list = words.split(' ')
  const isSearch = last?.kind === 'search' || list.some(isSubject) || hasProductWord(list)
  if (!isSearch) return unclear()
  const number = count ?? search?.count
  return { kind: 'search', words, timeless: false, ...(number !== undefined && { count: number }) }
}

function unclear(): Wish {
  return { kind: 'talk', topic: 'unclear' }
}
