import talkData from '../../../data/language/talk.json' with { type: 'json' }
import type { Timeframe } from '../slots/timeframe.ts'
import type { Comparison } from './comparisons.ts'

const { answers } = talkData

/** What a message asks for, independent of the tool that serves it. */
export type Request = ToolRequest | ItemRequest | ChangeRequest | TalkRequest

/** What a tool can serve. */
export type ToolRequest = RankingRequest | SearchRequest | ConfettiRequest

/** What is answered with a list of products. */
export type ListRequest = RankingRequest | SearchRequest

export function isToolRequest(request: Request): request is ToolRequest {
  return request.kind === 'ranking' || request.kind === 'search' || request.kind === 'confetti'
}

export interface Details {
  count?: number | undefined
  time?: Timeframe | undefined
  zone?: string | undefined
  /** Words of a topic, which a ranking is not limited to: "podcast apps launched today". */
  topic?: string | undefined
}

export interface RankingRequest extends Details {
  kind: 'ranking'
  /** Asks for what is new or trending, without a timeframe. */
  isRecent?: boolean
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

/** Products of an earlier answer. Without any of what picks some, it is those just discussed. */
export interface ItemRequest {
  kind: 'item'
  /** Indexes in its list; -1 is the last one. */
  indexes: readonly number[]
  /** Asks for the one that has the most or the least of something. */
  superlative?: Superlative | undefined
  /** Asks for those that meet it. */
  condition?: Condition | undefined
  /** Words that describe them, if any: "the translation one". */
  description: readonly string[]
  /** Asks for those that the words do not describe: "which are not AI?" */
  isNegated?: boolean | undefined
  /** What may be names of products that no answer has listed. */
  names: readonly string[]
  /** "Each of them"; "both"; "they", which is all of a list if the last answer is one. */
  scope?: 'all' | 'pair' | 'discussed' | undefined
  /** What is calculated of them. */
  summary?: Summary | undefined
  /** How many answers ago the list is: 1 is the last answer. */
  answersBack?: number | undefined
  /** The index of the list, of an answer with several. */
  listNumber?: number | undefined
  /** What the list answered. */
  list?: ListRequest | undefined
}

export interface Superlative {
  field: 'votesCount' | 'commentsCount' | 'launchedAt'
  isHighest: boolean
  /** How many of them: "the two most popular". */
  count: number
}

export type Condition =
  | { field: 'votesCount' | 'commentsCount'; comparison: Comparison; value: number }
  | { field: 'launchedAt'; time: Timeframe }

export type Summary = 'average' | 'total' | 'number'

/** A change to the previous request: "and yesterday?", "make it 5", "more". */
export interface ChangeRequest extends Details {
  kind: 'change'
  /** The new search query. */
  words?: string | undefined
  /** Confetti arguments to override. */
  args?: Readonly<Record<string, unknown>>
  isMore?: boolean
  /** The earlier request to repeat, if not the last. */
  refersTo?: ListRequest | undefined
}

interface TalkRequest {
  kind: 'talk'
  topic: Topic
  language?: string | undefined
}

/** What is talked about without a tool. */
export type Topic = keyof typeof answers

export const TOPICS = Object.keys(answers).filter(isTopic)

export function isTopic(name: string): name is Topic {
  return Object.hasOwn(answers, name)
}

export function talk(topic: Topic, language?: string): TalkRequest {
  return { kind: 'talk', topic, language }
}
