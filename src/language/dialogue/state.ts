import {
  type AskRequest,
  isToolRequest,
  type ListRequest,
  type Measure,
  type Operation,
  type RankingRequest,
  type Reference,
  type Request,
  rankingsIn,
  type ToolRequest,
} from './request.ts'

/** The requests that later messages may refer to. */
export interface State {
  ranking?: RankingRequest | undefined
  /** What was listed last, or the burst of confetti. */
  last?: ToolRequest | undefined
  /** Whether a product was spoken of after it. */
  hasSubject?: boolean
  /** Whether two of them were, beside each other. */
  hasPair?: boolean
  /** The last two products that were asked for, beside each other or one after the other. */
  two?: readonly Reference[]
  /** The place of a list that was asked for last. */
  place?: number | undefined
  /** The product of whoever asks. */
  own?: string | undefined
  /** The product of a question that was not answered. */
  product?: string | undefined
  /** What was asked of the launches of a time in the message before. */
  question?: AskRequest | undefined
  /** What was asked last. */
  asked?: Operation | 'history' | undefined
  /** What was kept of a list in the message before. */
  kept?: AskRequest | undefined
  /** By what it was asked. */
  measure?: Measure | undefined
  /** The ranking of another time before the last one. */
  previous?: RankingRequest | undefined
  hasHistory?: boolean
}

export function remember(requests: readonly Request[], state: State): State {
  const served = requests.filter(isToolRequest)
  const asks = served.filter(({ kind }) => kind === 'ask' || kind === 'history')
  const lists = served.filter((request) => !asks.includes(request))
  const [[talked], [first]] = [requests, served]
  const ranking = rankingIn(served) ?? state.ranking
  const asked = first ? askedOf(first, state) : { question: state.question, measure: state.measure }
  const isMoved = ranking?.time?.text !== state.ranking?.time?.text
  return {
    ranking,
    previous: isMoved ? state.ranking : state.previous,
    last:
      lists.findLast(({ kind }) => kind !== 'confetti') ??
      lists.at(-1) ??
      listBefore(state, asked.question),
    hasSubject: asks.some(isOfProduct) || (lists.length === 0 && state.hasSubject === true),
    asked: askedIn(asks) ?? state.asked,
    hasPair: served.length > 0 ? served.some(isOfPair) : state.hasPair === true,
    two: twoAfter(served, state),
    place: served.length > 0 ? placeIn(served, state) : state.place,
    own: ownOf(served, state),
    product: talked?.kind === 'talk' ? (talked.product ?? state.product) : undefined,
    ...asked,
    hasHistory: true,
  }
}

/** What a request asks of the launches of a time, or keeps of a list. */
function askedOf(first: ToolRequest, { measure }: State) {
  if (first.kind !== 'ask') return { question: undefined, measure }
  const { set, topic, bounds } = first
  return {
    measure: first.measure,
    question: set.kind === 'window' ? first : undefined,
    kept: set.kind === 'listed' && (topic || bounds) ? first : undefined,
  }
}

/** The list before a question, unless that is answered by another one. */
function listBefore({ last }: State, question?: AskRequest) {
  return question && /^(?:keep|list)$/.test(question.operation) ? undefined : last
}

function askedIn(requests: readonly ToolRequest[]) {
  const last = requests.at(-1)
  return last?.kind === 'ask' ? last.operation : last && 'history'
}

function isOfProduct(request: ToolRequest): boolean {
  return request.kind === 'history' || (request.kind === 'ask' && request.set.kind === 'products')
}

function twoAfter(
  requests: readonly ToolRequest[],
  { two = [], last }: State,
): readonly Reference[] {
  const each = requests.map((request) => productsIn(request, last))
  const found = each.flat().filter((one) => one !== 'it')
  const isOfOthers = found.length > 2 || each.some(({ length }) => length === 0)
  return isOfOthers ? [] : [...two, ...found].slice(-2)
}

/** The products that a request asks for, if these are one or two. */
function productsIn(request: ToolRequest, last: ToolRequest | undefined): readonly Reference[] {
  if (request.kind === 'ranking') {
    const { count = 0, after = 0 } = request
    return count === after + 1 ? [{ place: count, of: { ...request, after: undefined } }] : []
  }
  if (request.kind === 'ask' && request.set.kind === 'listed' && request.set.isOfTwo) return ['it']
  const all =
    request.kind === 'ask' && request.set.kind === 'products' ? request.set.references : []
  const ofLast = last?.kind === 'ranking' ? { of: { ...last, after: undefined } } : {}
  const found = all.map((one) => (one !== 'it' && 'place' in one ? { ...ofLast, ...one } : one))
  return found.length > 2 ? [] : found
}

function placeIn([request]: readonly ToolRequest[], state: State): number | undefined {
  if (request?.kind === 'ranking') return isOnePlace(request) ? request.count : undefined
  const [one] =
    request?.kind === 'ask' && request.set.kind === 'products' ? request.set.references : []
  if (one === 'it') return state.place
  return one && 'place' in one && !one.of ? one.place : undefined
}

function ownOf(requests: readonly ToolRequest[], { own }: State): string | undefined {
  return requests.flatMap(ownIn).at(-1) ?? own
}

function ownIn(request: ToolRequest): string[] {
  if (request.kind !== 'ask' || !request.isOwn || request.set.kind !== 'products') return []
  return request.set.references.flatMap((one) => (one !== 'it' && 'name' in one ? one.name : []))
}

function isOfPair(request: ToolRequest): boolean {
  if (request.kind !== 'ask') return false
  const { set } = request
  return set.kind === 'products' ? set.references.length === 2 : 'isOfTwo' in set
}

/** The last ranking, or the one whose launches a question was about. */
function rankingIn(requests: readonly ToolRequest[]): RankingRequest | undefined {
  const rankings = requests.flatMap((request): readonly RankingRequest[] => {
    const time = request.kind === 'ask' && request.set.kind !== 'window' && request.time
    return time ? [{ kind: 'ranking', time }] : rankingsIn(request)
  })
  return rankings.at(-1)
}

/** The lengths of a list whose count was not said. */
const LISTED = { ranking: 3, search: 10 }

/** How many products a list has, as far as its request says. */
export function lengthOf({ kind, count }: ListRequest): number {
  return count ?? LISTED[kind]
}

/** Whether a ranking was asked for a single place of it. */
export function isOnePlace({ after, count }: Partial<RankingRequest> = {}): boolean {
  return after !== undefined && count === after + 1
}
