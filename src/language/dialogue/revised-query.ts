import replies from '../../../data/language/replies.json' with { type: 'json' }
import { expandMacros } from '../slots/patterns.ts'
import type { SearchRequest } from './request.ts'

function pattern(source: string, flags = ''): RegExp {
  return new RegExp(expandMacros(source, replies.words), flags)
}

/** Words of one such class take each other's place: "mac?" after "note taking for windows". */
const CLASSES = ['platform', 'audience', 'spoken'].map((name) => ({
  whole: pattern(`^(?:{${name}})(?: (?:versions?|users?))?$`),
  within: pattern(`\\b(?:{${name}})(?= |$)`),
}))

const OPENING = '^(?:(?:{opening}) )*'

/** Adds to the previous search: "for teams", "it should have invoices", "open source ones". */
const NARROWING = pattern(
  [
    `${OPENING}(?:for|with|without|in|on|as an?|that (?!is\\b|was\\b)|which|w(?= /))\\b(?! (?:fact|that case|second|the other|instance|example|sure)\\b)`,
    '\\b(?:ones (?:that|which|with|for)|one (?:that|which|with))\\b',
    `${OPENING}(?:something|anything|one) (?:that|which|with|without)\\b`,
    `${OPENING}(?:something|anything) (?!like|to|else|for|about|from|but)(?:{described}|\\w+)[ .!?]*$`,
    `${OPENING}(?:can|could|does|do) (?:it|they|any)\\b`,
    `${OPENING}(?:must|has to|have to|needs|should(?! be\\b(?! able)| have (?:said|been)\\b))\\b`,
    `${OPENING}(?:narrow|limit|restrict) (?:it|that|this|them)(?: down)? to\\b`,
    `${OPENING}(?:only|specifically|preferably|ideally|particularly)\\b`,
    '\\bonly(?: please)?[ .!]*$',
    '^(?!.*\\b(?:instead|rather)\\b).*\\bones(?: (?:only|please|though|tho))?[ .!?]*$',
    `${OPENING}(?:{described})(?: (?:ones?|please))*[ .!?]*$`,
  ].join('|'),
)

const SEQUEL = pattern(`${OPENING}(?:and|or|what about|how about)\\b`)

const REJECTING =
  /\b(?:not|without|forget|drop|remove|skip|never mind|instead of|rather than)(?: (?:a|an|the|only|just|have to|need to|be|for|with|in|on|about)\b)*/g

/** A request of its own. */
const REQUEST = /\b(?:find|search|recommend|suggest|(?:need|want|looking for) an?)\b/

/** Whether a reply goes on to something else: "what about calendars?" */
export function isSequel(text: string): boolean {
  return SEQUEL.test(text)
}

/** Whether words are never a search of their own: "ipad", "students". */
export function isQualifier(words: string): boolean {
  return CLASSES.some(({ whole }) => whole.test(words))
}

export function isNarrowing(text: string): boolean {
  return NARROWING.test(text) && !REQUEST.test(text)
}

/**
 * The previous query as the words of a reply change it, or `undefined` if they are another search.
 * @param words the search words of the reply
 * @param text the reply, or the part of it with those words
 */
export function revisedQuery(
  { words: before }: SearchRequest,
  words: string,
  text: string,
): string | undefined {
  const rejected = rejectedIn(text, before)
  if (rejected) {
    return substituted(before, rejected.words, without(words, rejected.text)) || undefined
  }
  const qualifier = CLASSES.find(({ whole }) => whole.test(words))
  if (qualifier?.within.test(before)) return before.replace(qualifier.within, () => words)
  return qualifier || isNarrowing(text) ? `${before} ${without(words, before)}`.trim() : undefined
}

/** Words of a query that a reply does not want: "not agencies", "forget the logo maker". */
function rejectedIn(text: string, before: string): { text: string; words: string } | undefined {
  for (const { 0: lead, index } of text.matchAll(REJECTING)) {
    const rest = wordsOf(text.slice(index + lead.length).trim())
    const end = rest.findIndex((word) => !wordsOf(before).includes(word))
    const words = rest.slice(0, end < 0 ? rest.length : end).join(' ')
    if (words !== '') return { text: `${lead} ${words}`, words }
  }
  return undefined
}

/** A query with other words in the place of some. */
function substituted(query: string, words: string, others: string): string {
  const isWhole = ` ${query} `.includes(` ${words} `)
  const place = isWhole ? words : (wordsOf(words).at(-1) ?? words)
  return ` ${query} `
    .replace(` ${place} `, () => ` ${others} `)
    .replace(/ {2,}/g, ' ')
    .trim()
}

function without(words: string, others: string): string {
  return wordsOf(words)
    .filter((word) => !wordsOf(others).includes(word))
    .join(' ')
}

function wordsOf(text: string): string[] {
  return text.split(' ')
}
