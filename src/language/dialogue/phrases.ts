import type { Model } from '../intent/model.ts'
import { byName, textBetween, wordSet } from '../normalise/tokens.ts'
import { strongest } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import type { State } from './follow-up.ts'
import { measured, SURE } from './operation.ts'
import { namesIn, type Reading } from './reading.ts'
import { IT, OWN, THEM } from './references.ts'
import {
  type AskRequest,
  type Operation,
  type ProductSet,
  type RankingRequest,
  type Reference,
  type Request,
  type StandingOperation,
  talk,
} from './request.ts'

// What words ask without doubt of one product or of two, whatever a classifier makes of them.

/** The words that name a field by themselves: "comments?", "and its launch date", "price". */
const FIELDS = byName({
  votes: 'vote votes upvotes points score',
  comments: 'comment comments replies',
  launch: 'launch launched launching released when',
  topics: 'topic topics category categories',
  tagline: 'tagline description slogan',
  link: 'link url',
  rank: 'rank ranking ranked position place standing',
  unknown: 'price pricing cost maker makers founder founders users features',
})
const BESIDE_FIELD = wordSet(
  'and its his the a of it is was what how which many when did do does has have had get got we us our for please ok okay then now also tell me give show just date time day total , ? . ! - &',
)

/** A message that names nothing but a field asks for it; several of them are everything. */
export function withField(reading: Reading, { hasHistory }: State): Reading {
  const words = reading.heard.map(({ text }) => text)
  const isAlone = words.every((word) => FIELDS.has(word) || BESIDE_FIELD.has(word))
  const fields = new Set(words.flatMap((word) => FIELDS.get(word) ?? []))
  if (fields.size > 1) fields.delete('launch')
  const [field] = fields
  if (!hasHistory || !isAlone || !field) return reading
  const name = fields.size > 1 ? 'about' : field
  return { ...reading, intent: 'ask', operation: { name, probability: SURE } }
}

const GAIN =
  'rising|slowing|speeding|growing|climbing|falling|gaining|losing (?:ground|speed|steam)|stalling|accelerating'
const BEAT = '(?:beat|beats|beaten|pass|passed|passes|overtake|overtook|outranked|outranks|outrank)'
const IS = '(?:is|was|are|were|came|comes|ranks|ranked|finished)'

const STANDINGS: readonly (readonly [StandingOperation | 'against', RegExp])[] = [
  ['share', /\b(?:shares?|percent(?:age)?|proportion|fraction|%) of\b.*\bvotes?\b/],
  [
    'ratio',
    /\bmore (?:comments|votes) than (?:comments|votes)\b|\bratio\b|\b(?:comments|votes) (?:per|for each|for every) (?:vote|comment)\b/,
  ],
  [
    'below',
    new RegExp(
      `\\bwho(?:m)? (?:did|does|has|have|do) .*\\b${BEAT}\\b|\\bwho ${IS} (?:(?:\\w+ )?(?:below|under|after)|(?:right|just|directly|closest|next) behind|behind (?:us|it|me))\\b`,
    ),
  ],
  [
    'above',
    new RegExp(
      `\\bwho (?:\\w+ )?${BEAT}\\b|\\bwho ${IS} (?:\\w+ )?(?:above|ahead of|before|in front of)\\b`,
    ),
  ],
  [
    'chased',
    /\b(?:who|anyone|anybody|somebody)\b.*\b(?:catching up|closing in|gaining on|chasing)\b/,
  ],
  ['trend', new RegExp(`^(?!(?:what|who|which)\\b).*\\b(?:closing in|catching up|${GAIN})\\b`)],
  ['pass', new RegExp(`\\bvotes?\\b.*\\b(?:${BEAT}|catch)\\b`)],
  [
    'age',
    /\bhow (?:many (?:days|hours|weeks)|long)\b.*\b(?:out|live|around|ago|since)\b|\bhow old\b/,
  ],
  [
    'against',
    /\bhow (?:are|is|am|was|were) (?:we|it|i|our \w+|my \w+) (?:doing|going|performing)[ ?.!]*$/,
  ],
  [
    'won',
    /^(?:and |so |but )?(?:did|has|have|was|were|is|are) (?!.*\b(?:than|launch\w*)\b).*\b(?:win|won|winner|winning|first|top|lead|leading|leads)\b/,
  ],
]

