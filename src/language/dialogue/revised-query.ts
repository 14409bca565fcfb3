import replies from '../../../data/language/replies.json' with { type: 'json' }
import { replyPattern } from './reply-intent.ts'
import type { SearchRequest } from './request.ts'

/** Words of one such class take each other's place: "mac?" after "note taking for windows". */
const CLASSES = ['platform', 'audience', 'spoken'].map((name) => ({
  whole: replyPattern(`^(?:{${name}})(?: (?:versions?|users?))?$`),
  within: replyPattern(`\\b(?:{${name}})(?= |$)`),
}))

/** Adds to the previous search: "for teams", "it should have invoices", "open source ones". */
const NARROWING = replyPattern(replies.narrowing.join('|'))
/** Goes on to something else: "what about calendars?" */
const SEQUEL = replyPattern('{opened}(?:and|or|what about|how about)\\b')

const REJECTING =
  /\b(?:not|without|forget|drop|remove|skip|never mind|instead of|rather than)(?: (?:a|an|the|only|just|have to|need to|be|for|with|in|on|about)\b)*/g

/** Rejects what the query does not have in it, and nothing else. */
const EXCLUDING = replyPattern(
  '{opened}(?:without|excluding|except|leaving out|anything but|not)\\b[^,.;:!?]*[.!?]?$',
)

/** A request of its own. */
const REQUEST = /\b(?:find|search|recommend|suggest|(?:need|want|looking for) an?)\b/

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
  const old = wordsOf(before)
  const rejections = rejectionsIn(text)
  // "Windows, not mac" does not want mac.
  const unwanted = rejections.map(({ rest }) => rest[0])
  const added = wordsOf(words).filter((word) => !unwanted.includes(word))
  const rejected = rejectedIn(rejections, old)
  if (rejected) {
    const others = added.filter((word) => !rejected.text.includes(word))
    const kept = old.filter((word) => !rejected.words.includes(word))
    const at = old.findIndex((word) => rejected.words.includes(word))
    return kept.toSpliced(at, 0, ...others).join(' ') || undefined
  }
  if (EXCLUDING.test(text)) return before
  const wanted = added.join(' ')
  const qualifier = CLASSES.find(({ whole }) => whole.test(wanted))
  if (qualifier?.within.test(before)) return before.replace(qualifier.within, () => wanted)
  return qualifier || isNarrowing(text) ? [...new Set([...old, ...added])].join(' ') : undefined
}

interface Rejection {
  /** The words that reject: "not", "forget the". */
  lead: string[]
  /** All words after them. */
  rest: string[]
}

function rejectionsIn(text: string): Rejection[] {
  return Array.from(text.matchAll(REJECTING), ({ 0: lead, index }) => ({
    lead: wordsOf(lead),
    rest: wordsOf(text.slice(index + lead.length).trim()),
  }))
}

/** Words of a query that a reply does not want: "not agencies", "forget the logo maker". */
function rejectedIn(rejections: readonly Rejection[], query: readonly string[]) {
  for (const { lead, rest } of rejections) {
    const end = rest.findIndex((word) => !query.includes(word))
    const words = rest.slice(0, end < 0 ? rest.length : end)
    if (words.length > 0) return { words, text: [...lead, ...words] }
  }
  return undefined
}

function wordsOf(text: string): string[] {
  return text.split(' ')
}
