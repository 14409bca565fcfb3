import { phraseIn } from '../normalise/phrases.ts'
import { strongest } from '../slots/slots.ts'
import { askOf, type Heard } from './heard.ts'
import { placeNumbers } from './reading.ts'
import { IT, OWN, THEM, TWO } from './references.ts'
import type {
  AskRequest,
  Operation,
  ProductSet,
  RankingRequest,
  Reference,
  Request,
} from './request.ts'

// What words ask of two products: those that are named, the two that were spoken of last, or one and the leader.

const THAN = /^(?:(?:and|or|what|how|about|is|it|better|more|,) )*(?:than|versus|vs|against)\b/

/** What was asked of one product by itself. */
export const OF_STANDING = /^(?:rank|needed|against|won|above|below|about)$/

/** What is asked of two: those that are named, the two spoken of last, or the last one and another. */
export function questionOfTwo(heard: Heard): Request | undefined {
  const { text, state, names, time } = heard
  const winners = winnersOf(heard)
  if (winners.length === 2)
    return askOf('compare', { kind: 'products', references: winners }, heard)
  const leader = leaderIn(heard)
  const isOfLeader = leader && names.length < 2 && (time || MOST_POPULAR.test(text))
  if (isOfLeader && COMPARED.test(text)) {
    const own: Reference = names[0] ? { name: names[0] } : 'it'
    return askOf('compare', { kind: 'products', references: [own, leader] }, heard)
  }
  const operation = THAN.test(text) ? 'compare' : phraseIn('pair', text)
  if (!operation) return undefined
  const isOfSets = operation === 'difference' && names.length === 0 && !time
  if (isOfSets && isOfSeveral(state.question)) return state.question
  const age = operation === 'recorded' ? { hours: 1, votes: undefined } : undefined
  const set = twoOf(heard, operation)
  const [place] = placeNumbers(heard.reading)
  return set && askOf(operation, set, heard, { age, place })
}

/** "Last Saturday against last Sunday: which had the higher winner?" */
function winnersOf({ text, reading }: Heard): Reference[] {
  if (
    !/\bwinners?\b/.test(text) ||
    !/\b(?:higher|bigger|stronger|better|compare|vs|versus|more)\b/.test(text)
  )
    return []
  return strongest(reading.slots.times).map(({ value: time }) => ({
    place: 1,
    of: { kind: 'ranking', time, count: 1 },
  }))
}

/** "Are there fewer launches this week than last week?", before "by how many?" */
function isOfSeveral(question?: AskRequest): boolean {
  return question?.set.kind === 'window' && question.set.rankings.length > 1
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
  const [place = 0] = placeNumbers(reading)
  const isOfIt = IT.test(heard.text) || OWN.test(heard.text)
  if (time || (place > 1 && !isOfIt)) return undefined
  const { two = [], hasPair } = state
  const isOfBoth = two.length === 2 && (hasPair || OF_BOTH.test(heard.text))
  if (place === 0 && isOfBoth) return { kind: 'products', references: two }
  // "Which grew faster?", after one product and another.
  const hasTwo = hasPair || (operation === 'recorded' && state.hasSubject)
  if (place === 0 && hasTwo) return { kind: 'listed', list: undefined, isOfTwo: true }
  return operation === 'difference' ? marginOf(heard, place) : undefined
}

/** Stands for two products that were spoken of one after the other. */
const OF_BOTH = new RegExp(
  `${THEM.source}|${TWO.source}|^(?:(?:and|so|ok|then|,) )*(?:which|who)\\b`,
)

/** What lies between a launch and the first, or between the first and the second. */
function marginOf(heard: Heard, place: number): ProductSet | undefined {
  const { text, state } = heard
  const { last, hasHistory, asked } = state
  const isOfOne = OF_STANDING.test(asked ?? '') && state.hasSubject
  if (hasHistory && (isOfOne || IT.test(text) || OWN.test(text))) {
    const leader = place > 0 && last?.kind === 'ranking' ? leaderIn(heard) : undefined
    return { kind: 'products', references: leader ? ['it', leader] : ['it'] }
  }
  if (last?.kind !== 'ranking') return undefined
  return { kind: 'window', rankings: [{ ...last, after: undefined }] }
}

const MOST_POPULAR = /\bmost (?:popular|voted)\b/
const COMPARED = /\b(?:compare[ds]?|better|worse|against|versus|vs)\b/

/** "The winner of last week", "the most popular", "the first" of what was listed last. */
function leaderIn({ reading, text, time, state: { last } }: Heard): Reference | undefined {
  const isPopular = MOST_POPULAR.test(text)
  const place = isPopular ? 1 : placeNumbers(reading)[0]
  const before = last?.kind === 'ranking' && !isPopular ? last : undefined
  if (!place || place < 1 || !(time || isPopular || before)) return undefined
  const ranking: RankingRequest = { kind: 'ranking', ...(time ? { time } : before) }
  return { place, of: { ...ranking, count: place, after: undefined } }
}
