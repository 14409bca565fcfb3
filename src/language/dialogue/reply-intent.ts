import replies from '../../../data/language/replies.json' with { type: 'json' }
import type { Distribution } from '../intent/classifier.ts'
import { hasContent } from '../intent/search-words.ts'
import { isCheer, isOf } from '../normalise/lexicon.ts'
import { expandMacros } from '../slots/patterns.ts'
import { hasConfetti, hasRankingWord } from './evidence.ts'
import { isBare, type Part, withScores } from './parts.ts'
import type { Reading } from './reading.ts'
import { isRevision } from './revised-query.ts'

const EVIDENCE = Object.entries(replies.evidence).map(([pattern, factors]) => ({
  pattern: new RegExp(expandMacros(pattern, replies.words)),
  factors: new Map<string, number>(Object.entries(factors)),
}))

function wordsNamed(name: string): RegExp {
  return new RegExp(expandMacros(`\\b(?:{${name}})\\b`, replies.words))
}

const ONE = wordsNamed('one')
const REST = wordsNamed('rest')
const FIND = wordsNamed('find')
const DETAIL = wordsNamed('detail')
const LOST = wordsNamed('lost')
const ADDED = wordsNamed('added')

/** Added to each probability, so that strong evidence can overrule the classifier. */
const MIN_PROBABILITY = 0.03
/** A part this certain makes others that are less certain than that asides. */
const [MIN_CERTAIN, MAX_UNCERTAIN] = [0.5, 0.4]
const REPLIES = new Set(['item', 'more', 'again', 'change', 'search'])

/** The parts of a message that follows an answer, with their intents in the light of both. */
export function readReplies(parts: readonly Part[], reading: Reading): Part[] {
  if (!reading.state.last) return [...parts]
  const isLost = parts.some(({ text }) => LOST.test(text))
  const read = parts.map((part) => readReply(part, isLost, reading))
  const isAnyCertain = read.some(
    ({ intent, probability }) => REPLIES.has(intent) && probability > MIN_CERTAIN,
  )
  return read.map((part) => {
    const isAside = isAnyCertain && REPLIES.has(part.intent) && part.probability < MAX_UNCERTAIN
    return isAside && !isTimed(part) ? { ...part, intent: 'aside' } : part
  })
}

/** Beside another request, a change of the time is a ranking: "now yesterday, and find a crm". */
export function asRequests(parts: readonly Part[]): Part[] {
  const hasOther = parts.some(({ intent }) => intent === 'search' || intent === 'confetti')
  return parts.map((part) =>
    hasOther && part.intent === 'change' && isTimed(part) ? { ...part, intent: 'ranking' } : part,
  )
}

function readReply(part: Part, isLost: boolean, { state, model: { intents } }: Reading): Part {
  const marks = {
    timed: isTimed(part),
    count: part.slots.counts.length > 0,
    bare: isBare(part),
    ranked: hasRankingWord(part),
    'after-ranking': state.last?.kind === 'ranking',
    'after-confetti': state.last?.kind === 'confetti',
    search: isNewSearch(part),
    cheer: isCheerful(part),
    short: part.items.length < 6,
    lost: isLost,
    revised: state.last?.kind === 'search' && isRevision(state.last.words, part.text),
  }
  const present = Object.entries(marks).filter(([, isPresent]) => isPresent)
  const text = `${part.text} ${present.map(([name]) => `<${name}>`).join('')}`
  const evidence = EVIDENCE.filter(({ pattern }) => pattern.test(text))
  const scores = part.probabilities.map((probability, index) =>
    evidence.reduce(
      (score, { factors }) => score * (factors.get(intents[index] ?? '') ?? 1),
      probability + MIN_PROBABILITY,
    ),
  )
  const isTopical = state.last?.kind === 'search' && marks.short && hasContent(part.items)
  return withScores(part, isTopical ? pooled(scores, intents) : scores, intents)
}

/** Words to search for are a new search or a change of the last: which one matters less. */
function pooled(scores: Distribution, intents: readonly string[]): Distribution {
  const [search, change] = [intents.indexOf('search'), intents.indexOf('change')]
  const sum = (scores[search] ?? 0) + (scores[change] ?? 0)
  return scores.with((scores[search] ?? 0) > (scores[change] ?? 0) ? search : change, sum)
}

function isTimed({ slots: { times, zones } }: Part): boolean {
  return times.some(({ value }) => !value.weak) || zones.length > 0
}

function isCheerful(part: Part): boolean {
  return (
    hasConfetti(part) ||
    /\b(?:we|our|is us)\b/.test(part.text) ||
    part.items.some(({ text }) => isCheer(text) || isOf(text, 'cheer'))
  )
}

/** Whether the words of a part are those of a search, and not of a reply alone. */
export function isNewSearch({ text, items }: Part): boolean {
  return FIND.test(text) || items.some((item) => isOf(item.text, 'kind', 'subject'))
}

/** Whether a text asks for the link, votes or the like of a listed product. */
export function asksForDetail(text: string): boolean {
  return DETAIL.test(text)
}

export function asksForMore({ text }: Part): boolean {
  return REST.test(text)
}

export function asksForOne({ text }: Part): boolean {
  return ONE.test(text)
}

/** Whether the count of a part comes on top of those listed: "two more". */
export function asksForAdded({ text }: Part): boolean {
  return ADDED.test(text)
}
