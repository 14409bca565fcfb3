import { isOf } from '../normalise/lexicon.ts'
import { clauseAround } from '../normalise/utterance.ts'
import { hasWordOf, type Item, isMark, isWord, textOf } from './items.ts'

const JOINT = /^(?:[-,.?!;:&+]|and|plus|also|then|n)$/
const SENTENCE_END = /^[.?!;]$/
const ARTICLE = /\b(?:an?|any|some)\b/
const REQUEST =
  /\b(?:find|search|look|looking|needs?|wants?|show|something|anything|another|alternatives?|(?<!\b(?:i|we)(?: have)? )(?:got|there|have) (?:an?|any|some|something|one)|NUM)\b/
const FURTHER = /\b(?:then|also|as well)\b/
/** Begins what describes the product before it: "a crm for freelancers and a small team". */
const DESCRIPTION = /\b(?:for|with|without|that|which|to|of|between|from|in|on)\b/
/** Tells of something, where it has no request: "I get distracted easily". */
const SUBJECT = /\b(?:i|we|my|our|he|she|they|it|everyone|everything|nobody)\b/

interface Group {
  words: Item[]
  isStatement: boolean
}

/**
 * Separates the words of several searches: where the second one has a request or a product word of
 * its own, an article ("a crm and a calendar"), or is a sentence. Leaves out clauses that only tell
 * of something if others do not.
 */
export function separateSearches(items: readonly Item[], words: readonly Item[]): Item[][] {
  const groups: Group[] = []
  for (const word of words) {
    const group = groups.at(-1)
    if (group && !isSeparate(items, group.words, word)) group.words.push(word)
    else groups.push({ words: [word], isStatement: isStatement(items, word) })
  }
  const asked = groups.filter((group) => !group.isStatement)
  return (asked.length > 0 ? asked : groups.slice(0, 1)).map((group) => group.words)
}

function isSeparate(items: readonly Item[], group: readonly Item[], word: Item): boolean {
  const [first = 0, last = 0, next = 0] = [group[0], group.at(-1), word].map(
    (item) => item && items.indexOf(item),
  )
  const gap = items.slice(last + 1, next)
  const joint = gap.findIndex(({ text }) => JOINT.test(text))
  if (joint < 0) return false
  const lead = gap.slice(joint + 1)
  const leadText = textOf(lead)
  if (REQUEST.test(leadText) || hasWordOf(lead, 'product')) return true
  if (gap.slice(joint, joint + 1).some(isMark) && SUBJECT.test(leadText)) return true
  if (DESCRIPTION.test(leadText)) return false
  if (gap.some(({ text }) => SENTENCE_END.test(text)) || FURTHER.test(textOf(gap))) return true
  if (ARTICLE.test(leadText)) return !DESCRIPTION.test(textOf(items.slice(first, last)))
  const end = items
    .slice(next + 1)
    .find((item) => !isWord(item) || isOf(item.text, 'product', 'function'))
  return hasWordOf(gap.slice(0, joint), 'product') && isOf(end?.text ?? '', 'product')
}

/** Whether the clause of a word has a subject and no request. */
function isStatement(items: readonly Item[], word: Item): boolean {
  const at = items.indexOf(word)
  const isEnd = (item: Item, index: number) =>
    isMark(item) || (item.text === 'and' && SUBJECT.test(items[index + 1]?.text ?? ''))
  const clause = clauseAround(items, { from: at, to: at + 1 }, isEnd)
  const text = textOf(clause)
  return SUBJECT.test(text) && !REQUEST.test(text) && !hasWordOf(clause, 'product')
}
