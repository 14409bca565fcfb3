import {
  type AskRequest,
  isField,
  type Operation,
  type ProductSet,
  type RankingRequest,
  type Reference,
  type Request,
  rankingsIn,
} from './request.ts'
import { remember, type State } from './state.ts'

// A message in several parts: "top 3 yesterday, and when did the first launch?"

const ASKS =
  '(?:how|when|what|which|who|whose|where|did|does|was|were|has|is it|is there|is the|are there|its|their|the (?:links?|votes|comments|topics|launch|rank)|compare)\\b'
/** Between two parts. */
const BETWEEN = new RegExp(
  `[,;.?!]*\\s+(?:and|then|also|plus|&)\\s+(?:also\\s+|then\\s+|tell me\\s+)?(?=${ASKS})`,
  'i',
)
const MAX_PARTS = 3

type Reader = (part: string, state: State) => Request[]

/** The requests of a message, those of each of its parts in turn, and the state that they leave. */
export function readParts(message: string, before: State, read: Reader) {
  const parts = message.split(BETWEEN)
  const ofEach = 1 < parts.length && parts.length <= MAX_PARTS && readInTurn(parts, before, read)
  if (ofEach) return ofEach
  const requests = read(message, before)
  return { requests, state: remember(requests, before) }
}

/** Undefined if a part says nothing by itself. */
function readInTurn(parts: readonly string[], before: State, read: Reader) {
  let state = before
  const requests: Request[] = []
  for (const part of parts) {
    const last = requests.at(-1)
    const own = read(part, state).map((request) => anchored(request, last))
    if (!own.every((request) => isAnswered(request, last !== undefined))) return undefined
    requests.push(...own.flatMap((request) => request ?? []))
    state = remember(
      own.flatMap((request) => request ?? []),
      state,
    )
  }
  return { requests: withoutTold(requests), state }
}

/** Several fields of a product, or it and a field, are all that is known of it. */
function withoutTold(requests: readonly Request[]): Request[] {
  const sets = requests.map((one) =>
    one.kind === 'ask' && one.set.kind === 'products' && isOfOne(one.operation)
      ? JSON.stringify(one.set)
      : undefined,
  )
  return requests.flatMap((one, at) => {
    const [set, first] = [sets[at], sets.indexOf(sets[at])]
    if (set === undefined || first === sets.lastIndexOf(set)) return one
    return first === at && one.kind === 'ask' ? { ...one, operation: 'about' } : []
  })
}

function isOfOne(operation: Operation): boolean {
  return operation === 'about' || isField(operation)
}

/** Whether a part is understood by itself; what comes later may be what nobody can tell. */
function isAnswered(request: Request | undefined, isLater: boolean): boolean {
  if (request?.kind === 'talk') return isLater && /^(?:unknown|untold)$/.test(request.topic)
  return /^(?:ask|ranking|history)$/.test(request?.kind ?? '')
}

/** What "it", "the first", "them" stand for, if it is what the part before asks for; undefined if that cannot be told. */
function anchored(request: Request, before: Request | undefined): Request | undefined {
  if (!before || request.kind === 'talk') return request
  if (request.kind === 'ranking') return inTimeOf(before, request)
  if (request.kind !== 'ask') return undefined
  const { set } = request
  // "It" is a topic or a day.
  if (
    before.kind === 'ask' &&
    /^(?:busiest|quietest)$/.test(before.operation) &&
    !isOfGroups(request)
  )
    return undefined
  if (set.kind === 'window' || set.kind === 'age') return request
  const asked = set.kind === 'listed' ? setOf(before) : anchoredSet(set.references, before)
  const isOfFew = set.kind === 'listed' && before.kind === 'ranking'
  return asked && { ...request, set: asked, ...(isOfFew && { isOfFew }) }
}

/** "How many launched yesterday, and who won?" */
function inTimeOf(before: Request, request: RankingRequest): RankingRequest {
  const [{ time, zone, topic } = { time: undefined }] = rankingsIn(before)
  return request.time || request.isRecent
    ? request
    : { ...request, time, zone, topic: request.topic ?? topic }
}

function isOfGroups({ operation, set }: AskRequest): boolean {
  return /^(?:busiest|quietest)$/.test(operation) || set.kind === 'products'
}

function setOf(before: Request): ProductSet | undefined {
  if (before.kind === 'ranking') return { kind: 'window', rankings: [before] }
  return before.kind === 'ask' ? before.set : undefined
}

function anchoredSet(all: readonly Reference[], before: Request): ProductSet | undefined {
  const references = all.flatMap((one) => anchor(one, before) ?? [])
  return references.length < all.length ? undefined : { kind: 'products', references }
}

function anchor(reference: Reference, before: Request): Reference | undefined {
  if (reference !== 'it' && ('name' in reference || reference.of)) return reference
  const place = reference === 'it' ? undefined : reference.place
  if (before.kind === 'ranking')
    return { place: place ?? (before.after ?? 0) + 1, of: { ...before, after: undefined } }
  if (before.kind !== 'ask') return undefined
  const { set } = before
  if (set.kind === 'products') return set.references[(place ?? 1) - 1]
  if (set.kind !== 'window' || set.rankings.length > 1) return undefined
  return { place: place ?? 1, of: { ...before, set } }
}
