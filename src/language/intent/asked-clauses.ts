import { isOf } from '../normalise/lexicon.ts'
import { clauseAround, textOf } from '../normalise/utterance.ts'
import { hasWordOf, type Item, isMark, isWord } from './items.ts'

export const REQUEST =
  /\b(?:find|search|look|looking|needs?|wants?|show|something|anything|another|alternatives?|(?<!\b(?:i|we)(?: have)? )(?:got|there|have) (?:an?|any|some|something|one))\b/
/** Asks for the words around it, if less clearly than a request. */
const ASKING =
  /\b(?:any|anyone|somebody|someone|wanted|locate|recommend|list|give|get me|pull up|hunt|dig|check|carry|like|please|could|would|(?<!thank )you|who|what|which|where|how about)\b/
/** Words that a clause may have besides what is sought. */
const FITTING =
  /^(?:an?|the|some|any|for|with|without|of|to|in|on|or|too|well|as|each|best|good|top|first|start|begin|regarding|about|me|him|her|us|NUM|COUNT)$/
/** Of the searches themselves: "separate lists, please". */
const HOW = /^(?:separate|different) (?:lists?|searches|results)$/

/** Tells of something, where it has no request: "I get distracted easily". */
export const SUBJECT =
  /\b(?:i|we|my|our|he|she|they|(?<!\b(?:make|keep) )it|everyone|everything|nobody)\b/
/** Between words that may be sought separately. */
export const JOINT = /^(?:[-,.?!;:&+/]|and|plus|also|then|n|well)$/
/** Between clauses: "my wrists hurt so ergonomic keyboards". */
const BREAK = /^(?:[,.?!;:()]|so|because|since|but)$/

export function isBreak({ text }: Item): boolean {
  return BREAK.test(text)
}

/** Whether the clause of a word has a subject and no request. */
export function isStatement(items: readonly Item[], word: Item): boolean {
  const at = items.indexOf(word)
  const isEnd = (item: Item, index: number) =>
    isBreak(item) ||
    isMark(item) ||
    (item.text === 'and' && SUBJECT.test(items[index + 1]?.text ?? ''))
  const clause = clauseAround(items, { from: at, to: at + 1 }, isEnd)
  const text = textOf(clause)
  return SUBJECT.test(text) && !REQUEST.test(text) && !hasWordOf(clause, 'product')
}

/** Whether a clause asks for the words in it, or has no others. */
export function isAsked(items: readonly Item[], words: readonly Item[]): boolean {
  const places = words.map((word) => items.indexOf(word))
  const span = { from: Math.min(...places), to: Math.max(...places) + 1 }
  const clause = clauseAround(items, span, ({ text }) => JOINT.test(text))
  const text = textOf(clause)
  if (HOW.test(textOf(words))) return false
  if (REQUEST.test(text) || ASKING.test(text) || hasWordOf(clause, 'product')) return true
  const isOther = (item: Item) =>
    isWord(item) && !words.includes(item) && !FITTING.test(item.text) && !isOf(item.text, 'polite')
  const end = items[items.findLastIndex((item) => clause.includes(item)) + 1]
  return end?.text === '?' || !clause.some(isOther)
}
