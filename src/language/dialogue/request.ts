import talkData from '../../../data/language/talk.json' with { type: 'json' }
import type { Groups } from '../../tools/launch-groups.ts'
import type { Bounds } from '../slots/counts.ts'
import type { Timeframe } from '../slots/timeframe.ts'

/** A request of a message, independent of the tool that serves it. */
export type Request = ToolRequest | { kind: 'talk'; topic: Topic; product?: string | undefined }

/** A request that a tool can serve. */
export type ToolRequest = ListRequest | HistoryRequest | ConfettiRequest | NamedRequest | AskRequest

/** A request that is answered with a list of products. */
export type ListRequest = RankingRequest | SearchRequest

/** What a request leaves out of what was said, in sentences. */
interface Remarked {
  remarks?: readonly string[]
}

interface ListDetails extends Remarked {
  /** Topics that are left out. */
  except?: readonly string[] | undefined
  count?: number | undefined
  /** The number of products that an earlier answer listed, which are left out. */
  after?: number | undefined
  /** Asks for more than the longest list. */
  isTooLong?: boolean
}

export interface RankingRequest extends ListDetails {
  kind: 'ranking'
  time?: Timeframe | undefined
  zone?: string | undefined
  /** The name of a topic that the products have. */
  topic?: string | undefined
  /** Keeps to the topic that an earlier answer has named first. */
  isOfTopicSaid?: boolean | undefined
  /** Other topics that they have at once. */
  also?: readonly string[] | undefined
  /** One of the rankings of each day. */
  isOfEach?: boolean
  /** Asks for what is new or trending, without a timeframe. */
  isRecent?: boolean
  /** Asks for what gains votes fast, not for what has most of them. */
  isRising?: boolean
}

export interface SearchRequest extends ListDetails {
  kind: 'search'
  words: string
  /** The whole message, which may be the name of a product. */
  phrase?: string
  /** Asks for what is like the product of this name. */
  isLike?: boolean
  /** Whether the message has a time, which a search cannot filter by. */
  hasTime?: boolean
}

/** How the votes of a product grew. */
interface HistoryRequest {
  kind: 'history'
  /** Its name; empty for one of the last list. */
  words: string
  /** Its place in that list. */
  place?: number | undefined
}

/** A tool that the examples name: its intent is its name. */
export interface NamedRequest {
  kind: 'tool'
  name: string
  /** What the message has for its parameters, by the names that ours have. */
  values: Readonly<Record<string, unknown>>
}

export interface ConfettiRequest {
  kind: 'confetti'
  args: Readonly<Record<string, unknown>>
}

/** What tools know of a product, also where they list it. */
const FIELDS = ['votes', 'comments', 'launch', 'topics', 'tagline', 'link'] as const
export type ListedField = (typeof FIELDS)[number]

export function isField(operation: Operation): operation is ListedField {
  return FIELDS.some((field) => field === operation)
}

/**
 * How a launch stands against the first of its day, the votes that a place takes, whether votes are many for an age,
 * what was recorded at an age or when so many were, and how fast they come.
 */
export type LaunchDayOperation = 'against' | 'needed' | 'usual' | 'recorded' | 'pace'

/**
 * Where one launch stands: whether it took a place, who is next to it, how its votes come now, who gains on it, what it
 * takes to pass it, its age, its comments against its votes, its part of the votes of all.
 */
const STANDINGS = [
  'won',
  'above',
  'below',
  'trend',
  'chased',
  'pass',
  'age',
  'ratio',
  'share',
] as const
export type StandingOperation = (typeof STANDINGS)[number]

export function isOfStanding(operation: string): operation is StandingOperation {
  return STANDINGS.some((one) => one === operation)
}

/**
 * What is to be done with the products of a set, as the examples name it: to tell a field of each, which stands out,
 * what their sum is, which are left if only some are kept.
 */
export type Operation =
  | ListedField
  | LaunchDayOperation
  | StandingOperation
  | ('about' | 'rank' | 'like' | 'list' | 'keep' | 'drop' | 'count' | 'sum' | 'average')
  | ('busiest' | 'quietest' | 'compare' | 'shared' | 'difference' | 'most' | 'fewest')

/** A field by which products have an order. */
export type Measure = 'votes' | 'comments' | 'launch'

/** A product by its name, by its place in the last list or in one that is to be read, or the one that was spoken of last. */
export type Reference =
  | { name: string }
  | { place: number; of?: RankingRequest | WindowRequest }
  | 'it'

/** The products that a question is about. */
export type ProductSet =
  /** All launches of the time and topic of each ranking, or the best `count` of them. */
  | { kind: 'window'; rankings: readonly RankingRequest[] }
  /**
   * The list of the last answer that has one, and what asks for it again; or the two products that were spoken of last,
   * or the one, if it was by itself.
   */
  | { kind: 'listed'; list: ListRequest | undefined; isOfTwo?: boolean; isOfOne?: boolean }
  /** Earlier launches at an age. */
  | ({ kind: 'age' } & Age)
  | { kind: 'products'; references: readonly Reference[] }

/** An age of launches, and the votes of one. */
export interface Age {
  hours: number | undefined
  votes: number | undefined
}

/** What a question keeps of a set. */
export interface Narrowing {
  /** Only products of a topic, or with so many votes. */
  topic?: string | undefined
  bounds?: Bounds | undefined
  /** Bounds of another field, which hold as well. */
  within?: Bounds | undefined
  /** Leaves these products out, or those of a topic. */
  without?: readonly (Reference | { topic: string })[] | undefined
}

/** A question: what to do with which products. */
export interface AskRequest extends Narrowing, Remarked {
  kind: 'ask'
  operation: Operation
  measure: Measure
  /** Shows all of them in their order, not only the one that stands out. */
  isSorted?: boolean | undefined
  /** What is counted by itself, if launches are: those of each topic or day. */
  by?: keyof Groups | undefined
  /** The time zone in which launches are told. */
  zone?: string | undefined
  /** The weekdays that are compared. */
  weekdays?: readonly string[] | undefined
  set: ProductSet
  /** Whether it is about the first ones of a window alone: "of the top ten". */
  isOfFew?: boolean | undefined
  /** The time of a standing, and the launches whose votes are the whole of a share. */
  time?: Timeframe | undefined
  unit?: 'day' | 'week' | 'month' | undefined
  whole?: RankingRequest | undefined
  /** Whether its product is that of whoever asks. */
  isOwn?: boolean | undefined
  /** Keeps of the whole what is above a product, or below it, by the measure. */
  than?: 'above' | 'below' | undefined
  /** The place that a question is about, or that a launch is to reach. */
  place?: number | undefined
  /** The age that a question is about, or the votes that a launch had at one. */
  age?: Age | undefined
}

/** A question about all launches of a time. */
export type WindowRequest = AskRequest & { set: Extract<ProductSet, { kind: 'window' }> }

/** The subject of talk without a tool. */
export type Topic = keyof typeof talkData.answers

export function isTopic(name: string): name is Topic {
  return Object.hasOwn(talkData.answers, name)
}

export function talk(topic: Topic): Request {
  return { kind: 'talk', topic }
}

/** The rankings that a request reads. */
export function rankingsIn(request: Request): readonly RankingRequest[] {
  if (request.kind === 'ranking') return [request]
  return request.kind === 'ask' && request.set.kind === 'window' ? request.set.rankings : []
}

export function isList(request: ToolRequest): request is ListRequest {
  return request.kind === 'ranking' || request.kind === 'search'
}

export function isToolRequest(request: Request): request is ToolRequest {
  return request.kind !== 'talk'
}
