import { isOf } from '../normalise/lexicon.ts'
import { textOf } from '../normalise/utterance.ts'
import { isAsked, isBreak, isStatement, JOINT, REQUEST, SUBJECT } from './asked-clauses.ts'
import { hasWordOf, type Item, isMark, isWord } from './items.ts'

const SENTENCE_END = /^[.?!;]$/
const ARTICLE = /\b(?:an?|any|some)\b/
const NUMBER = /\bNUM\b/
/** Says that what is listed is to be searched for one by one. */
const LISTED =
  /\b(?:separate(?:ly)?|one by one|as well as|another search|second search|(?:look|search|find|show|check)(?: up)? (?:each|both)|(?:NUM|COUNT) (?:of )?each|apiece|(?:NUM|COUNT|double|pair of) (?:\w+ )?(?:searches|lookups|search|queries|questions))\b/
/** Ends what is sought for one: "coupons for me, cashback for the boss". */
const EACH_FOR = /\bfor (?:me|him|her|us|work|the \w+)\b/
const FURTHER = /\b(?:then|also|too|as well)\b/
/** Begins what describes the product before it: "a crm for freelancers and a small team". */
const DESCRIPTION = /\b(?:for|with|without|that|which|to|of|between|from|in|on)\b/

/** Goes on about the same product after a comma: "a note app, something simple". */
const DETAIL = /^, (?:something(?! (?:to|that)\b)|nothing|one|ideally|preferably)\b/

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
  const others = groups.filter((group) => !group.isStatement)
  const asked = others.filter(({ words }) => isAsked(items, words))
  return firstOf(asked, others, groups.slice(0, 1)).map((group) => group.words)
}

function isSeparate(items: readonly Item[], group: readonly Item[], word: Item): boolean {
  const [first = 0, last = 0, next = 0] = [group[0], group.at(-1), word].map(
    (item) => item && items.indexOf(item),
  )
  const gap = items.slice(last + 1, next)
  const [told, tells] = [items[last] ?? word, word].map((item) => isStatement(items, item))
  if (told !== tells && gap.some(isBreak)) return true
  const joint = gap.findIndex(({ text }) => JOINT.test(text))
  if (joint < 0 || isDetail(gap.slice(joint), items)) return false
  const leadText = textOf(gap.slice(joint + 1))
  if (isLead(gap.slice(joint)) || EACH_FOR.test(textOf(gap.slice(0, joint)))) return true
  if (DESCRIPTION.test(leadText)) return false
  if (LISTED.test(textOf(items))) return true
  if (gap.some(({ text }) => SENTENCE_END.test(text)) || FURTHER.test(textOf(gap))) return true
  if (ARTICLE.test(leadText)) return !DESCRIPTION.test(textOf(items.slice(first, last)))
  const end = items
    .slice(next + 1)
    .find((item) => !isWord(item) || isOf(item.text, 'product', 'function'))
  return hasWordOf(gap.slice(0, joint), 'product') && isOf(end?.text ?? '', 'product')
}

function isDetail(gap: readonly Item[], items: readonly Item[]): boolean {
  return DETAIL.test(textOf(gap)) && !FURTHER.test(textOf(items))
}

/** Whether the words after a joint begin a request of their own. */
function isLead([joint, ...lead]: readonly Item[]): boolean {
  const text = textOf(lead)
  const isRequest = REQUEST.test(text) || NUMBER.test(text) || hasWordOf(lead, 'product')
  return isRequest || (joint !== undefined && isMark(joint) && SUBJECT.test(text))
}

function firstOf(...lists: Group[][]): Group[] {
  return lists.find((list) => list.length > 0) ?? []
}
