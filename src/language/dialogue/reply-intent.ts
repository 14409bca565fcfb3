import lexicon from '../../../data/language/lexicon.json' with { type: 'json' }
import { isCheer, isOf } from '../normalise/lexicon.ts'
import { hasConfetti, hasRankingWord } from './evidence.ts'
import { bestIntent, isBare, type Part } from './parts.ts'
import type { Reading } from './reading.ts'

const { repeat, loss, rest, detail } = lexicon.replies
const REPEAT = wordsOf(repeat)
const LOSS = wordsOf(loss)
const REST = wordsOf(rest)
const DETAIL = wordsOf(detail)

/** What a listed thing is called: "the third one", "the 2nd hit". */
export const LISTED =
  /^(?:one|hit|result|place|position|entry|spot|slot|row|product|launch|app|tool|option|item)$/
const NTH =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|bottom|middle|top|\\d{1,2}(?:st|nd|rd|th)'
/** "The second", "number 2", "the runner-up". */
const NUMBERED = wordsOf(
  '(?:number|no|nr|item|#|result|hit|row|rank|place|position|slot|entry) (?:NUM|COUNT)',
)
const REFERENCE = wordsOf(
  `${NUMBERED.source}|` +
    `(?:the|that|a|was|is|came|in|sits|ranked|placed) (?:${NTH})(?! (?:NUM|COUNT|TIME|time|\\w+s\\b))|(?:${NTH}) (?:one|hit|result|entry|place)|` +
    '(?:the|whose) (?:winner|leader|champion|runner|winning)|gold|silver|bronze',
)
const JUST_ONE =
  /\bdown to one\b|\b(?:just|only)(?: \w+){0,2} (?:winner|first|top|best|leader|champion|champ|number NUM|one)(?: one)?(?: (?:is|will|would) .*)?(?=$| [,.!?;])/
const MORE =
  /\b(?:more|rest|full|whole|entire|complete|all|everything|others?|longer|extend|expand|next|remaining|continue|keep going|else)\b/
const WHOLE_LIST =
  /\b(?:full|whole|entire|complete|long) (?:list|ranking|leaderboard|board|thing|lot|bunch|version)\b|\bthe rest\b/
/** "Two more" are added to those listed. */
const ADDED = /\b(?:NUM|COUNT) (?:more|further|extra|others|additional)\b/
const RECALL = /\bwhat (?:was|were|did you)\b/
const CORRECTION =
  /\b(?:wanted|meant|wrong|mistake|typo|instead|rather|should have|strike|scratch|scrap|swap|switch|change)\b/
const ABOUT_IT =
  /^(?:(?:and|so|ok|,) )*(?:who|what|when|where|how|is|does|did|has)\b.*\b(?:its?|they)\b/
const RESIZE = /\b(?:halve|half|double|twice|triple)\b/
const NEW_SEARCH =
  /\b(?:find|look(?:ing)? (?:for|up)|recommend|suggest|apps?|tools?|software|something|anything|alternatives?|(?:need|want|require|is there|are there|got|you have) (?:an?|any|some))\b|(?:^|\b(?:please|you|to|and|now|then) |[:,.] )search\b|\bsearch for\b/
const RANKED = /\b(?:products?|launch(?:es)?)\b/

interface Reply {
  part: Part
  text: string
  isAfterRanking: boolean
  /** Something was missed or lost, maybe in another part of the message. */
  isLost: boolean
}