/** What is asked, and no name. */
const NO_NAME = new RegExp(
  `^(?:${GAIN}|${BEAT}|faster|quicker|ratio|shares?|percentage|chasing|fastest)\\b`,
  'i',
)

const DIFFERENCE =
  /\bby (?:how (?:much|many)|what margin)\b|\bhow (?:far|much|many \w+) (?:(?:is|was|are) \w+ )?(?:ahead|behind|apart)\b/
const THAN = /^(?:(?:and|or|what|how|about|is|it|better|more|,) )*than\b/
const OF_TWO: readonly (readonly [Operation, RegExp])[] = [
  ['difference', DIFFERENCE],
  ['compare', /\bsame (?:day|date)\b/],
  ['recorded', /\b(?:faster|quicker)\b/],
  ['most', /\b(?:which|who)\b.*\b(?:more|most|higher|bigger)\b.*\b(?:\w*votes?|comments?)\b/],
  [
    'fewest',
    /\b(?:which|who)\b.*\b(?:fewer|fewest|less|least|lower)\b.*\b(?:\w*votes?|comments?)\b/,
  ],
]
const WHO_DID =
  /^(?:(?:so|and|then|ok|,) )*who (?:did|was|is|won|has)(?: it)?(?: ,)?(?: then| instead)?[ ?.!]*$/
const OF_STANDING = /^(?:rank|needed|against|won|above|below|about)$/
const OF_SPAN =
  /^(?:(?:and|what|how|about|in|on|of|for|by|the|its|that|this|overall|its) )*(day|week|month)[ ?.!]*$/

interface Heard {
  reading: Reading
  state: State
  text: string
  names: readonly string[]
  time: Timeframe | undefined
}

/** The question that a message asks in such words; undefined if it has none of them. */
export function phrasedQuestion(
  reading: Reading,
  message: string,
  state: State,
  model: Model,
): Request | undefined {
  const text = textBetween(reading.heard)
  const names = namesIn(reading, message, model).filter((name) => !NO_NAME.test(name))
  const time = strongest(reading.slots.times).find(({ value }) => !value.weak)?.value
  const heard = { reading, state, text, names, time }
  return questionOfTwo(heard) ?? whoDid(heard) ?? ofSpan(heard) ?? standing(heard)
}

function ask(
  operation: Operation,
  set: ProductSet,
  { text, time }: Heard,
  details: Partial<AskRequest> = {},
): AskRequest {
  const { measure } = measured(operation, text)
  return { kind: 'ask', operation, measure, set, time, ...details }
}

/** What is asked of two: those that are named, the two spoken of last, or the last one and another. */
function questionOfTwo(heard: Heard): Request | undefined {
  const { text } = heard
  const operation = THAN.test(text)
    ? 'compare'
    : OF_TWO.find(([, phrase]) => phrase.test(text))?.[0]
  if (!operation) return undefined
  const age = operation === 'recorded' ? { hours: 1, votes: undefined } : undefined
  const set = twoOf(heard, operation)
  return set && ask(operation, set, heard, { age })
}

function twoOf(heard: Heard, operation: Operation): ProductSet | undefined {
  const { text, state, names } = heard
  const [name, other] = names.map((name): Reference => ({ name }))
  if (!name) return unnamedTwo(heard, operation)
  if (other) return { kind: 'products', references: [name, other] }
  // Two that were compared are listed in the order in which they were named.
  const first: Reference = state.hasPair && THAN.test(text) ? { place: 1 } : 'it'
  return state.hasHistory ? { kind: 'products', references: [first, name] } : undefined
}

function unnamedTwo(heard: Heard, operation: Operation): ProductSet | undefined {
  const { state, reading, time } = heard
  const [place = 0] = reading.slots.places.flatMap(({ value }) => value)
  if (time || place > 1) return undefined
  if (place === 0 && state.hasPair) return { kind: 'listed', list: undefined, isOfTwo: true }
  return operation === 'difference' ? marginOf(heard, place) : undefined
}

