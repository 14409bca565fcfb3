import replies from '../../../data/language/replies.json' with { type: 'json' }
import type { Guess } from '../intent/classifier.ts'
import { hasWordOf } from '../intent/items.ts'
import { expandMacros } from '../slots/patterns.ts'
import { hasRankingWord } from './evidence.ts'
import { intentionOf, mostProbable, total } from './intents.ts'
import { hasTime, type Part, type Reading } from './parts.ts'
import { namesSought } from './product-names.ts'

/** A regular expression where `{name}` stands for those words of `replies.json`. */
export function replyPattern(source: string, flags = ''): RegExp {
  return new RegExp(expandMacros(source, replies.words), flags)
}

/** Patterns of the text of a reply, whose end has marks such as `<timed>`, with factors of intents. */
const EVIDENCE = Object.entries(replies.evidence).map(([source, factors]) => ({
  pattern: replyPattern(source),
  factors: new Map<string, number>(Object.entries(factors)),
}))

/** "Only the winner". */
export const ONE = replyPattern('\\b(?:{one})\\b')
/** "Two more": the count comes on top of those listed. */
export const ADDED = replyPattern('\\b(?:{added})\\b')
/** Asks for the link, votes or the like of a listed product. */
export const DETAIL = replyPattern('\\b(?:{detail})\\b')
const FIND = replyPattern('\\b(?:{find})\\b')

/** Added to each probability, so that strong evidence can overrule the classifier. */
const MIN_PROBABILITY = 0.03

/** The parts of a message that follows an answer, with their intents in the light of both. */
export function readReplies(parts: readonly Part[], reading: Reading): Part[] {
  if (!reading.state.last) return [...parts]
  const read = parts.map((part) => readReply(part, reading))
  // Beside another request, a change of the time is a ranking: "now yesterday, and find a crm".
  const hasOther = read.some(({ intent }) => intent === 'search' || intent === 'confetti')
  return read.map((part) =>
    hasOther && part.intent === 'change' && isTimed(part) ? { ...part, intent: 'ranking' } : part,
  )
}

function readReply(part: Part, { state }: Reading): Part {
  const marks = {
    timed: isTimed(part),
    count: part.slots.counts.length > 0,
    ranked: hasRankingWord(part),
    'after-ranking': state.last?.kind === 'ranking',
    search: isNewSearch(part),
  }
  const present = Object.entries(marks).filter(([, isPresent]) => isPresent)
  const text = `${part.text} ${present.map(([name]) => `<${name}>`).join('')}`
  const evidence = EVIDENCE.filter(({ pattern }) => pattern.test(text))
  const scores = part.guesses.map(({ name, probability }) => {
    const factors = evidence.map(({ factors }) => factors.get(name) ?? 1)
    return { name, probability: factors.reduce((a, b) => a * b, probability + MIN_PROBABILITY) }
  })
  const intention = intentionOf(state.last?.kind === 'search' ? pooled(scores) : scores)
  const isSearch = intention.intent === 'unclear' && namesSought(part.items)
  return { ...part, ...intention, ...(isSearch && { intent: 'search' }) }
}

/** Words to search for are a new search or a change of the last: which one matters less. */
function pooled(scores: readonly Guess[]): Guess[] {
  const ofWords = scores.filter(({ name }) => name === 'search' || name === 'change')
  const best = mostProbable(ofWords)
  return scores.map((score) => (score === best ? { ...score, probability: total(ofWords) } : score))
}

function isTimed(part: Part): boolean {
  return hasTime(part) || part.slots.zones.length > 0
}

/** Whether the words of a part are those of a search, and not of a reply alone. */
export function isNewSearch({ text, items }: Part): boolean {
  return FIND.test(text) || hasWordOf(items, 'kind', 'subject')
}
