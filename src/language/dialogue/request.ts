import type { Timeframe } from '../slots/timeframe.ts'

/** What a message asks for, independent of the tool that serves it. */
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
  /** Asks for what is new or trending, without a timeframe. */
  isRecent?: boolean
  /** Words of a topic, which a ranking is not limited to: "podcast apps launched today". */
  topic?: string | undefined
  /** Asks for more than the longest list. */
  isTooLong?: boolean
}

export interface SearchRequest {
  kind: 'search'
  words: string
  count?: number | undefined
  /** Whether the message has a time, which a search cannot filter by. */
  hasTime?: boolean
  isTooLong?: boolean
}

export interface ConfettiRequest {
  kind: 'confetti'
  args: Readonly<Record<string, unknown>>
}

/** Products of an earlier answer. */
export interface ItemRequest {
  kind: 'item'
  /** Indexes in its list; -1 is the last one, and none means the one just discussed. */
  indexes: readonly number[]
  /** Asks for the one that has the most or the least of something. */
  superlative?: Superlative | undefined
  /** How many answers ago the list is: 1 is the last answer. */
  answersBack?: number | undefined
}

export interface Superlative {
  field: 'votesCount' | 'commentsCount' | 'launchedAt'
  isHighest: boolean
}

/** A change to the previous request: "and yesterday?", "make it 5", "more". */
export interface ChangeRequest extends Details {
  kind: 'change'
  /** The new search query. */
  words?: string | undefined
  /** Confetti arguments to override. */
  args?: Readonly<Record<string, unknown>>
  isMore?: boolean
  /** The kind of the earlier request to repeat, if not the last. */
  refersTo?: 'ranking' | 'search' | undefined
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
