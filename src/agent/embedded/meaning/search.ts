import { FUTURE } from '../time/timeframe.ts'
import { phrases } from '../wording/phrases.ts'
import { type Clause, withPlaces, wordsOf } from './clause.ts'
import { findHead } from './head.ts'
import type { MarkedMessage } from './marked-message.ts'
import { hasKind, hasProductWord, isSubject, searchWords } from './nouns.ts'
import { isForeignSubject, isForeignTo } from './scope.ts'
import type { SearchWish } from './wish.ts'

const THING = [
  'apps?|tools?|products?|software|stuff|things?|ones|launches|startups?|services?|platforms?',
  'extensions?|plugins?|solutions?|programs?|bots?|something|anything|somebody|someone',
].join('|')

const COMMAND = phrases(`
  search(ing)? {for|up|through|products?|the_catalogue|the_catalog|the_database|the_site}
  look(ing)? for|up
  find(ing)?(?!_out)|hunting_for|lookup|query|browse
`)

const HOW = phrases('how do|can|could|should|to|would')

const NEED = phrases(`
  recommend\\w*|suggest\\w*|alternatives?|similar_to|instead_of|in_the_market_for
  competitors?|replacements? of|to|for
  ${THING} [*] for|to|that|which|who|like|about|with|in|similar|called|named
  which|what|any|some|show_me|give_me|list|see [*] [*] [*] ${THING}
  is_there|are_there|there_is|got|have|know [me] an?|any|some|something|anything|help|good|all
  know_of|seen [me] an?|any|some|something|anything|help|good|all
  need|want|after|could_use|would_like|would_love [me] an?|any|some|something|anything|to|help|good
  need|want|after|could_use|would_like|would_love [me] all
  looking_at|show_me|give_me [me] an?|any|some|something|anything|to|help|good|all
  looking to (?!know|see|get|check|launch)\\w+
  new|hot|trending|popular|good|big|happening|interesting in|for|with|among|about (?!general)\\S+
  cool|launched in|for|with|among|about (?!general)\\S+
  info|information|details|data|stats?|anything on|about|for
  what ... is|are|use|have|got|there|exists?|recommend|suggest|available [*] for|to|about
  helps? me|us|with
  where is|are|can_i_find|could_i_find|do_i_find an?|some|any|good
  such_a_thing_as|what_do_you_have in|on|for|about
  has|have|did anyone|anybody|someone|somebody|people built|build|made|make|created|create
  anyone|anybody|someone|somebody built|made|created|building|making an?|any|some
  does_it|does_that|does_one|do_they exist
`)
const WANT = phrases('need|want|looking_for|after')

/** Asks for a fact of a product, which its search result tells: "when did X launch?" */
const FACT = new RegExp(
  [
    '\\b(?:how many \\w+ (?:did|does|do|has|have)|when (?:did|was)|did|has) (.+?)',
    '(?:got|get|gotten|have|receive|received|launch|launched|released)\\b',
  ].join(' '),
)

const OPEN = phrases(`
  ^ [can_you|could_you] search|find|look_for|recommend [for] [me|us] [an?|some] [good] [${THING}] $
  ^ [can_you|could_you] suggest [for] [me|us] [an?|some] [good] [${THING}] $
  ^ i need|want an? [good] app|tool|product $
`)

/** A search that does not say what for: "find me an app". */
export function isOpenSearch({ text }: Clause): boolean {
  return OPEN.test(text)
}

/** A search asked for in so many words: "search for …", "find me …". */
export function commandedSearch(clause: Clause, message: MarkedMessage): SearchWish | undefined {
  const [before = '', after] = clause.text.split(COMMAND)
  if (HOW.test(before) && !hasProductWord(wordsOf(clause.text))) return undefined
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
  const need = NEED.exec(text)
  const isNeed = need || isNounPhrase(words) || (WANT.test(text) && words.some(isSubject))
  // What comes before the need may be about anything: "my team keeps losing files and we want …".
  const isForeign = (all: string) => isForeignSubject(all.slice(need?.index ?? 0))
  return isNeed ? searchFor(clause, message, isForeign) : undefined
}

export function searchFor(
  clause: Clause,
  { zones }: MarkedMessage,
  isForeign = isForeignSubject,
): SearchWish | undefined {
  const { text, times, count } = clause
  const words = searchWords(wordsOf(withPlaces(text, zones)))
  if (
    words === '' ||
    times.some((time) => time.text === FUTURE) ||
    (isForeign(text) && !hasProductWord(wordsOf(text)) && !hasKind(wordsOf(text)))
  )
    return undefined
  const timeless = times.length > 0
  return { kind: 'search', words, timeless, ...(count !== undefined && { count }) }
}

const PRONOUN = /^(?:i|you|he|she|we|they|your|is|are|was|am|do|does|did|it|his|her)$/
const MOST_WORDS = 6

/** A few words that name what a product is for, and no sentence: "crm for freelancers". */
function isNounPhrase(words: readonly string[]): boolean {
  if (words.length > MOST_WORDS || words.some((word) => PRONOUN.test(word))) return false
  if (/^(?:how|why|when|where|who)$/.test(words[0] ?? '')) return false
  return words.some(isSubject) || hasProductWord(words) || hasKind(words)
}
