import { FUTURE } from '../time/timeframe.ts'
import { anyOf } from '../wording/words.ts'
import { type Clause, withPlaces, wordsOf } from './clause.ts'
import type { MarkedMessage } from './marked-message.ts'
import { findHead } from './patterns.ts'
import { isForeignSubject, isForeignTo } from './scope.ts'
import { hasProductWord, isSubject, searchWords } from './nouns.ts'
import type { SearchWish } from './wish.ts'

const THING = anyOf(
  'apps? tools? products? software stuff things? ones launches startups? services? platforms? extensions? plugins? solutions? programs? bots? something anything somebody someone',
)
const COMMAND =
  /\b(?:search(?:ing)?(?: (?:for|up|through|products?|the (?:catalogue|catalog|database|site)))*|look(?:ing)? (?:for|up)|find(?:ing)?(?! out)|hunting for|lookup|query|browse)\b/
const ADVICE = /\bhow (?:do|can|could|should|to|would)\b/
const NEED = [
  /\b(?:recommend\w*|suggest\w*|alternatives?|competitors? (?:of|to|for)|replacements? for|similar to|instead of|in the market for)\b/,
  new RegExp(
    `\\b${THING} (?:\\S+ )?(?:for|to|that|which|who|like|about|with|in|similar|called|named)\\b`,
  ),
  /\b(?:is there|are there|there is|got|have|know|know of|seen|need|want|after|could use|would like|would love|looking at|looking to|show me|give me) (?:me )?(?:an?|any|some|something|anything|to|help|good|all)\b/,
  new RegExp(`\\b(?:which|what|any|some|show me|give me|list|see) (?:\\S+ ){0,3}?${THING}\\b`),
  /\b(?:info|information|details|data|stats?|anything) (?:on|about|for)\b/,
  /\bwhat (?:\w+ ){0,4}?(?:is|are|use|have|got|there|exists?|recommend|suggest|available) (?:\w+ )?(?:for|to|about)\b/,
  /\b(?:anything|something|stuff) (?:\w+ )?(?:for|to|that|like|which|similar|with|about|in)\b|\bhelps? (?:me|us|with)\b/,
]
const WANT = /\b(?:need|want|looking for|after)\b/
const FACT =
  /\b(?:how many (?:votes|upvotes|comments|points) (?:did|does|do|has|have)|when (?:did|was)|did|has) (.+?) (?:get|gotten|got|have|receive|received|launch|launched|released)\b/

/** A search asked for in so many words: "search for …", "find me …". */
export function commandedSearch(clause: Clause, message: MarkedMessage): SearchWish | undefined {
  const [before = '', after] = clause.text.split(COMMAND)
  if (ADVICE.test(before) && !hasProductWord(wordsOf(clause.text))) return undefined
  if (after === undefined) return undefined
  const head = findHead(after)
  if (findHead(before) || (head && searchWords(wordsOf(head.before)) === '')) return undefined
  const object = { ...clause, text: clause.text.replace(COMMAND, ' ') }
  return searchFor(object, message, isForeignTo)
}

/** A search that a need asks for: "is there an app that …", "note taking apps". */
export function neededSearch(clause: Clause, message: MarkedMessage): SearchWish | undefined {
  const { text } = clause
  const [, name] = FACT.exec(text) ?? []
  const fact = name && searchFor({ ...clause, text: name }, message)
  if (fact) return fact
  const words = wordsOf(text)
  const isNeed = NEED.some((pattern) => pattern.test(text)) || isNounPhrase(words) || (WANT.test(text) && words.some(isSubject))
  return isNeed ? searchFor(clause, message) : undefined
}

export function searchFor(
  clause: Clause,
  { zones }: MarkedMessage,
  isForeign = isForeignSubject,
): SearchWish | undefined {
  const { text, times, count } = clause
  const words = searchWords(wordsOf(withPlaces(text, zones)))
  if (words === '' || times.some((time) => time.text === FUTURE) || (isForeign(text) && !hasProductWord(wordsOf(text)))) return undefined
  const timeless = times.length > 0
  return { kind: 'search', words, timeless, ...(count !== undefined && { count }) }
}

const PRONOUN = /^(?:i|you|he|she|we|they|my|your|is|are|was|am|do|does|did|it|his|her)$/
const MOST_WORDS = 6

/** A few words that name what a product is for, and no sentence: "crm for freelancers". */
function isNounPhrase(words: readonly string[]): boolean {
  if (words.length > MOST_WORDS || words.some((word) => PRONOUN.test(word))) return false
  return words.some(isSubject) || hasProductWord(words)
}