/** What is evident in a reply to a list, and what that multiplies the probability of intents by. */
const EVIDENCE: readonly (readonly [
  (reply: Reply) => boolean,
  Readonly<Record<string, number>>,
])[] = [
  [({ part }) => isBare(part) && !hasRankingWord(part), { change: 10, ranking: 0.3 }],
  [({ part }) => isTimed(part), { search: 0.2, more: 0.05, thanks: 0.05, acknowledgement: 0.2 }],
  [({ part }) => isTimed(part) && !hasRankingWord(part), { change: 8, item: 0.5 }],
  [({ part, text }) => hasCount(part) && !RANKED.test(text), { change: 4, ranking: 0.5 }],
  [
    ({ part, text }) =>
      hasCount(part) && !isTimed(part) && /\b(?:it|them|those|these)\b/.test(text),
    { ranking: 0.1 },
  ],
  [({ text }) => JUST_ONE.test(text) || RESIZE.test(text), { change: 10, item: 0.2, more: 0.03 }],
  [({ text }) => CORRECTION.test(text), { change: 2, confetti: 0.2 }],
  [({ text }) => REFERENCE.test(text), { item: 4 }],
  [({ text }) => /\b(?:its?|they|their|that)\b/.test(text) && DETAIL.test(text), { item: 2 }],
  [({ text }) => REFERENCE.test(text) && DETAIL.test(text), { item: 5 }],
  [({ text }) => DETAIL.test(text), { item: 1.5 }],
  [({ text }) => ABOUT_IT.test(text), { item: 3 }],
  [({ text }) => REST.test(text), { more: 6 }],
  [({ text }) => ADDED.test(text), { more: 10 }],
  [({ text }) => WHOLE_LIST.test(text), { more: 4 }],
  [({ text }) => REPEAT.test(text), { again: 8 }],
  [({ text }) => LOSS.test(text), { again: 8, item: 0.5 }],
  [
    ({ text }) =>
      (REPEAT.test(text) || REST.test(text) || LOSS.test(text)) && !NEW_SEARCH.test(text),
    { search: 0.2 },
  ],
  [({ isLost, text }) => isLost && RECALL.test(text), { again: 20, item: 0.1 }],
  [({ isAfterRanking, text }) => isAfterRanking && !NEW_SEARCH.test(text), { search: 0.25 }],
  [({ isAfterRanking, part }) => isAfterRanking && !isNewSearch(part), { search: 0.2 }],
  [({ part }) => !isCheerful(part), { confetti: 0.2 }],
  [({ part }) => part.items.length < 6, { instructions: 0.2 }],
]

/** Added to each probability, so that strong evidence can overrule the classifier. */
const MIN_PROBABILITY = 0.03
/** A part this certain makes others that are less certain than that asides. */
const [MIN_CERTAIN, MAX_UNCERTAIN] = [0.5, 0.4]
const REPLIES = new Set(['item', 'more', 'again', 'change', 'search'])

/** The parts of a message that follows a list, with their intents in the light of the evidence. */
export function readReplies(parts: readonly Part[], { state: { last }, model }: Reading): Part[] {
  if (!last) return [...parts]
  const isAfterRanking = last.kind === 'ranking'
  const isLost = parts.some(({ text }) => LOSS.test(text))
  const read = parts.map((part) => {
    const reply = { part, text: part.text, isAfterRanking, isLost }
    const evidence = EVIDENCE.filter(([applies]) => applies(reply))
    const scores = part.probabilities.map((probability, index) =>
      evidence.reduce(
        (score, [, factors]) => score * (factors[model.intents[index] ?? ''] ?? 1),
        probability + MIN_PROBABILITY,
      ),
    )
    const sum = scores.reduce((a, b) => a + b, 0)
    const probabilities = scores.map((score) => score / sum)
    return { ...part, ...bestIntent(Float64Array.from(probabilities), model.intents) }
  })
  const isAnyCertain = read.some(
    ({ intent, probability }) => REPLIES.has(intent) && probability > MIN_CERTAIN,
  )
  return read.map((part) => {
    const isAside = isAnyCertain && REPLIES.has(part.intent) && part.probability < MAX_UNCERTAIN
    return isAside && !isTimed(part) ? { ...part, intent: 'aside' } : part
  })
}

function hasCount({ text, slots }: Part): boolean {
  return slots.counts.length > 0 && !NUMBERED.test(text)
}

function isTimed({ slots: { times, zones } }: Part): boolean {
  return times.some(({ value }) => !value.weak) || zones.length > 0
}

/** Whether the words of a part are those of a search, and not of a reply alone. */
export function isNewSearch({ text, items }: Part): boolean {
  return NEW_SEARCH.test(text) || items.some((item) => isOf(item.text, 'kind', 'subject'))
}

function isCheerful(part: Part): boolean {
  return (
    hasConfetti(part) ||
    /\b(?:we|our|is us)\b/.test(part.text) ||
    part.items.some(({ text }) => isCheer(text) || isOf(text, 'cheer'))
  )
}

/** Whether a text asks for the link, votes or the like of a listed product. */
export function asksForDetail(text: string): boolean {
  return DETAIL.test(text)
}

export function asksForMore({ text }: Part): boolean {
  return MORE.test(text)
}

/** Whether the count of a part comes on top of those listed: "two more". */
export function asksForAdded({ text }: Part): boolean {
  return ADDED.test(text)
}

export function asksForOne({ text }: Part): boolean {
  return JUST_ONE.test(text)
}

function wordsOf(words: string): RegExp {
  return new RegExp(`\\b(?:${words})\\b`)
}
