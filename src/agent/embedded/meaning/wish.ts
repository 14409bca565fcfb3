import type { Timeframe } from '../time/timeframe.ts'

/** What a person asks for, before it is decided which tool serves it. */
export type Wish = RankingWish | SearchWish | ConfettiWish | TalkWish | ItemWish | ChangeWish

export interface Details {
  count?: number
  timeframe?: Timeframe
  zone?: string
}

export interface RankingWish extends Details {
  kind: 'ranking'
  /** Said so shortly ("top 10") that it may only change what was asked before. */
  brief: boolean
  /** Asks for what is new or hot, without saying since when. */
  recent?: true
}

export interface SearchWish {
  kind: 'search'
  words: string
  count?: number
  /** Whether a time was named, which a search cannot heed. */
  timeless: boolean
}

export interface ConfettiWish {
  kind: 'confetti'
  reason: string
  /** Whether it gives way to another wish: "we launched today, who is on top?" */
  weak: boolean
}

export interface TalkWish {
  kind: 'talk'
  topic: Topic
}

/** One product of the last answer, by its place in it; -1 is the last. */
export interface ItemWish {
  kind: 'item'
  place: number
}

/** Something new about the request before: "and yesterday?", "make it 5", "more". */
export interface ChangeWish extends Details {
  kind: 'change'
  /** What to look for instead. */
  words?: string
  more?: boolean
}

export type Topic =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'nod'
  | 'introduction'
  | 'help'
  | 'advice'
  | 'counting'
  | 'future'
  | 'no-confetti'
  | 'instructions'
  | 'out-of-scope'
  | 'foreign'
  | 'what-for'
  | 'unclear'

export function talk(topic: Topic): TalkWish {
  return { kind: 'talk', topic }
}
