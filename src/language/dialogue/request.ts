import type { Timeframe } from '../slots/timeframe.ts'

/** What a person asks for, before it is decided which tool serves it. */
export type Request =
  | RankingRequest
  | SearchRequest
  | ConfettiRequest
  | ItemRequest
  | ChangeRequest
  | TalkRequest

export interface Details {
  count?: number | undefined
  time?: Timeframe | undefined
  zone?: string | undefined
}

export interface RankingRequest extends Details {
  kind: 'ranking'
  /** Asks for what is new or hot, without saying since when. */
  isRecent?: boolean
  /** Said so shortly ("top 10") that it may only change what was asked before. */
  isBrief?: boolean
}

export interface SearchRequest {
  kind: 'search'
  words: string
  count?: number | undefined
  /** Whether a time was named, which a search cannot heed. */
  hasTime?: boolean
}

export interface ConfettiRequest {
  kind: 'confetti'
  args: Readonly<Record<string, unknown>>
}

/** One product of the last answer, by its place in it; -1 is the last, and without one it is "it". */
export interface ItemRequest {
  kind: 'item'
  place?: number | undefined
}

/** Something new about the request before: "and yesterday?", "make it 5", "more". */
export interface ChangeRequest extends Details {
  kind: 'change'
  /** What to look for instead. */
  words?: string | undefined
  /** Whether these words come on top of those before: "one that does gifs too". */
  isRefinement?: boolean
  /** What confetti should be like instead. */
  args?: Readonly<Record<string, unknown>>
  isMore?: boolean
}

export interface TalkRequest {
  kind: 'talk'
  topic: Topic
  language?: string | undefined
}

export const TOPICS = [
  'greeting',
  'thanks',
  'farewell',
  'acknowledgement',
  'introduction',
  'help',
  'advice',
  'counting',
  'future',
  'too-early',
  'no-confetti',
  'instructions',
  'out-of-scope',
  'foreign',
  'what-for',
  'unclear',
] as const

export type Topic = (typeof TOPICS)[number]

export function talk(topic: Topic, language?: string): TalkRequest {
  return { kind: 'talk', topic, language }
}