/** What lies between a launch and the first, or between the first and the second. */
function marginOf({ text, state }: Heard, place: number): ProductSet | undefined {
  const { last, hasHistory } = state
  if (hasHistory && (IT.test(text) || OWN.test(text))) {
    const leader = place === 1 ? leaderOf(state) : undefined
    return { kind: 'products', references: leader ? ['it', leader] : ['it'] }
  }
  if (last?.kind !== 'ranking') return undefined
  return { kind: 'window', rankings: [{ ...last, after: undefined }] }
}

/** The first of the ranking that was listed last. */
function leaderOf({ last }: State): Reference | undefined {
  if (last?.kind !== 'ranking') return undefined
  return { place: 1, of: { ...last, count: 1, after: undefined } }
}

/** "Who did, then?", after "did Tenantry win?" */
function whoDid({ text, state: { asked, ranking } }: Heard): Request | undefined {
  if (asked !== 'won' || !WHO_DID.test(text)) return undefined
  if (ranking) return { ...ranking, count: 1, after: undefined }
  const set = { kind: 'products', references: ['it'] } as const
  return { kind: 'ask', operation: 'against', measure: 'votes', set, place: 1 }
}

/** "And in the week?", after a rank. */
function ofSpan(heard: Heard): Request | undefined {
  const { state, text } = heard
  const isAsked = state.hasSubject && OF_STANDING.test(state.asked ?? '')
  const unit = isAsked && OF_SPAN.exec(text)?.[1]
  const set = { kind: 'products', references: ['it'] } as const
  return unit ? { ...ask('rank', set, heard), unit: unit as AskRequest['unit'] } : undefined
}

/** Where one launch stands. */
function standing(heard: Heard): Request | undefined {
  const { text, time, reading, state, names } = heard
  const operation = STANDINGS.find(([, phrase]) => phrase.test(text))?.[0]
  const isOfOther = operation === 'pass' && heard.names.length === 0
  if (!operation || isOfOther) return undefined
  const set = setOf(heard)
  if (operation === 'share') return shareOf(heard, set)
  if (operation === 'ratio') return set ? ask(operation, set, heard) : talk('unknown')
  const place = operation === 'won' ? (reading.slots.counts.at(-1)?.value ?? 1) : undefined
  const isAgain = state.asked !== undefined && OF_STANDING.test(state.asked) && names.length > 0
  const span = time ?? (isAgain || names.length === 0 ? state.ranking?.time : undefined)
  return set && ask(operation, set, heard, { place, unit: span && unitOf(span) })
}

function setOf({ names, text, state, reading }: Heard): ProductSet | undefined {
  const [place] = reading.slots.places.flatMap(({ value }) => value)
  if (names.length > 0) return { kind: 'products', references: names.map((name) => ({ name })) }
  if (!state.hasHistory || THEM.test(text)) return undefined
  if (IT.test(text) || OWN.test(text)) return { kind: 'products', references: ['it'] }
  if (place) return { kind: 'products', references: [{ place }] }
  return undefined
}

/** The part of the votes of a time, or of its first ones, that a launch has; if none is named, the first of them. */
function shareOf(heard: Heard, set: ProductSet | undefined): Request | undefined {
  const { time, state, text } = heard
  const { last, ranking } = state
  const before = last?.kind === 'ranking' ? last : ranking
  if (!time && !before) return talk('unknown')
  const few = /\b(?:top|first|best) (\d+)\b/.exec(text)?.[1]
  const count = few === undefined ? undefined : Number(few)
  const whole: RankingRequest = {
    kind: 'ranking',
    ...before,
    ...(time && { time }),
    count,
    after: undefined,
  }
  const leader: Reference = { place: 1, of: { ...whole, count: 1 } }
  const isNamed =
    set?.kind === 'products' && !set.references.some((one) => one !== 'it' && 'place' in one)
  return ask('share', isNamed ? set : { kind: 'products', references: [leader] }, heard, { whole })
}

/** Of what a time is one: a day, a week, or a month. */
function unitOf({ first, last }: Timeframe): AskRequest['unit'] {
  const days = last.diff(first, 'days').days + 1
  return days < 2 ? 'day' : days < 8 ? 'week' : 'month'
}
