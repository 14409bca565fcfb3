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

/** A request by itself, whatever it begins with: "for my mum i need a recipe app". */
const COMPLETE =
  /\b(?:find|search|recommend|suggest|(?:need|want|require|is there|looking for) an?)\b/
const INSTEAD = /\b(?:instead|rather)\b/

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

/** Has another purpose for the same thing: "and for agencies?" after "crm for freelancers". */
const FOR_OTHERS =
  /^(?:\S+ )?(?:(?:and|or|what about|how about|now|rather|but) )+for\b|^(?!.*\bnot\b).*\bfor .*\b(?:instead|rather)\b/
/** Has another sort of the same thing: "slack ones instead" after "discord bots". */
const OTHER_ONES = /\bones? (?:instead|rather)\b|\b(?:instead|rather)\b.* ones?\b/
const REJECTING =
  /\b(?:not|without|forget|drop|remove|skip|never mind|instead of|rather than)(?: (?:a|an|the|only|just|have to|need to|be|for|with|in|on|about)\b)*/g

/** Name nothing by themselves: "never mind the freelancers part". */
const VAGUE_NOUNS = 'part bit'

/** Whether words are never a search of their own: "ipad", "students". */
export function isQualifier(words: string): boolean {
  return CLASSES.some(({ whole }) => whole.test(words))
}

/** Whether a reply goes on to something else: "what about calendars?" */
export function isSequel(text: string): boolean {
  return SEQUEL.test(text)
}

export function isNarrowing(text: string): boolean {
  return NARROWING.test(text) && !COMPLETE.test(text)
}

/** Whether a reply has the form of one that narrows the query before, or rejects words of it. */
export function isRevision(before: string, text: string): boolean {
  return isNarrowing(text) || rejectedIn(text, before) !== undefined
}

/**
 * The previous query as the words of a reply change it, or `undefined` if they are another search.
 * @param words the search words of the reply
 * @param text the reply, or the part of it with those words
 */
export function revisedQuery(
  { words: before, subject = before }: SearchRequest,
  words: string,
  text: string,
): string | undefined {
  const rejected = rejectedIn(text, before)
  if (rejected) {
    const others = without(words, `${rejected.text} ${VAGUE_NOUNS}`)
    const isOther = without(subject, rejected.words) === ''
    return isOther ? others || undefined : substituted(before, rejected.words, others)
  }
  const within = CLASSES.find(({ whole }) => whole.test(words))?.within
  if (within?.test(before)) return before.replace(within, () => words)
  if (subject !== before && FOR_OTHERS.test(text)) return `${subject} ${words}`
  if (OTHER_ONES.test(text)) return otherOnes(before, subject, words)
  const isDetail = isQualifier(words) && !COMPLETE.test(text) && !INSTEAD.test(text)
  return isDetail || isNarrowing(text) ? `${before} ${without(words, before)}`.trim() : undefined
}

/** The words before the first one that says what for: "crm" of "a crm for freelancers". */
export function subjectOf(words: string, text: string, earlier: string | undefined): string {
  if (earlier && without(earlier, words) === '') return earlier
  const start = Math.max(0, text.indexOf(words.split(' ', 1)[0] ?? ''))
  const [lead = ''] = text.slice(start).split(/ (?:for|on|with|without|in|that|which) /, 1)
  const subject = wordsOf(words).filter((word) => wordsOf(lead).includes(word))
  return subject.join(' ') || words
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
  const place = query.includes(words) ? words : (wordsOf(words).at(-1) ?? words)
  return query
    .replace(place, () => others)
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Keeps what the subject is a sort of, which is its last word at least. */
function otherOnes(query: string, subject: string, words: string): string {
  const sorts = wordsOf(subject)
  const kept = Math.min(wordsOf(words).length, sorts.length - 1)
  return query.replace(subject, () => [words, ...sorts.slice(kept)].join(' '))
}

function without(words: string, others: string): string {
  return wordsOf(words)
    .filter((word) => !wordsOf(others).includes(word))
    .join(' ')
}

function wordsOf(text: string): string[] {
  return text.split(' ')
}
